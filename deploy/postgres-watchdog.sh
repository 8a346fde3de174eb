#!/bin/sh
# Decides which server of a PostgreSQL pair is the primary. Runs once, beside haproxy, on a machine that is neither of
# the two: it alone promotes, so that there is never a doubt. docs/in-production.md has the steps.
#
#   PAIR          "10.0.0.11:5432 10.0.0.12:5432", the two servers
#   STATE_DIR     where its decision is kept, for postgres-is-primary.sh and for its own next start
#   SYNCHRONOUS   "no": commits do not wait for the standby, and a failover may lose some that were acknowledged
#   LOOK_EVERY    seconds between two looks
#   MISSES_MAX    looks without an answer after which a server counts as gone
#   PGUSER, PGPASSFILE   as psql knows them
set -u

: "${PAIR:?names the two servers, such as 10.0.0.11:5432 10.0.0.12:5432}"
STATE_DIR=${STATE_DIR:-/var/lib/shop-database}
SYNCHRONOUS=${SYNCHRONOUS:-yes}
LOOK_EVERY=${LOOK_EVERY:-1}
MISSES_MAX=${MISSES_MAX:-5}
# cluster_name in postgresql-pair.conf.
STANDBY_NAME=shop_pair
ANSWER_MAX=3
export PGUSER="${PGUSER:-shop_watchdog}" PGDATABASE="${PGDATABASE:-postgres}" PGCONNECT_TIMEOUT="$ANSWER_MAX"

say() { echo "$(date -u +%FT%TZ) $*"; }

# ask SERVER STATEMENT...: each in a transaction of its own. Fails when the server does not answer in time.
ask() {
  server=$1
  shift
  for statement in "$@"; do
    timeout "$ANSWER_MAX" psql --no-psqlrc --host="${server%:*}" --port="${server##*:}" \
      --no-align --tuples-only --quiet --command="$statement" </dev/null 2>/dev/null || return 1
  done
}

# decide PRIMARY STANDBY_STATE: "current" when the standby has every acknowledged commit, else "behind". It is on the
# disk before anything is done that relies on it.
decide() {
  primary=$1
  standby_state=$2
  echo "$primary $standby_state" >"$STATE_DIR/pair.new" &&
    sync "$STATE_DIR/pair.new" && mv "$STATE_DIR/pair.new" "$STATE_DIR/pair" && sync "$STATE_DIR" || exit 1
  say "primary $primary, standby $standby_state"
}

other_than() { for server in $PAIR; do [ "$server" = "$1" ] || echo "$server"; done; }

# Commits wait for the standby from now on, or for nobody.
wait_for_standby() { set_standby "'$STANDBY_NAME'"; }
wait_for_nobody() { set_standby "''"; }
set_standby() { ask "$primary" "ALTER SYSTEM SET synchronous_standby_names = $1" "SELECT pg_reload_conf()" >/dev/null; }

# in recovery | commits wait | sync_state of the standby while it follows | it has all up to $mark | end of the log
look() {
  ask "$primary" "SELECT pg_is_in_recovery(), current_setting('synchronous_standby_names') <> '',
    COALESCE(max(sync_state), 'none'), COALESCE(max(flush_lsn) >= '${mark:-FFFFFFFF/FFFFFFFF}', false),
    CASE WHEN pg_is_in_recovery() THEN '0/0' ELSE pg_current_wal_flush_lsn() END
    FROM pg_stat_replication WHERE application_name = '$STANDBY_NAME' AND state = 'streaming'"
}

# The first start: the one of the two that takes writes is the primary.
find_primary() {
  found=
  for server in $PAIR; do
    [ "$(ask "$server" "SELECT pg_is_in_recovery()")" = f ] && found="$found $server"
  done
  set -- $found
  [ $# -eq 1 ] && decide "$1" behind && return
  say "exactly one of $PAIR must be a primary for a first start: found ${found:-none}"
  return 1
}

mkdir -p "$STATE_DIR"
until [ -s "$STATE_DIR/pair" ]; do find_primary || sleep "$LOOK_EVERY"; done
read -r primary standby_state <"$STATE_DIR/pair"
say "primary $primary, standby $standby_state"

unanswered=0 # looks
alone=0      # looks at a primary whose standby does not follow
do_wait=no   # "yes": commits are known to wait
mark=        # a place in the primary's log from when they did; every commit before that is up to it
while sleep "$LOOK_EVERY"; do
  if ! seen=$(look); then
    unanswered=$((unanswered + 1))
    say "no answer from $primary ($unanswered of $MISSES_MAX)"
    standby=$(other_than "$primary")
    if [ "$unanswered" -ge "$MISSES_MAX" ] && [ "$standby_state" = current ] &&
      [ "$(ask "$standby" "SELECT pg_is_in_recovery()")" = t ]; then
      decide "$standby" behind
      unanswered=0 alone=0 do_wait=no mark=
      ask "$primary" "SELECT pg_promote(false)" >/dev/null
    fi
    continue
  fi
  unanswered=0
  IFS='|' read -r in_recovery waits sync_state has_mark end_of_log <<LOOK
$seen
LOOK

  if [ "$in_recovery" = t ]; then
    ask "$primary" "SELECT pg_promote(false)" >/dev/null
  elif [ "$SYNCHRONOUS" = no ]; then
    [ "$waits" = t ] && wait_for_nobody
    follows=behind
    [ "$sync_state" != none ] && follows=current
    [ "$follows" != "$standby_state" ] && decide "$primary" "$follows"
  elif [ "$sync_state" = none ]; then
    # Commits hang until the standby is back, or is given up.
    alone=$((alone + 1)) do_wait=no mark=
    [ "$standby_state" = current ] && [ "$alone" -ge "$MISSES_MAX" ] && decide "$primary" behind
    [ "$standby_state" = behind ] && [ "$waits" = t ] && wait_for_nobody
  else
    alone=0
    if [ "$waits" = f ]; then
      wait_for_standby
      do_wait=no mark=
    elif [ "$standby_state" = behind ] && [ "$sync_state" = sync ]; then
      if [ "$has_mark" = t ]; then
        decide "$primary" current
      elif [ "$do_wait" = no ]; then
        # The process that makes a checkpoint also makes commits wait: when it has made one, they do.
        (ANSWER_MAX=60 && ask "$primary" CHECKPOINT) && do_wait=yes
      else
        mark=${mark:-$end_of_log}
      fi
    fi
  fi
done

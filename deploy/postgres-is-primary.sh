#!/bin/sh
# haproxy's check of one server of a PostgreSQL pair, called with the proxy's address and port and the server's. It
# passes for the server that postgres-watchdog.sh has named, as soon as it takes writes. A primary that was given up and
# comes back is not one any more, whatever it says itself.
STATE_DIR=/var/lib/shop-database
export PGPASSFILE=/etc/haproxy/pgpass PGCONNECT_TIMEOUT=3

read -r primary standby_state <"$STATE_DIR/pair" || exit 1
[ "$primary" = "$3:$4" ] || exit 1
in_recovery=$(psql --no-psqlrc --host="$3" --port="$4" --username=shop_check --dbname=postgres \
  --no-align --tuples-only --quiet --command="SELECT pg_is_in_recovery()" </dev/null 2>/dev/null)
[ "$in_recovery" = f ]

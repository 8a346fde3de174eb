import { setTimeout as pause } from "node:timers/promises";

import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

import { config, type PostgresSettings } from "#app/config.server.ts";

import { ConnectionQueue } from "./connection-queue.server.ts";
import { statementName } from "./prepared-statements.server.ts";
import { queuePosition } from "./request-context.server.ts";

/** What a server answers to a write that is no primary, or is one no longer. */
const READ_ONLY = "25006";
/** What a server answers to a prepared statement that it does not have, has already, or has to plan otherwise. */
const STATEMENT_ERRORS = ["26000", "42P05", "0A000"];
const CLOSES: ReadonlySet<string> = new Set([READ_ONLY, ...STATEMENT_ERRORS]);
/** What PostgreSQL answers when all its connections are taken. */
const SERVER_IS_FULL = "53300";
const FULL_PAUSE_MS = 50;
/** A server that was full is asked for no further connection for this long. */
const SMALL_MS = 10_000;

/** Parameters of an address that speak of TLS: they are read here, because pg gives them meanings of its own. */
const TLS_PARAMETERS = ["sslmode", "sslrootcert", "ssl"];

export function connectionSettings(
  url: string,
  settings: PostgresSettings = config.postgres,
): pg.ClientConfig {
  const [bare = "", query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  const ssl = tlsOf(parameters.get("sslmode"), settings.ca?.pem ?? null);
  for (const name of TLS_PARAMETERS) parameters.delete(name);
  return {
    connectionString: parameters.size > 0 ? `${bare}?${parameters.toString()}` : bare,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    types: numbers,
    ssl,
  };
}

/** "require" checks the certificate only where there is a CA; "verify-full" checks the server's name as well. */
function tlsOf(requested: string | null, ca: string | null): Exclude<pg.ClientConfig["ssl"], undefined> {
  const mode = requested ?? "disable";
  if (mode === "disable") return false;
  if (mode === "require" && ca === null) return { rejectUnauthorized: false };
  const checked = { ...(ca === null ? {} : { ca }), rejectUnauthorized: true };
  return mode === "verify-full" ? checked : { ...checked, checkServerIdentity: () => undefined };
}

/** The types leave it out. */
export function processIdOf(client: pg.ClientBase): number | undefined {
  return (client as unknown as { processID?: number }).processID;
}

/** JIT never pays for the shop's queries: it added 500 ms to a list of the desk that takes 300 ms. */
const NO_JIT = "-c jit=off";

/** `answerTimeoutMs`: a query that has had no answer for so long has failed, whatever became of the server. */
type PoolSettings = PostgresSettings & Readonly<{ answerTimeoutMs?: number }>;

export function openPool(url: string, settings: PoolSettings = config.postgres): PostgresPool {
  const pool = new pg.Pool({
    ...connectionSettings(url, settings),
    max: settings.poolMax,
    statement_timeout: settings.statementTimeoutMs,
    lock_timeout: settings.lockTimeoutMs,
    idle_in_transaction_session_timeout: settings.idleTransactionTimeoutMs,
    query_timeout: settings.answerTimeoutMs,
    options: NO_JIT,
  });
  // A connection that the server drops while idle is replaced at the next query.
  pool.on("error", () => undefined);
  // One that it drops while in use fails the query that is under way; an event nobody hears would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const queue = new ConnectionQueue(() => pool.options.max);
  // The connection is back in the pool only after its release.
  pool.on("release", () => queueMicrotask(() => queue.leave()));
  return {
    connect: () => takeSlot({ pool, queue, settings }),
    end: () => pool.end(),
  };
}

// Counts and sums come as 64-bit text by default; ours stay far below 2^53.
const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid) =>
    asNumber.has(oid) ? Number : (pg.types.getTypeParser(oid) as (text: string) => unknown),
};

type Line = Readonly<{ pool: pg.Pool; queue: ConnectionQueue; settings: PostgresSettings }>;

/**
 * All waits of one request together are limited by the settings. A server with fewer connections than the
 * pool would open makes the pool smaller for a while: then all wait in its queue.
 */
async function takeSlot(line: Line): Promise<PostgresPoolClient> {
  const { queue, settings } = line;
  const { rank, waiting } = queuePosition(queue);
  const from = queue.stillMs;
  const until = from + settings.connectTimeoutMs - waiting.at(from);
  waiting.begin(from);
  try {
    return await takeSlotUntil(until, rank, line);
  } finally {
    waiting.end(queue.stillMs);
  }
}

async function takeSlotUntil(
  until: number,
  rank: number,
  { pool, queue, settings }: Line,
): Promise<PostgresPoolClient> {
  let fullSince: number | null = null;
  for (;;) {
    await queue.take(rank, until);
    try {
      return guarded(await pool.connect());
    } catch (error) {
      const isFull = (error as { code?: unknown } | null)?.code === SERVER_IS_FULL;
      if (isFull) makeSmaller(pool, queue, settings);
      queue.leave();
      if (!isFull) throw error;
      fullSince ??= performance.now();
      if (pool.totalCount === 0) await pause(FULL_PAUSE_MS);
      if (performance.now() - fullSince >= settings.connectTimeoutMs) throw error;
    }
  }
}

/** Closed after its use where the server takes no writes, or has not the prepared statements of the pool. */
function guarded(client: pg.PoolClient): PostgresPoolClient {
  let isClosed = false;
  const query = async (text: string, parameters: ReadonlyArray<unknown>) => {
    const values = [...parameters];
    try {
      const name = statementName(text);
      return name !== null && (await isDirect(client))
        ? await client.query({ name, text, values })
        : await client.query(text, values);
    } catch (error) {
      isClosed ||= CLOSES.has(String((error as { code?: unknown } | null)?.code));
      throw error;
    }
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(isClosed) };
}

const direct = new WeakMap<pg.PoolClient, boolean>();

/** False behind a pooler such as PgBouncer: each transaction can meet another process, without the statements. */
async function isDirect(client: pg.PoolClient): Promise<boolean> {
  const known = direct.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const found = rows[0]?.pid === processIdOf(client);
  direct.set(client, found);
  return found;
}

function makeSmaller(pool: pg.Pool, queue: ConnectionQueue, { poolMax }: PostgresSettings): void {
  const grow = () => {
    pool.options.max = poolMax;
    queue.serve();
  };
  if (pool.options.max === poolMax) setTimeout(grow, SMALL_MS).unref();
  pool.options.max = Math.max(1, pool.totalCount);
}

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";

import type pg from "pg";

import { config } from "#app/config.server.ts";

import { BackupError, compareTableRows, type RowCounts } from "./backup-manifest.server.ts";
import { refusePooler, withClient } from "./postgres-client.server.ts";

const SUMMARY_TABLES = ["products", "orders", "customers"] as const;
const COMPLAINT_MAX_CHARACTERS = 500;

export type Server = Readonly<{ url: string; environment: NodeJS.ProcessEnv }>;

type Dumped = Readonly<{ rows: RowCounts; migrations: Array<string> }>;

/** As the database is at one moment. Throws BackupError. */
export async function dumpPostgres(server: Server, target: string): Promise<Dumped> {
  return withClient(server.url, async (client) => {
    await refusePooler(client);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows: snapshots } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
    const rows = await countRows(client);
    const snapshot = snapshots[0]?.id ?? "";
    const options = ["--format=custom", "--no-owner", "--no-privileges", "--schema=public"];
    await run("pg_dump", [...options, `--snapshot=${snapshot}`, `--file=${target}`], { server });
    const { rows: migrations } = await client.query<{ name: string }>(
      "SELECT name FROM kysely_migration ORDER BY name",
    );
    await client.query("COMMIT");
    compareTableRows(rows, await rowsOfDump(server, target), "The dump");
    return { rows, migrations: migrations.map(({ name }) => name) };
  });
}

export async function rowsOfDump(server: Server, file: string): Promise<RowCounts> {
  const rows: RowCounts = {};
  let table: string | null = null;
  const onLine = (line: string) => {
    if (table === null) {
      table = /^COPY public\."?([a-z0-9_]+)"? .*FROM stdin;$/.exec(line)?.[1] ?? null;
      if (table) rows[table] = 0;
    } else if (line === "\\.") table = null;
    else rows[table] = (rows[table] ?? 0) + 1;
  };
  await run("pg_restore", ["--data-only", "--file=-", file], { server, onLine });
  return rows;
}

export async function restoreTargetState(url: string): Promise<"empty" | "in use" | "filled"> {
  return withClient(url, async (client) => {
    await refusePooler(client);
    const { rows: others } = await client.query(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    if (others.length > 0) return "in use";
    const rows = await countRows(client);
    return SUMMARY_TABLES.some((table) => (rows[table] ?? 0) > 0) ? "filled" : "empty";
  });
}

/** Puts the dump in place of everything in the database: all of it, or, when anything fails, nothing. */
export async function restorePostgres(server: Server, dump: string): Promise<RowCounts> {
  const folder = await mkdtemp(join(tmpdir(), "shop-restore-"));
  try {
    // Written out first: read from a pipe that breaks off, half a dump would look like a whole one.
    const script = join(folder, "restore.sql");
    await run("pg_restore", ["--no-owner", "--no-privileges", `--file=${script}`, dump], { server });
    const create = (await makesSchema(server, dump)) ? "" : "CREATE SCHEMA public";
    const steps = [`--command=DROP SCHEMA IF EXISTS public CASCADE;${create}`, `--file=${script}`];
    const manner = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"];
    await run("psql", [...manner, ...steps], { server });
    return await withClient(server.url, countRows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makesSchema(server: Server, dump: string): Promise<boolean> {
  let makes = false;
  const onLine = (line: string) => (makes ||= /\bSCHEMA - public\b/.test(line));
  await run("pg_restore", ["--list", dump], { server, onLine });
  return makes;
}

async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  );
  const rows: RowCounts = {};
  for (const { name } of tables) {
    const counted = await client.query<{ count: string }>(`SELECT count(*) AS count FROM public."${name}"`);
    rows[name] = Number(counted.rows[0]?.count ?? 0);
  }
  return rows;
}

type Run = Readonly<{ server: Server; onLine?: (line: string) => unknown }>;

async function run(
  tool: "pg_dump" | "pg_restore" | "psql",
  args: ReadonlyArray<string>,
  { server, onLine }: Run,
): Promise<void> {
  const env = { ...server.environment, ...settingsOf(server.url) };
  const child = spawn(tool, args, { stdio: ["ignore", onLine ? "pipe" : "ignore", "pipe"], env });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const read = async () => {
    if (!child.stdout || !onLine) return;
    for await (const line of outputLines(child.stdout)) onLine(line);
  };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  try {
    const [code] = await Promise.all([ended, read()]);
    if (code !== 0)
      throw new BackupError(`${tool} failed: ${onOneLine(complaint).slice(0, COMPLAINT_MAX_CHARACTERS)}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new BackupError(
      `${tool} is not installed: it comes with PostgreSQL's client tools (postgresql-client).`,
    );
  }
}

/** The lines of UTF-8 text, ended by "\n" alone: from Node 24 on, readline also ends them at U+2028 and U+2029. */
export async function* outputLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The address as the tools' own settings: a password among the arguments could be read by everybody on the machine. */
function settingsOf(address: string): Record<string, string> {
  const url = new URL(address);
  const settings: Record<string, string> = {
    PGHOST: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ""),
    PGPORT: url.port || "5432",
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
  };
  const ssl = url.searchParams.get("sslmode");
  if (ssl) settings["PGSSLMODE"] = ssl;
  if (config.postgres.ca) settings["PGSSLROOTCERT"] = config.postgres.ca.file;
  else if (ssl === "verify-full") settings["PGSSLROOTCERT"] = "system";
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
}

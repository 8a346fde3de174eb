/** Databases whose statements run when the scheduler says so. */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from "kysely";
import pg from "pg";

import { connectTo } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { patientSqlite } from "#app/db/sqlite-driver.server.ts";

import type { Operation, Scheduler } from "./scheduler.ts";

export type EngineName = "sqlite" | "postgres";

/** The database of one simulated shop after another. */
export type Engine = Readonly<{
  name: EngineName;
  /** For looking at the tables while nobody moves. */
  books: () => Kysely<Database>;
  /** How often somebody has committed. */
  commits: () => number;
  /** Brings the database back to its beginning, and opens the shop on it. */
  reset: (scheduler: Scheduler) => Promise<void>;
  /** Rolls back what is open, as a server does with lost connections, and opens the shop again. */
  crash: () => Promise<void>;
  settleCalls: (open: ReadonlyArray<Operation>) => Promise<void>;
  close: () => Promise<void>;
}>;

type Hooks = {
  scheduler: Scheduler | null;
  commits: number;
  /** Who has the write lock; SQLite alone has one for all. */
  writer: object | null;
  readonly hasOneWriter: boolean;
  /**
   * PostgreSQL: those whose locks somebody waits for. Until they have ended nobody else writes, because who of two that
   * wait for one lock gets it is up to the server, and differs from run to run.
   */
  readonly holders: Set<object>;
};

const READ = /^\s*(?:select|with|pragma)\b/i;

/** `inner` with a point before each call. */
function scheduled(inner: Dialect, hooks: Hooks): Dialect {
  return {
    createAdapter: () => inner.createAdapter(),
    createIntrospector: (db) => inner.createIntrospector(db),
    createQueryCompiler: () => inner.createQueryCompiler(),
    createDriver: () => new ScheduledDriver(inner.createDriver(), hooks),
  };
}

class ScheduledConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #hooks: Hooks;
  isInTransaction = false;

  constructor(inner: DatabaseConnection, hooks: Hooks) {
    this.inner = inner;
    this.#hooks = hooks;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    const isWrite = !READ.test(query.sql);
    const answer = await this.call(
      textOf(query.sql),
      () => this.inner.executeQuery<Row>(query),
      isWrite && (!this.isInTransaction || !this.#hooks.hasOneWriter),
    );
    if (isWrite && !this.isInTransaction) noteCommit(this.#hooks);
    return answer;
  }

  /** `takesLock`: it may have to wait for others. */
  async call<Answer>(label: string, work: () => Promise<Answer>, takesLock = false): Promise<Answer> {
    const hooks = this.#hooks;
    const { scheduler } = hooks;
    if (!scheduler) return work();
    const task = scheduler.current();
    const mayWrite = hooks.hasOneWriter
      ? () => hooks.writer === null
      : () => !scheduler.hasWaiting() || (task !== undefined && hooks.holders.has(task));
    const isReady = () => !takesLock || mayWrite();
    return scheduler.call({ label, isReady }, work);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }
}

class ScheduledDriver implements Driver {
  readonly #inner: Driver;
  readonly #hooks: Hooks;

  constructor(inner: Driver, hooks: Hooks) {
    this.#inner = inner;
    this.#hooks = hooks;
  }

  init() {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { scheduler } = this.#hooks;
    const acquire = () => this.#inner.acquireConnection();
    const inner = await (scheduler ? scheduler.aside(acquire) : acquire());
    return new ScheduledConnection(inner, this.#hooks);
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<Driver["beginTransaction"]>[1],
  ) {
    const own = mine(connection);
    await own.call("begin", () => this.#inner.beginTransaction(own.inner, settings), true);
    own.isInTransaction = true;
    this.#hooks.writer = own;
  }

  async commitTransaction(connection: DatabaseConnection) {
    const own = mine(connection);
    await own.call("commit", () => this.#inner.commitTransaction(own.inner));
    noteCommit(this.#hooks);
    this.#leave(own);
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    const own = mine(connection);
    await own.call("rollback", () => this.#inner.rollbackTransaction(own.inner));
    this.#hooks.scheduler?.locksReleased();
    this.#leave(own);
  }

  #leave(own: ScheduledConnection): void {
    own.isInTransaction = false;
    if (this.#hooks.writer === own) this.#hooks.writer = null;
  }

  releaseConnection(connection: DatabaseConnection) {
    return this.#inner.releaseConnection(mine(connection).inner);
  }

  destroy() {
    return this.#inner.destroy();
  }
}

function noteCommit(hooks: Hooks): void {
  hooks.commits += 1;
  hooks.scheduler?.locksReleased();
}

function mine(connection: DatabaseConnection): ScheduledConnection {
  if (!(connection instanceof ScheduledConnection)) throw new Error("This connection is another driver's");
  return connection;
}

const LABEL_MAX = 90;

/** The statement as a trace shows it: without the list of columns. */
function textOf(sql: string): string {
  const flat = sql.replace(/\s+/g, " ").replaceAll('"', "").trim();
  return flat.replace(/^select .*? from /i, "select from ").slice(0, LABEL_MAX);
}

/** SQLite in memory-backed files; each world begins with a copy of `template`. */
export function sqliteEngine(template: string): Engine {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "shop-simulation-"));
  const file = join(folder, "shop.db");
  const hooks: Hooks = { scheduler: null, commits: 0, writer: null, hasOneWriter: true, holders: new Set() };
  let handles = open();
  let books = look();

  function open() {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
    copyFileSync(template, file);
    const writer = new SqliteDatabase(file);
    for (const pragma of ["journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON"])
      writer.pragma(pragma);
    const reader = new SqliteDatabase(file, { readonly: true });
    // A thread of its own would come in when it likes.
    const walks = {
      run: async (text: string, parameters: ReadonlyArray<unknown>) => reader.prepare(text).all(parameters),
      close: async () => undefined,
    };
    return { writer, reader, walks };
  }
  function look() {
    return new Kysely<Database>({ dialect: patientSqlite(() => handles) });
  }
  const connect = () => {
    hooks.writer = null;
    connectTo(
      scheduled(
        patientSqlite(() => handles),
        hooks,
      ),
    );
  };
  const close = () => {
    handles.reader.close();
    handles.writer.close();
  };
  return {
    name: "sqlite",
    books: () => books,
    commits: () => hooks.commits,
    reset: async (scheduler) => {
      hooks.scheduler = scheduler;
      close();
      handles = open();
      books = look();
      connect();
    },
    crash: async () => {
      if (handles.writer.inTransaction) handles.writer.exec("rollback");
      connect();
    },
    settleCalls: () => new Promise((resolve) => setImmediate(resolve)),
    close: async () => {
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In their order of deletion: what a world has left behind. */
const LIVE_TABLES = [
  ...[
    "embedded_marketing",
    "marketing_orders",
    "marketing_carts",
    "marketing_contacts",
    "jobs",
    "payment_events",
  ],
  ...[
    "payments",
    "order_return_lines",
    "order_returns",
    "refund_lines",
    "refunds",
    "shipment_lines",
    "shipments",
  ],
  ...[
    "order_history",
    "reservations",
    "coupon_uses",
    "delivery_bookings",
    "order_lines",
    "orders",
    "document_numbers",
    "cart_lines",
  ],
  ...["gift_list_cart_gifts", "gift_list_carts", "gift_list_claims"],
  ...["carts", "recovery_steps", "back_in_stock_batches", "analytics_events", "catalogue_changes"],
];
/** Tables of the catalogue that orders and imports change. */
const RESTORED_TABLES = [
  "variants",
  "products",
  "coupons",
  "catalogue_version",
  "price_history",
  "stock_history",
];

/** How long a statement may take before it is asked whether it waits for a lock, in milliseconds. */
const PATIENCE_MS = 2;
/** Some tasks ask several questions at once. */
const CONNECTIONS = 40;

type Client = pg.Client & { processID: number };

/** A PostgreSQL database of its own at `url`, filled already. Each task has connections to itself. */
export async function postgresEngine(url: string): Promise<Engine> {
  const hooks: Hooks = { scheduler: null, commits: 0, writer: null, hasOneWriter: false, holders: new Set() };
  const monitor = await opened(url);
  const lockMonitor = await opened(url);
  const { restore, changedTables } = await restorer(monitor);
  const idle: Array<Client> = [];
  const used = new Set<Client>();
  /** The connection whose answer each task waits for. */
  const pending = new Map<object, Client>();
  /** The task that used each connection last, by process id. */
  const users = new Map<number, object>();
  const victims = new Set<Client>();
  let timer: NodeJS.Timeout | undefined;
  let look = Promise.resolve();

  const pool: PostgresPool = {
    connect: async () => {
      const client = idle.pop();
      if (!client) throw new Error("The simulation has too few connections");
      used.add(client);
      const query = (text: string, values: ReadonlyArray<unknown>) => ask(client, text, values);
      const release = () => {
        if (used.delete(client)) idle.push(client);
      };
      return { query, release } as unknown as PostgresPoolClient;
    },
    end: async () => undefined,
  };
  async function ask(client: Client, text: string, values: ReadonlyArray<unknown>) {
    const task = hooks.scheduler?.current();
    if (task) {
      pending.set(task, client);
      users.set(client.processID, task);
    }
    try {
      return await client.query(named(text, values));
    } catch (error) {
      // The deadlock was found by the simulation, so that it is always the same task that gives way.
      if (victims.delete(client)) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      throw error;
    } finally {
      if (task) pending.delete(task);
    }
  }
  /** Notes who waits for a lock. Of tasks that wait for each other the one that asked last gives way. */
  async function lookAtLocks(open: ReadonlyArray<Operation>): Promise<void> {
    const all = [...pending.values()].map(({ processID }) => processID);
    const { rows } = await lockMonitor.query<{ pid: number; by: ReadonlyArray<number> }>(
      named("SELECT pid, pg_blocking_pids(pid) AS by FROM unnest($1::int[]) AS pid", [all]),
    );
    const blockers = new Map(rows.map(({ pid, by }) => [pid, by]));
    for (const operation of open) {
      const pid = pending.get(operation.task)?.processID ?? 0;
      if ((blockers.get(pid) ?? []).length === 0) continue;
      if (waitsForItself(pid, blockers)) {
        const client = pending.get(operation.task);
        if (!client) continue;
        victims.add(client);
        await lockMonitor.query("SELECT pg_cancel_backend($1)", [pid]);
        return;
      }
      if (!hooks.scheduler?.hasWaiting()) hooks.holders.clear();
      for (const by of blockers.get(pid) ?? []) hooks.holders.add(users.get(by) ?? operation);
      operation.waits = true;
      operation.hasWaited = true;
    }
  }
  const dropUsed = async () => {
    const lost = [...used];
    used.clear();
    for (const { processID } of lost)
      await monitor.query("SELECT pg_terminate_backend($1, 5000)", [processID]);
    pending.clear();
    victims.clear();
    // None is opened while tasks run: that would take them a number of turns that nobody can repeat.
    while (idle.length < CONNECTIONS) idle.push(await opened(url));
  };
  const connect = () => connectTo(scheduled(new PostgresDialect({ pool }), hooks));
  const looking: PostgresPool = {
    connect: async () => {
      const query = (text: string, values: ReadonlyArray<unknown>) => monitor.query(named(text, values));
      return { query, release: () => undefined } as unknown as PostgresPoolClient;
    },
    end: async () => undefined,
  };
  const books = new Kysely<Database>({ dialect: new PostgresDialect({ pool: looking }) });
  return {
    name: "postgres",
    books: () => books,
    commits: () => hooks.commits,
    reset: async (scheduler) => {
      hooks.scheduler = scheduler;
      await dropUsed();
      await restore();
      connect();
    },
    crash: async () => {
      await dropUsed();
      connect();
    },
    settleCalls: (open) =>
      new Promise((resolve) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          look = look.then(() => lookAtLocks(open));
          void look.then(resolve);
        }, PATIENCE_MS);
      }),
    close: async () => {
      clearTimeout(timer);
      await dropUsed();
      const changed = await changedTables();
      for (const client of [...idle, monitor, lockMonitor]) await client.end();
      if (changed.length > 0) throw new Error(`Not restored for the next world: ${changed.join(", ")}`);
    },
  };
}

function waitsForItself(pid: number, blockers: ReadonlyMap<number, ReadonlyArray<number>>): boolean {
  const seen = new Set<number>();
  const next = [...(blockers.get(pid) ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === pid) return true;
    if (!seen.has(one)) next.push(...(blockers.get(one) ?? []));
    seen.add(one);
  }
  return false;
}

const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

async function opened(connectionString: string): Promise<Client> {
  const client = new pg.Client({
    connectionString,
    types: {
      getTypeParser: (oid) =>
        asNumber.has(oid) ? Number : (pg.types.getTypeParser(oid) as (text: string) => unknown),
    },
  }) as Client;
  client.on("error", () => undefined);
  await client.connect();
  // The simulation finds deadlocks itself.
  await client.query("SET deadlock_timeout = '1h'; SET synchronous_commit = off; SET jit = off");
  return client;
}

/** Under a name the server keeps the plan. */
function named(text: string, values: ReadonlyArray<unknown>) {
  const name = createHash("sha1").update(text).digest("base64").slice(0, 20);
  return { name, text, values: [...values] };
}

/** Remembers the catalogue as it is. `changedTables` are those that the worlds changed and `restore` does not. */
async function restorer(client: Client) {
  await client.query("DROP SCHEMA IF EXISTS beginning CASCADE; CREATE SCHEMA beginning");
  const steps: Array<string> = LIVE_TABLES.map((table) => `DELETE FROM ${table}`);
  for (const table of RESTORED_TABLES) {
    await client.query(`CREATE TABLE beginning.${table} AS TABLE public.${table}`);
    const { rows } = await client.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_schema = 'beginning' AND table_name = $1",
      [table],
    );
    const columns = rows.map(({ column_name }) => column_name).filter((name) => name !== "id");
    const lists = [columns.map((name) => `now.${name}`), columns.map((name) => `old.${name}`)];
    steps.push(
      `DELETE FROM ${table} AS now WHERE NOT EXISTS (SELECT 1 FROM beginning.${table} AS old WHERE old.id = now.id)`,
      `UPDATE ${table} AS now SET ${columns.map((name) => `${name} = old.${name}`).join(", ")}
       FROM beginning.${table} AS old WHERE old.id = now.id AND (${lists[0]?.join(", ")}) IS DISTINCT FROM (${lists[1]?.join(", ")})`,
    );
  }
  // Putting products back marks them, although the search has them as they are.
  steps.push("DELETE FROM search_marks");
  const script = `BEGIN; ${steps.join("; ")}; COMMIT`;
  const restore = async () => {
    await client.query(script);
  };
  await restore();
  const counts = new Set(await rowCounts(client));
  const changedTables = async () => {
    await restore();
    return (await rowCounts(client)).filter((line) => !counts.has(line));
  };
  return { restore, changedTables };
}

/** "orders: 0" for each table, in any order. */
async function rowCounts(client: Client): Promise<ReadonlyArray<string>> {
  const { rows: tables } = await client.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  );
  const counts = tables.map(
    ({ tablename }) => `SELECT '${tablename}: ' || count(*) AS line FROM ${tablename}`,
  );
  const { rows } = await client.query<{ line: string }>(counts.join(" UNION ALL "));
  return rows.map(({ line }) => line);
}

import { Kysely, PostgresDialect, sql } from "kysely";
import { config } from "#app/config.server.ts";
import { closeBeside, db, primaryDb } from "./db.server.ts";
import { isConflict, isUnavailable } from "./dialect.server.ts";
import { openPool } from "./postgres-pool.server.ts";
import type { Database } from "./schema.ts";
import { withRequestContext, currentReader, withReader } from "./request-context.server.ts";

const LOOK_EVERY_MS = 500;

/** `null`: the replica is used from now on. Else why it is not. */
type ReplicaListener = (problem: string | null) => void;

class Replica {
  readonly database: Kysely<Database>;
  readonly #lagMaxMs: number;
  readonly #lag = new ReplicaLag();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;
  #isClosed = false;
  #said: string | null | undefined;

  constructor(url: string, lagMaxMs: number) {
    const settings = { ...config.postgres, answerTimeoutMs: config.postgres.statementTimeoutMs };
    const dialect = new PostgresDialect({ pool: async () => openPool(url, settings) });
    this.database = new Kysely<Database>({ dialect });
    this.#lagMaxMs = lagMaxMs;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    void this.#look();
  }

  isFresh(): boolean {
    return this.#lag.ageAt(performance.now()) <= this.#lagMaxMs;
  }

  leave(problem: string): void {
    this.#lag.forget();
    this.#say(problem);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.database.destroy();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const at = performance.now();
      const primary = await positionOf(primaryDb(), "pg_current_wal_lsn()");
      const replica = await positionOf(this.database, "pg_last_wal_replay_lsn()");
      if (replica === null) this.leave("it is no replica of the database");
      else if (primary !== null) this.#lag.note({ at, primary }, replica);
      if (replica !== null) this.#say(this.isFresh() ? null : `it is more than ${this.#lagMaxMs} ms behind`);
    } catch (error) {
      this.leave(error instanceof Error ? error.message : String(error));
    } finally {
      this.#isLooking = false;
    }
  }

  #say(problem: string | null): void {
    if (this.#isClosed) return;
    // Each failure has its own log message; that the replica is unavailable is logged once.
    const isNews = this.#said === undefined || (problem === null) !== (this.#said === null);
    this.#said = problem;
    if (isNews) notify(problem);
  }
}

async function positionOf(database: Kysely<Database>, call: string): Promise<bigint | null> {
  const { rows } = await sql<{ position: string | null }>`select ${sql.raw(call)}::text as position`.execute(
    database,
  );
  const position = rows[0]?.position ?? null;
  return position === null ? null : logPosition(position);
}

let replica: Replica | null = null;
let notify: ReplicaListener = () => undefined;

export function watchReplica(listener: ReplicaListener): void {
  notify = listener;
}

function openReplica(): Replica | null {
  const settings = config.postgres.replica;
  if (!settings) return null;
  replica ??= new Replica(settings.url, settings.lagMaxMs);
  closeBeside(closeReplica);
  return replica;
}

/** The next catalogue read opens it again. */
async function closeReplica(): Promise<void> {
  const closing = replica;
  replica = null;
  await closing?.close();
}

/** `read` may run twice: again on the primary when the replica fails. A transaction or a recent write skips it. */
export function catalogueRead<Given extends ReadonlyArray<unknown>, Value>(
  read: (...given: Given) => Promise<Value>,
): (...given: Given) => Promise<Value> {
  return async (...given) => {
    if (currentReader() || db().isTransaction) return read(...given);
    const open = openReplica();
    if (!open?.isFresh()) return read(...given);
    try {
      return await withReader(open.database, () => read(...given));
    } catch (error) {
      // The replica reports a conflict when it cancels a query that blocks changes from the primary.
      if (!isUnavailable(error) && !isConflict(error)) throw error;
      open.leave(error instanceof Error ? error.message : String(error));
      return read(...given);
    }
  };
}

/** Also inside a catalogue read, for what all readers of the process share; a transaction stays one. */
export function onPrimary<Value>(read: () => Value): Value {
  return withReader(primaryDb(), read);
}

export function answering<Value>(
  { readsOwnWrites }: Readonly<{ readsOwnWrites: boolean }>,
  work: () => Value,
): Value {
  return withRequestContext(config.postgres.replica && readsOwnWrites ? primaryDb() : null, work);
}

export function isReadingReplica(): boolean {
  return db() === replica?.database;
}

/** How old what a replica knows is, from positions in the primary's log. Times in milliseconds of one process's clock. */

const LOOKS_MAX = 120;

/** A position in PostgreSQL's log, such as "16/B374D848", as a number. */
export function logPosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

type Look = Readonly<{ at: number; primary: bigint }>;

export class ReplicaLag {
  #looks: ReadonlyArray<Look> = [];
  #freshAsOf = Number.NEGATIVE_INFINITY;

  /** At `at`, or later, the primary's log ended at `primary`; after that the replica had all up to `replica`. */
  note(look: Look, replica: bigint): void {
    const looks = [...this.#looks, look].slice(-LOOKS_MAX);
    const reached = looks.filter(({ primary }) => primary <= replica);
    this.#freshAsOf = Math.max(this.#freshAsOf, ...reached.map(({ at }) => at));
    this.#looks = looks.filter(({ primary }) => primary > replica);
  }

  /** All that was written more than this many milliseconds before `now` is in the replica. */
  ageAt(now: number): number {
    return now - this.#freshAsOf;
  }

  forget(): void {
    this.#looks = [];
    this.#freshAsOf = Number.NEGATIVE_INFINITY;
  }
}

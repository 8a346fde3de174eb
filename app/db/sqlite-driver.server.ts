import {
  type BinaryOperationNode,
  ColumnNode,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperationNode,
  PrimitiveValueListNode,
  type QueryResult,
  ReferenceNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueListNode,
  ValueNode,
} from "kysely";
import { yieldLonger } from "#app/event-loop-fairness.server.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite-database.server.ts";
import { isWalk, type SqliteWalks } from "./sqlite-walks.server.ts";

/** An import of thousands of products writes in another process for some seconds, and on a busy machine for more. */
const BUSY_PATIENCE_MS = 30_000;
const BUSY_PAUSE_MIN_MS = 20;
const BUSY_PAUSE_MAX_MS = 400;

/** Answers with another number after every commit of another process. The only query that the writer answers as well. */
export const OTHERS_CHANGES = "pragma data_version";

type Walks = Pick<SqliteWalks, "run" | "close">;
type SqliteHandles = Readonly<{ writer: SqliteDatabase; reader: SqliteDatabase; walks: Walks }>;

export function patientSqlite(open: () => SqliteHandles): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new PatientDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteTexts(),
  };
}

/** SQLite rolls tables back like rows; Kysely leaves that unused, and a migration killed midway would be half there. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}

/** A transaction holds the write lock from its start. Reads go to the other connection, so pages never wait. */
class PatientDriver implements Driver {
  readonly #open: () => SqliteHandles;
  #connections: Connections | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(open: () => SqliteHandles) {
    this.#open = open;
  }

  async init(): Promise<void> {
    const { writer, reader, walks } = this.#open();
    this.#connections = { writer: new Statements(writer), reader: new Statements(reader), walks };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connections) throw new Error("The database is not open");
    return new PatientConnection(this.#connections, () => this.#takeTurn());
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await held(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
    await yieldLonger();
    held(connection).end();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      // A full disk, for one, has rolled it back already.
      if (held(connection).isOpen()) await connection.executeQuery(CompiledQuery.raw("rollback"));
    } finally {
      held(connection).end();
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    held(connection).end();
  }

  async destroy(): Promise<void> {
    await this.#connections?.walks.close();
    this.#connections?.reader.close();
    this.#connections?.writer.close();
  }

  /** Resolves with the release, once all earlier callers have released the writing connection. */
  async #takeTurn(): Promise<() => void> {
    let give: () => void = () => undefined;
    const before = this.#turn;
    this.#turn = new Promise((resolve) => (give = resolve));
    await before;
    return give;
  }
}

type Connections = Readonly<{ writer: Statements; reader: Statements; walks: Walks }>;

class PatientConnection implements DatabaseConnection {
  readonly #connections: Connections;
  readonly #takeTurn: () => Promise<() => void>;
  #giveBack: (() => void) | null = null;

  constructor(connections: Connections, takeSlot: () => Promise<() => void>) {
    this.#connections = connections;
    this.#takeTurn = takeSlot;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, walks } = this.#connections;
    // The reader would count this process's own commits among those of others.
    if (sql === OTHERS_CHANGES) return patiently(() => writer.run<Row>(sql, []));
    if (this.#giveBack) return patiently(() => writer.run<Row>(sql, parameters));
    if (isWalk(sql) && reader.isRead(sql)) return { rows: (await walks.run(sql, parameters)) as Array<Row> };
    if (reader.isRead(sql)) return patiently(() => reader.run<Row>(sql, parameters));
    const giveBack = await this.#takeTurn();
    try {
      return await patiently(() => writer.run<Row>(sql, parameters));
    } finally {
      await yieldLonger();
      giveBack();
    }
  }

  // eslint-disable-next-line require-yield -- Kysely asks for the method; nobody streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("SQLite answers whole");
  }

  async begin(): Promise<void> {
    const giveBack = await this.#takeTurn();
    try {
      await patiently(() => this.#connections.writer.run("begin immediate", []));
      this.#giveBack = giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  isOpen(): boolean {
    return this.#giveBack !== null && this.#connections.writer.isInTransaction();
  }

  end(): void {
    this.#giveBack?.();
    this.#giveBack = null;
  }
}

function held(connection: DatabaseConnection): PatientConnection {
  if (!(connection instanceof PatientConnection)) throw new Error("This connection is another driver's");
  return connection;
}

async function patiently<Answer>(work: () => Answer): Promise<Answer> {
  const until = Date.now() + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      await pause();
    }
  }
}

function pause(): Promise<void> {
  const length = BUSY_PAUSE_MIN_MS + Math.random() * (BUSY_PAUSE_MAX_MS - BUSY_PAUSE_MIN_MS);
  return new Promise((resolve) => setTimeout(resolve, length));
}

const STATEMENTS_CACHED_MAX = 500;
const QUERY = /^\s*(?:select|with|pragma)\b/i;

/** Compiling a statement costs several times what running it does: the same text is compiled once. */
class Statements {
  readonly #database: SqliteDatabase;
  readonly #kept = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** True when the statement is a query that changes nothing. Others are not even compiled here. */
  isRead(text: string): boolean {
    return QUERY.test(text) && this.#statement(text).readonly;
  }

  isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  run<Row>(text: string, parameters: ReadonlyArray<unknown>): QueryResult<Row> {
    const statement = this.#statement(text);
    if (statement.reader) return { rows: statement.all(parameters) as Array<Row> };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  close(): void {
    this.#database.close();
  }

  #statement(text: string): SqliteStatement {
    const known = this.#kept.get(text);
    if (known) return known;
    // Lists of ids of every length make texts without end.
    if (this.#kept.size >= STATEMENTS_CACHED_MAX) this.#kept.clear();
    const statement = this.#database.prepare(text);
    this.#kept.set(text, statement);
    return statement;
  }
}

/**
 * Columns in the conditions of indexes (CREATE INDEX … WHERE). With a parameter there, SQLite compiles the
 * query anew for each value, which costs ten times what the query does (sqlite.org/partialindex.html,
 * sqlite.org/queryplanner.html, "stability guarantee").
 */
export const INDEX_CONDITION_COLUMNS: ReadonlySet<string> = new Set([
  ...["is_visible", "status", "quantity_before", "quantity_after"],
  ...["is_default_delivery", "is_default_billing", "is_findable", "state", "awaits_stock", "availability"],
]);
/** Words of the shop's own, such as "awaiting-payment". */
const WORD = /^[a-z]+(?:-[a-z]+)*$/;

class SqliteTexts extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const isCondition = INDEX_CONDITION_COLUMNS.has(columnOf(node.leftOperand) ?? "");
    super.visitBinaryOperation(isCondition ? { ...node, rightOperand: written(node.rightOperand) } : node);
  }
}

function columnOf(node: OperationNode): string | null {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : null;
}

function written(node: OperationNode): OperationNode {
  if (ValueNode.is(node) && isPlain(node.value)) return ValueNode.createImmediate(node.value);
  if (PrimitiveValueListNode.is(node) && node.values.every(isPlain))
    return ValueListNode.create(node.values.map((value) => ValueNode.createImmediate(value)));
  return node;
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" ? WORD.test(value) : Number.isSafeInteger(value);
}

/** A SQLite connection and the statements that were compiled on it. */
import type { QueryResult } from "kysely";

import type { SqliteDatabase, SqliteStatement } from "./sqlite-database.server.ts";

const KEPT_STATEMENTS_MAX = 500;
const QUERY = /^\s*(?:select|with|pragma)\b/i;

/** Compiling a statement costs several times what running it does: the same text is compiled once. */
export class Statements {
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
    if (this.#kept.size >= KEPT_STATEMENTS_MAX) this.#kept.clear();
    const statement = this.#database.prepare(text);
    this.#kept.set(text, statement);
    return statement;
  }
}

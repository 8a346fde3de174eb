/** Which of the two engines is connected, where a statement has to be another one. */
import { type Kysely, SqliteAdapter } from "kysely";

/** True when `database`, or a transaction of it, speaks to SQLite, and not to PostgreSQL. */
export function isSqlite(database: Pick<Kysely<never>, "getExecutor">): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}

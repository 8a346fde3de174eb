import { type Kysely, SqliteAdapter } from "kysely";

export function isSqlite(database: Pick<Kysely<never>, "getExecutor">): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}

import { isSqlite } from "#app/db/is-sqlite.ts";

import { type Migrating, run } from "./ddl.ts";

export async function indexCustomerSearch(db: Migrating): Promise<void> {
  const collation = isSqlite(db) ? "BINARY" : '"C"';
  const columns = ["first_name", "last_name", "email"];
  await run(
    db,
    columns.map(
      (column) =>
        `CREATE INDEX customers_by_${column} ON customers ((lower(${column}) COLLATE ${collation}))`,
    ),
  );
}

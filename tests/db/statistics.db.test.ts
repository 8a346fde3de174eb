/** After much has been written PostgreSQL knows of it at once; SQLite has nothing to be told. */
import { sql } from "kysely";
import { expect, it } from "vitest";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { generateCatalogue } from "#scripts/bench/catalogue/generate.ts";
import { refreshStatistics } from "#app/db/statistics.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** How many products there are, and how many the database reckons with. */
async function products(): Promise<Readonly<{ counted: number; reckoned: number }>> {
  const { counted } = await db()
    .selectFrom("products")
    .select(({ fn }) => fn.countAll().as("counted"))
    .executeTakeFirstOrThrow();
  if (isSqlite(db())) return { counted: Number(counted), reckoned: Number(counted) };
  const { rows } = await sql<{
    reltuples: number;
  }>`select reltuples from pg_class where relname = 'products'`.execute(db());
  return { counted: Number(counted), reckoned: Number(rows[0]?.reltuples) };
}

it("count the products after a catalogue has changed", async () => {
  await generateCatalogue({ products: 100, seed: 7, now: new Date("2026-11-22T11:00:00.000Z") });

  await refreshStatistics();

  const { counted, reckoned } = await products();
  expect(counted).toBeGreaterThan(100);
  expect(reckoned).toBe(counted);
});

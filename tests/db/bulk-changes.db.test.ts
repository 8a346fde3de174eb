/** Changes of several products from before they were listed and undone with the files. */
import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { up as carryOver } from "#app/db/migrations/20261130-1243-bulk-changes-like-files.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { saleText } from "#app/models/catalogue/editing/product-fields.ts";
import { findBulkChange } from "#app/models/desk/files/bulk-lines.server.ts";
import { findImport, undoImport } from "#app/models/desk/files/imports.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { importLines } from "#tests/support/people/desk/desk-imports.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const at = NOW.toISOString();

async function upgrade(): Promise<void> {
  await sql`DROP INDEX file_imports_request`.execute(db());
  await sql`ALTER TABLE file_imports DROP COLUMN request_key`.execute(db());
  await carryOver(db() as unknown as Migrating);
}

test("an earlier change of several products is undone after the update, and one that was taken back stays so", async () => {
  const owner = await person("owner");
  const [{ id, price_minor: minor } = { id: 0, price_minor: 0 }] = await db()
    .selectFrom("products")
    .select(["id", "price_minor"])
    .where("sale_price_minor", "is", null)
    .orderBy("id")
    .limit(1)
    .execute();
  const before = "";
  const after = saleText({ minor: minor - 300, first: "2999-01-01", last: null });
  await changeProduct(id, { sale: after }, { now: NOW });
  await sql`INSERT INTO bulk_changes
      (id, request_key, kind, title, needs_code, staff_name, changed_at, taken_back_at, taken_back_by)
    VALUES (7, 'sale', 'sale', '1 product on sale', 1, 'The owner', ${at}, NULL, ''),
      (8, 'hide', 'visibility', '1 product hidden', 0, '', ${at}, ${at}, 'The editor')`.execute(db());
  await sql`INSERT INTO bulk_change_lines (change_id, product_id, before_text, after_text, left_because)
    VALUES (7, ${id}, ${before}, ${after}, NULL), (8, ${id}, 'everybody', 'nobody', 'Changed since')`.execute(
    db(),
  );

  await upgrade();

  const [sale, hidden] = [(await findBulkChange("sale")) ?? 0, (await findBulkChange("hide")) ?? 0];
  expect(await findImport(sale, owner)).toMatchObject({
    ...{ kind: "sale", fileName: "1 product on sale", state: "applied", appliedAt: at, by: "The owner" },
    ...{ needsCode: true, hasPrices: true },
  });
  expect(await undoImport(sale, owner)).toMatchObject({ value: { isChanged: true, left: 0 } });
  expect((await findProductState(id))?.fields.sale).toBe(before);
  expect(await findImport(hidden, owner)).toMatchObject({ state: "undone", undoneBy: "The editor" });
  expect(await importLines(hidden, "left")).toMatchObject([
    { subject: String(id), changes: { visibility: ["everybody", "nobody"] }, leftBecause: "Changed since" },
  ]);
});

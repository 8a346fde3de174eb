import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { addLaw } from "#app/db/migrations/0002-law.ts";
import { createTables, run } from "#app/db/migrations/ddl.ts";
import { listCompared } from "#app/models/catalogue/compare.server.ts";
import { lowestBeforeText } from "#app/models/catalogue/product.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import {
  changeFile,
  changeRow,
  copyDemoCatalogue,
  DEMO_IMAGERY,
} from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2031-05-05T12:00:00Z");

const day = (count: number) => new Date(FIRST + count * DAY_MS);

async function importWith(folder: string, now: Date): Promise<void> {
  const result = await importCatalogue(folder, now, { imagery: DEMO_IMAGERY });
  expect(result.ok ? [] : result.problems.map(problemText)).toEqual([]);
}

/** The same figures in euros, which the demo offers too. */
const priced = <Change extends object>(change: Change) => ({
  ...change,
  prices: { EUR: { price: 50, ...change } },
});

async function variantOf(slug: string) {
  const { id } = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const variant = (await findProduct(id, day(0)))?.variants[0];
  if (!variant) throw new Error(`${slug} has no variant`);
  return variant;
}

/** The lowest price that the table holds for the 30 days before `began`, found by asking for each hour. */
async function walked(variantId: number, began: Date): Promise<number> {
  const rows = await db()
    .selectFrom("price_history")
    .selectAll()
    .where("variant_id", "=", variantId)
    .where("currency", "=", "GBP")
    .execute();
  const charged = Array.from({ length: 30 * 24 }, (_, hour) => {
    const at = new Date(began.getTime() - 1 - hour * 3_600_000).toISOString();
    return rows.find(({ valid_from, valid_to }) => valid_from <= at && (valid_to === null || valid_to > at));
  });
  return Math.min(...charged.flatMap((row) => row?.price_minor ?? []));
}

test("the reduced products of the demo name a prior price on their pages, cards and comparisons", async () => {
  const now = new Date();
  const reduced = await db()
    .selectFrom("products")
    .select("id")
    .where("sale_price_minor", "is not", null)
    .execute();
  const cards = await listProductCards(
    reduced.map(({ id }) => id),
    now,
  );

  expect(cards.length).toBeGreaterThan(5);
  for (const { id, price } of cards) {
    expect(lowestBeforeText(price, "en-GB")).toMatch(/^Lowest price in the 30 days before: £\d+\.\d\d$/);
    expect((await findProduct(id, now))?.price).toEqual(price);
  }
  const compared = await listCompared([cards[0]?.id ?? 0], now);
  expect(compared[0]?.card.price).toEqual(cards[0]?.price);
});

test("an import keeps every price, and the reduced one names the lowest of the 30 days before", async () => {
  const folder = copyDemoCatalogue();
  const prices = [
    { on: 0, price: 54, sale_price: 45 },
    { on: 3, price: 54, sale_price: null },
    { on: 20, price: 54, sale_price: 48 },
    { on: 25, price: 54, sale_price: 40 },
    { on: 90, price: 54, sale_price: null },
    { on: 125, price: 60, sale_price: 50 },
  ];
  const lowest: Array<number | undefined> = [];
  for (const { on, ...change } of prices) {
    changeRow(folder, ["products.json", "rainbow-stacker"], priced(change));
    await importWith(folder, day(on));
    const { id, price } = await variantOf("rainbow-stacker");
    lowest.push(price.lowestBefore?.minor);
    if (change.sale_price !== null) expect(price.lowestBefore?.minor).toBe(await walked(id, day(on)));
  }

  expect(lowest).toEqual([5400, undefined, 4500, 4500, undefined, 5400]);
});

test("the same import again changes nothing in the history", async () => {
  const folder = copyDemoCatalogue();
  changeRow(folder, ["products.json", "peg-rack"], priced({ price: 50, sale_price: null }));
  await importWith(folder, day(200));
  changeRow(folder, ["products.json", "peg-rack"], priced({ sale_price: 40 }));
  await importWith(folder, day(300));

  const again = await importCatalogue(folder, day(400), { imagery: DEMO_IMAGERY });

  expect(again).toMatchObject({ ok: true, value: { rowsWritten: 0 } });
  expect((await variantOf("peg-rack")).price.lowestBefore?.minor).toBe(5_000);
});

test("an import names every wrong switch of the law with all other mistakes, and changes nothing", async () => {
  const folder = copyDemoCatalogue();
  changeFile<Record<string, unknown>>(folder, "store.json", (store) => ({
    ...store,
    law: { withdrawal_function: { applies: true }, lowest_price: {} },
  }));
  changeRow(folder, ["products.json", "rainbow-stacker"], { price: -1 });

  const result = await importCatalogue(folder, day(0), { imagery: DEMO_IMAGERY });

  expect(result.ok ? [] : result.problems.map(problemText)).toEqual(
    expect.arrayContaining([
      "store.json: law.withdrawal_function.source: Required",
      "store.json: law: has settings that do not exist: lowest_price",
      expect.stringMatching(/^products\.json row \d+ \(rainbow-stacker\): price: /),
    ]),
  );
  expect((await findStore()).law.hasWithdrawalFunction).toBe(true);
});

test("where the lowest price is the basis, the percentage refers to it and a higher sale price is no reduction", async () => {
  const folder = copyDemoCatalogue();
  changeFile<Record<string, unknown>>(folder, "store.json", (store) => ({
    ...store,
    law: {
      lowest_price_of_30_days: {
        applies: true,
        percentage_of: "lowest_price",
        source: "the law of the place",
      },
    },
  }));
  changeRow(folder, ["products.json", "stacking-cups"], { price: 50 });
  await importWith(folder, day(500));
  changeRow(folder, ["products.json", "stacking-cups"], priced({ price: 100, sale_price: 40 }));
  await importWith(folder, day(540));
  const below = (await variantOf("stacking-cups")).price;
  changeRow(folder, ["products.json", "stacking-cups"], priced({ sale_price: 60 }));
  await importWith(folder, day(541));
  const above = (await variantOf("stacking-cups")).price;

  expect(below).toMatchObject({ was: { minor: 10_000 }, percentOff: 20, lowestBefore: { minor: 5_000 } });
  expect(above).toEqual({ now: { minor: 6_000, currency: "GBP" }, was: null, percentOff: null });
});

test("migration 0004 copies the prices of a product to each of its variants", async () => {
  await run(db() as never, [
    "DROP TABLE price_history",
    "ALTER TABLE variants DROP COLUMN lowest_price_before_minor",
    "ALTER TABLE order_returns DROP COLUMN legal_basis",
  ]);
  await createTables(db() as never, {
    tables: {
      price_history: `
        id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id), price_minor INTEGER NOT NULL,
        valid_from TEXT NOT NULL, valid_to TEXT`,
    },
    indexes: ["CREATE INDEX price_history_product ON price_history (product_id, valid_from)"],
  });
  const { id: highChair } = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", "high-chair")
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO price_history (product_id, price_minor, valid_from, valid_to)
    VALUES (${highChair}, 18900, '2026-01-01', '2026-05-01'), (${highChair}, 15900, '2026-05-01', NULL)`.execute(
    db(),
  );

  await addLaw(db() as never);

  const rows = await db()
    .selectFrom("price_history")
    .innerJoin("variants", "variants.id", "price_history.variant_id")
    .select([
      "variants.position",
      "currency",
      "price_history.price_minor",
      "is_reduced",
      "valid_from",
      "valid_to",
    ])
    .orderBy("variants.position")
    .orderBy("valid_from")
    .execute();
  const spans = rows.map((row) => Object.values(row).join(" "));
  const shared = (position: number) => [
    `${position} GBP 18900 0 2026-01-01 2026-05-01`,
    `${position} GBP 15900 1 2026-05-01 `,
  ];
  expect(spans).toEqual([...shared(0), ...shared(1), "2 GBP 17900 1 2026-05-01 "]);
});

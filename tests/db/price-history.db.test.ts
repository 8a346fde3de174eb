import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
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
import { importProblems, productId } from "#tests/support/shops/imported-catalogue.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2031-05-05T12:00:00Z");

const day = (count: number) => new Date(FIRST + count * DAY_MS);

async function importWith(folder: string, now: Date): Promise<void> {
  expect(await importProblems(folder, now)).toEqual([]);
}

/** The same figures in euros, which the demo offers too. */
const priced = <Change extends object>(change: Change) => ({
  ...change,
  prices: { EUR: { price: 50, ...change } },
});

async function variantOf(slug: string) {
  const variant = (await findProduct(await productId(slug), day(0)))?.variants[0];
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
    expect(price.lowestBefore).not.toBeNull();
    // Said only where it is another price than the one struck through.
    const isShown = price.lowestBefore?.minor !== price.was?.minor;
    expect(lowestBeforeText(price, "en-GB")).toEqual(
      isShown ? expect.stringMatching(/^Lowest price in the 30 days before: £\d+\.\d\d$/) : null,
    );
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

  expect(await importProblems(folder, day(0))).toEqual(
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
    law: { lowest_price_of_30_days: { applies: true, percentage_of: "lowest_price", source: "a law" } },
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

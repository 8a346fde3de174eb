import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { fitInto } from "#app/models/catalogue/dimensions-check.ts";
import { listFitting } from "#app/models/catalogue/fitting-products.server.ts";
import { sizesOf } from "#app/models/catalogue/product-attributes.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date();
/** Every folding product of the demo catalogue fits. */
const BOOT = { place: "boot", width: 2_000, depth: 2_000, height: 2_000 } as const;
/** City Pushchair. */
const OWN = 137;

/** The products that fit, most to spare first, whether they can be bought or not. */
async function fitting(): Promise<ReadonlyArray<number>> {
  const rows = await db().selectFrom("products").selectAll().where("is_visible", "=", 1).execute();
  return rows
    .flatMap((row) => {
      const { foldedSize } = sizesOf(row);
      return foldedSize && row.id !== OWN ? [{ id: row.id, spare: fitInto(foldedSize, BOOT).spare }] : [];
    })
    .sort((one, other) => other.spare - one.spare || one.id - other.id)
    .map(({ id }) => id);
}

/** Each of the products that fit is in stock if it is among `ids`, else sold out. */
async function stockOnly(ids: ReadonlyArray<number>): Promise<void> {
  for (const id of await fitting()) {
    await db()
      .updateTable("variants")
      .set({ on_hand: 5, reserved: ids.includes(id) ? 0 : 5 })
      .where("product_id", "=", id)
      .execute();
  }
}

const found = async () => (await listFitting(BOOT, OWN, NOW)).map(({ card }) => card.id);

test("the two with most to spare that can be bought are suggested, however many before them are sold out", async () => {
  const all = await fitting();
  for (const [one, other] of [
    [0, 1],
    [0, all.length - 1],
    [all.length - 2, all.length - 1],
  ] as const) {
    const ids = [all[one]!, all[other]!];
    await stockOnly(ids);

    expect(await found()).toEqual(ids);
  }
  await stockOnly([all.at(-1)!]);
  expect(await found()).toEqual([all.at(-1)]);
});

test("cards are read of as many products as it takes, and not of all that fit", async () => {
  const all = await fitting();
  await stockOnly(all);
  await found();

  const texts = await listQueries(found);

  const counts = texts.flatMap(
    (text) => /"product_id" in \(([^)]*)\)/.exec(text)?.[1]?.split(",").length ?? [],
  );
  expect(all.length).toBeGreaterThan(4);
  expect(counts).toEqual([4]);
});

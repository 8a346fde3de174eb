/** What variants have of their own: prices and barcodes, as parts of the draft of their product. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  changeProduct,
  findProductState,
  previewProduct,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import {
  barcodesOf,
  barcodesText,
  ownPricesOf,
  ownPricesText,
} from "#app/models/catalogue/editing/variant-facts.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import {
  type DraftState,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { logRows } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { productId, draftState, productForm, formNow } from "#tests/support/people/desk/desk-products.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** The prices of `state` with those of the variant at `place` changed. */
function withOwn({ fields }: DraftState, place: number, own: { price: number | null; sale: number | null }) {
  const prices = ownPricesOf(fields.ownPrices);
  return ownPricesText(prices.map((variant, index) => (index === place ? { ...variant, ...own } : variant)));
}

function withCode(state: DraftState, place: number, gtin: string) {
  const codes = barcodesOf(state.fields.barcodes);
  return barcodesText(codes.map((code, index) => (index === place ? { ...code, gtin } : code)));
}

const soldAt = async (id: number) =>
  (await findProduct(id, NOW))?.variants.map(({ price }) => price.now.minor);
const historyOf = async (id: number, place: number) => {
  const ofProduct = db().selectFrom("variants").select("id").where("product_id", "=", id);
  const variants = await ofProduct.orderBy("position").execute();
  return db()
    .selectFrom("price_history")
    .select(["price_minor", "is_reduced", "valid_to"])
    .where("variant_id", "=", variants[place]?.id ?? 0)
    .where("currency", "=", "GBP")
    .orderBy("id")
    .execute();
};

test("a variant's own price is a draft of an editor, and published by an owner, with its history", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await productId("rainbow-stacker");
  const before = await draftState(id);
  const sold = await soldAt(id);
  const ownPrices = withOwn(before, 1, { price: 9900, sale: null });

  const notLower = withOwn(before, 0, { price: null, sale: Number(before.fields.price) });
  expect(await outcomeOf(changeProduct(id, { ownPrices: notLower }, { now: NOW }))).toBe(
    "own-sale-not-lower",
  );
  const done = await publishAtDesk(productForm(before, { ownPrices, name: "Another name" }), editor);
  expect(done).toMatchObject({ value: { published: ["name"], waiting: ["ownPrices"] } });
  expect(await soldAt(id)).toEqual(sold);
  const shown = await previewProduct(id, (await draftState(id)).fields, NOW);
  expect(shown?.variants[1]?.price.now.minor).toBe(9900);

  expect(await publishAtDesk(await formNow(id), owner)).toMatchObject({
    value: { published: ["ownPrices"], waiting: [] },
  });
  expect(await soldAt(id)).toEqual([sold?.[0], 9900, ...(sold?.slice(2) ?? [])]);
  expect((await historyOf(id, 1)).at(-1)).toEqual({ price_minor: 9900, is_reduced: 0, valid_to: null });
  expect((await logRows("product-published")).at(-1)?.changes).toMatchObject({
    "prices of variants": [expect.anything(), expect.stringMatching(/: £99\.00$/)],
  });

  const reduced = withOwn(await draftState(id), 1, { price: 9900, sale: 9000 });
  await publishAtDesk(await formNow(id, { ownPrices: reduced }), owner);
  expect((await historyOf(id, 1)).at(-1)).toEqual({ price_minor: 9000, is_reduced: 1, valid_to: null });
  expect((await soldAt(id))?.[1]).toBe(9000);
  const sorted = await db().selectFrom("products").select("sort_price_minor").where("id", "=", id).execute();
  expect(sorted).toEqual([{ sort_price_minor: Math.min(...((await soldAt(id)) ?? [])) }]);
});

test("a barcode is one variant's alone, with zeros in front and of two at once too, and has a check digit", async () => {
  const owner = await person("owner");
  const [id, other] = [await productId("tractor"), await productId("abacus")];
  const state = await draftState(id);
  const taken = barcodesOf((await draftState(other)).fields.barcodes)[0]?.gtin ?? "";

  const publish = async (gtin: string) =>
    publishAtDesk(await formNow(id, { barcodes: withCode(state, 0, gtin) }), owner);

  for (const barcode of [taken, `0${taken}`])
    expect(await publish(barcode)).toMatchObject({ code: "barcode-taken", detail: { barcode } });
  const wrong = { barcodes: withCode(state, 0, "5901234123458") };
  expect(await outcomeOf(changeProduct(id, wrong, { now: NOW }))).toBe("barcode-malformed");
  const done = await publish("5901234123457");
  expect(done).toMatchObject({ value: { published: ["barcodes"] } });
  expect((await findProduct(id, NOW))?.variants[0]?.gtin).toBe("5901234123457");

  const states = [
    await draftState(await productId("train-set")),
    await draftState(await productId("delivery-van")),
  ];
  const code = (of: DraftState) =>
    changeProduct(of.id, { barcodes: withCode(of, 0, "96385074") }, { now: NOW });
  expect(await atOnce(...states.map(code))).toEqual(["barcode-taken", "done"]);
});

test("two who change prices of variants at once see both, and a version puts them back", async () => {
  const owner = await person("owner");
  const id = await productId("racing-cars");
  const page = await draftState(id);
  const [theirs, yours] = [6100, 6200].map((price) => withOwn(page, 0, { price, sale: null }));
  await publishAtDesk(productForm(page, { ownPrices: theirs }), owner);

  const both = await saveDraftAtDesk(productForm(page, { ownPrices: yours, name: "Yours" }), owner);
  expect(both).toMatchObject({
    value: { kind: "conflict", merge: { conflicts: ["ownPrices"], yours: ["name"] } },
  });
  expect((await draftState(id)).changes).toEqual({});

  const [, before] = await listVersions(id, 2);
  expect(await outcomeOf(putBackAtDesk(await formNow(id), before?.id ?? 0, owner))).toBe("done");
  expect((await draftState(id)).changes).toEqual({ ownPrices: page.published.ownPrices });
});

test("a version from before variants were edited is the same but for what it has", async () => {
  const id = await productId("abacus");
  await changeProduct(id, { name: "One" }, { now: NOW });
  const [version] = await listVersions(id, 1);
  const versionId = version?.id ?? 0;
  const { ownPrices, barcodes, ...older } = version?.fields ?? {};
  expect([ownPrices, barcodes]).not.toContain(undefined);
  const fields = JSON.stringify(older);
  await db().updateTable("product_versions").set({ fields }).where("id", "=", versionId).execute();

  await changeProduct(id, { name: "Two" }, { now: NOW });
  const names = (await listVersions(id, 5)).map((each) => each.fields.name);
  expect(names).toEqual(["Two", "One", expect.any(String)]);
  const state = await findProductState(id);
  expect(await outcomeOf(putBackAtDesk(await formNow(id), versionId, await person("owner")))).toBe("done");
  expect((await draftState(id)).fields).toEqual({ ...state?.fields, name: "One" });
});

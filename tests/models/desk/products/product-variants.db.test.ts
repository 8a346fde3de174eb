/** What variants have of their own: prices and barcodes, as parts of the draft of their product. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  changeProduct,
  findProductState,
  previewProduct,
} from "#app/models/catalogue/editing/change-product.server.ts";
import type { ProductChanges } from "#app/models/catalogue/editing/product-fields.ts";
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
  findDraftState,
  marksOf,
  type ProductEdit,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "editor") => actorAt((await deskPerson(role)).token);

async function idOf(slug: string): Promise<number> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function stateOf(id: number): Promise<DraftState> {
  const state = await findDraftState(id);
  if (!state) throw new Error("no such product");
  return state;
}

function formOf(state: DraftState, typed: ProductChanges): ProductEdit {
  return {
    ...{ id: state.id, version: state.version, marks: marksOf(state.fields) },
    typed: { ...state.fields, ...typed },
  };
}

/** The prices of `state` with those of the variant at `place` changed. */
function withOwn(
  state: DraftState,
  place: number,
  own: Readonly<{ price: number | null; sale: number | null }>,
) {
  const prices = ownPricesOf(state.fields.ownPrices);
  return ownPricesText(prices.map((variant, index) => (index === place ? { ...variant, ...own } : variant)));
}

function withCode(state: DraftState, place: number, gtin: string) {
  const codes = barcodesOf(state.fields.barcodes);
  return barcodesText(codes.map((code, index) => (index === place ? { ...code, gtin } : code)));
}

const soldAt = async (id: number) =>
  (await findProduct(id, NOW))?.variants.map(({ price }) => price.now.minor);
const historyOf = async (id: number, place: number) => {
  const variants = await db()
    .selectFrom("variants")
    .select("id")
    .where("product_id", "=", id)
    .orderBy("position")
    .execute();
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
  const id = await idOf("rainbow-stacker");
  const before = await stateOf(id);
  const sold = await soldAt(id);
  const ownPrices = withOwn(before, 1, { price: 9900, sale: null });

  const done = await publishAtDesk(formOf(before, { ownPrices, name: "Another name" }), editor);
  expect(done).toMatchObject({ value: { published: ["name"], waiting: ["ownPrices"] } });
  expect(await soldAt(id)).toEqual(sold);
  const shown = await previewProduct(id, (await stateOf(id)).fields, NOW);
  expect(shown?.variants[1]?.price.now.minor).toBe(9900);

  expect(await publishAtDesk(formOf(await stateOf(id), {}), owner)).toMatchObject({
    value: { published: ["ownPrices"], waiting: [] },
  });
  expect(await soldAt(id)).toEqual([sold?.[0], 9900, ...(sold?.slice(2) ?? [])]);
  expect((await historyOf(id, 1)).at(-1)).toEqual({ price_minor: 9900, is_reduced: 0, valid_to: null });
  const [row] = await listDeskLog({ staffId: null, subject: { kind: "product", id: String(id) }, limit: 1 });
  expect(row?.changes["prices of variants"]?.[1]).toMatch(/: £99\.00$/);

  const reduced = withOwn(await stateOf(id), 1, { price: 9900, sale: 9000 });
  await publishAtDesk(formOf(await stateOf(id), { ownPrices: reduced }), owner);
  expect((await historyOf(id, 1)).at(-1)).toEqual({ price_minor: 9000, is_reduced: 1, valid_to: null });
  expect((await soldAt(id))?.[1]).toBe(9000);
  const sort = await db()
    .selectFrom("products")
    .select("sort_price_minor")
    .where("id", "=", id)
    .executeTakeFirst();
  expect(sort?.sort_price_minor).toBe(Math.min(...((await soldAt(id)) ?? [])));
});

test("an own sale price that is not lower is refused by the model", async () => {
  const id = await idOf("tractor");
  const state = await stateOf(id);
  const ownPrices = withOwn(state, 0, { price: null, sale: Number(state.fields.price) });
  expect(await changeProduct(id, { ownPrices }, { now: NOW })).toMatchObject({
    ok: false,
    code: "own-sale-not-lower",
  });
});

test("a barcode is one variant's alone, also with zeros in front, and has a check digit", async () => {
  const owner = await person("owner");
  const [id, other] = [await idOf("tractor"), await idOf("abacus")];
  const state = await stateOf(id);
  const taken = barcodesOf((await stateOf(other)).fields.barcodes)[0]?.gtin ?? "";

  for (const gtin of [taken, `0${taken}`])
    expect(await publishAtDesk(formOf(state, { barcodes: withCode(state, 0, gtin) }), owner)).toMatchObject({
      ...{ ok: false, code: "barcode-taken", detail: { barcode: gtin } },
    });
  expect(
    await changeProduct(id, { barcodes: withCode(state, 0, "5901234123458") }, { now: NOW }),
  ).toMatchObject({
    code: "barcode-malformed",
  });
  const done = await publishAtDesk(
    formOf(await stateOf(id), { barcodes: withCode(state, 0, "5901234123457") }),
    owner,
  );
  expect(done).toMatchObject({ value: { published: ["barcodes"] } });
  expect((await findProduct(id, NOW))?.variants[0]?.gtin).toBe("5901234123457");
});

test("of two who give the same barcode at once one is refused", async () => {
  const ids = [await idOf("train-set"), await idOf("delivery-van")];
  const states = await Promise.all(ids.map(stateOf));
  const done = await Promise.all(
    states.map((state) =>
      changeProduct(state.id, { barcodes: withCode(state, 0, "96385074") }, { now: NOW }),
    ),
  );
  expect(done.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "barcode-taken" });
});

test("two who change prices of variants at once see both, and a version puts them back", async () => {
  const owner = await person("owner");
  const id = await idOf("racing-cars");
  const page = await stateOf(id);
  const [theirs, yours] = [6100, 6200].map((price) => withOwn(page, 0, { price, sale: null }));
  await publishAtDesk(formOf(page, { ownPrices: theirs }), owner);

  const both = await saveDraftAtDesk(formOf(page, { ownPrices: yours, name: "Yours" }), owner);
  expect(both).toMatchObject({
    value: { kind: "conflict", merge: { conflicts: ["ownPrices"], yours: ["name"] } },
  });
  expect((await stateOf(id)).changes).toEqual({});

  const [, before] = await listVersions(id, 2);
  expect(await putBackAtDesk(formOf(await stateOf(id), {}), before?.id ?? 0, owner)).toMatchObject({
    value: { isChanged: true },
  });
  expect((await stateOf(id)).changes).toEqual({ ownPrices: page.published.ownPrices });
});

test("a version from before variants were edited is the same but for what it has", async () => {
  const id = await idOf("abacus");
  await changeProduct(id, { name: "One" }, { now: NOW });
  const [version] = await listVersions(id, 1);
  const fields = Object.entries(version?.fields ?? {});
  const older = Object.fromEntries(fields.filter(([field]) => !["ownPrices", "barcodes"].includes(field)));
  await db()
    .updateTable("product_versions")
    .set({ fields: JSON.stringify(older) })
    .where("id", "=", version?.id ?? 0)
    .execute();

  await changeProduct(id, { name: "Two" }, { now: NOW });
  expect((await listVersions(id, 5)).map(({ fields }) => fields.name)).toEqual([
    "Two",
    "One",
    expect.any(String),
  ]);
  const state = await findProductState(id);
  expect(
    await putBackAtDesk(formOf(await stateOf(id), {}), version?.id ?? 0, await person("owner")),
  ).toMatchObject({
    ok: true,
  });
  expect((await stateOf(id)).fields).toEqual({ ...state?.fields, name: "One" });
});

import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import {
  changeProduct,
  findProductState,
  previewProduct,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { type ProductField, saleText } from "#app/models/catalogue/editing/product-fields.ts";
import { cleanUpVersions, listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import { findProduct, findProductPath } from "#app/models/catalogue/product.server.ts";
import {
  countProductViews,
  listDeskProducts,
  NO_PRODUCT_FILTERS as NONE,
} from "#app/models/desk/products/product-list.server.ts";
import {
  discardDraftAtDesk,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { applyDueSales } from "#app/models/desk/products/sales.server.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";
import { monthsBefore } from "#app/models/platform/retention.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, logRows } from "#tests/support/people/desk/desk-orders.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { draftState, productForm, formNow } from "#tests/support/people/desk/desk-products.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Visible products without a sale, whose variants have no prices of their own. Each test has its own. */
async function plainProduct(position: number): Promise<number> {
  const rows = await db()
    .selectFrom("products")
    .select("id")
    .where("is_visible", "=", 1)
    .where("sale_price_minor", "is", null)
    .where(
      sql<boolean>`not exists (select 1 from variants where product_id = products.id and (price_minor is not null or sale_price_minor is not null))`,
    )
    .orderBy("id")
    .execute();
  const id = rows[position]?.id;
  if (id === undefined) throw new Error("The demo has too few products");
  return id;
}

async function fieldOf(id: number, field: ProductField): Promise<string | undefined> {
  return (await findProductState(id))?.fields[field];
}

const today = localTime(NOW, "Europe/London").day;

/** Noon of a day in the shop's time zone. */
const noonOf = (days: number) => new Date(`${addDays(today, days)}T12:00:00Z`);

test("a draft is on no page until it is published, and then on all", async () => {
  const owner = await person("owner");
  const id = await plainProduct(0);
  const before = await draftState(id);

  const saved = await saveDraftAtDesk(productForm(before, { name: "A stacker by another name" }), owner);
  expect(saved).toMatchObject({ value: { kind: "done", isChanged: true, waiting: ["name"] } });
  expect((await findProduct(id, NOW))?.name).toBe(before.published.name);
  const draft = await draftState(id);
  expect(draft.fields.name).toBe("A stacker by another name");

  const version = await catalogueVersion();
  const done = await publishAtDesk(productForm(draft), owner);
  expect(done).toMatchObject({ value: { kind: "done", isChanged: true, published: ["name"], waiting: [] } });
  expect((await findProduct(id, NOW))?.name).toBe("A stacker by another name");
  expect(await draftState(id)).toMatchObject({ changes: {}, draftBy: null });
  expect((await draftState(id)).version).toBe(draft.version + 1);
  expect(await changedProducts(version, await catalogueVersion(), 100)).toEqual([id]);
  expect(await deskActions(id)).toEqual(["product-drafted", "product-published"]);
  const [row] = await logRows("product-published");
  expect(row?.changes).toEqual({ name: [before.published.name, "A stacker by another name"] });
});

test("of one field that both changed nothing is saved, and both texts are answered", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await plainProduct(2);
  const page = await draftState(id);
  await saveDraftAtDesk(productForm(page, { name: "Theirs", pageTitle: "Their title" }), owner);

  const yours = productForm(page, { name: "Yours", metaDescription: "Your text" });
  const answer = await publishAtDesk(yours, editor);

  if (!answer.ok || answer.value.kind !== "conflict") throw new Error("no conflict");
  const { merge, now } = answer.value;
  expect(merge).toMatchObject({ conflicts: ["name"], yours: ["metaDescription"], theirs: ["pageTitle"] });
  const merged = { name: "Yours", pageTitle: "Their title", metaDescription: "Your text" };
  expect(merge.merged).toMatchObject(merged);
  expect(now.fields.name).toBe("Theirs");
  expect(await draftState(id)).toMatchObject({ changes: { name: "Theirs", pageTitle: "Their title" } });
  expect(await deskActions(id)).toEqual(["product-drafted"]);
});

test("of two who publish the same field at once one sees both texts", async () => {
  const owner = await person("owner");
  const page = await draftState(await plainProduct(3));
  const publish = (name: string) => publishAtDesk(productForm(page, { name }), owner);

  expect(await atOnce(publish("One"), publish("Another"))).toEqual(["conflict", "done"]);
});

test("an editor's prices wait for an owner, and the other fields are published", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await plainProduct(4);
  const page = await draftState(id);

  const done = await publishAtDesk(productForm(page, { name: "New name", price: "12300" }), editor);
  expect(done).toMatchObject({ value: { published: ["name"], waiting: ["price"] } });
  expect([await fieldOf(id, "name"), await fieldOf(id, "price")]).toEqual(["New name", page.fields.price]);

  await publishAtDesk(await formNow(id), owner);
  expect(await fieldOf(id, "price")).toBe("12300");
});

test("a draft is discarded once, and by nobody who has not seen what another has saved since", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await plainProduct(6);
  const before = await draftState(id);
  await saveDraftAtDesk(productForm(before, { name: "Seen" }), owner);
  const page = await formNow(id);
  await saveDraftAtDesk(await formNow(id, { pageTitle: "Saved since" }), editor);

  expect(await outcomeOf(discardDraftAtDesk(id, owner, page))).toBe("desk-draft-changed");
  expect((await draftState(id)).changes).toEqual({ name: "Seen", pageTitle: "Saved since" });
  await saveDraftAtDesk(await formNow(id, { pageTitle: page.typed.pageTitle }), editor);
  expect(await outcomeOf(discardDraftAtDesk(id, owner, page))).toBe("done");
  expect(await outcomeOf(discardDraftAtDesk(id, owner))).toBe("unchanged");
  expect(await draftState(id)).toMatchObject({ changes: {}, fields: before.fields });
  expect((await deskActions(id)).at(-1)).toBe("product-discarded");
});

test("what was there for years before a publication can be put back for two years after it", async () => {
  const owner = await person("owner");
  const id = await plainProduct(11);
  const { name } = (await draftState(id)).fields;
  const old = monthsBefore(NOW, 25);
  await db().updateTable("products").set({ changed_at: old }).where("id", "=", id).execute();
  await publishAtDesk(await formNow(id, { name: "New" }), owner);

  await cleanUpVersions(later(1));

  const versions = await listVersions(id, 9);
  expect(versions.map(({ fields, at }) => [fields.name, at === old])).toEqual([
    ["New", false],
    [name, true],
  ]);
  const back = await putBackAtDesk(await formNow(id), versions[1]?.id ?? 0, owner);
  expect(back).toMatchObject({ value: { isChanged: true } });
});

test("a hidden product is on no page but in the preview of its draft, which changes nothing, and comes back", async () => {
  const id = await plainProduct(12);
  await changeProduct(id, { visibility: "nobody" }, { now: NOW });
  expect(await findProductPath(id)).toBeNull();
  const { products } = await listDeskProducts({ view: "hidden", filters: NONE }, null);
  expect(products.map((row) => row.id)).toContain(id);

  const { fields } = await draftState(id);
  const sale = saleText({ minor: 100, first: addDays(today, 5), last: null });
  const shown = await previewProduct(id, { ...fields, name: "Not yet", sale }, NOW);
  expect(shown).toMatchObject({ name: "Not yet", price: { now: { minor: 100 } } });
  expect((await draftState(id)).fields).toEqual(fields);
  expect(await previewProduct(0, fields, NOW)).toBeNull();

  await changeProduct(id, { visibility: "everybody" }, { now: NOW });
  expect(await findProductPath(id)).not.toBeNull();
});

test("a sale of a weekend begins and ends by itself, and its prior price is known", async () => {
  const id = await plainProduct(8);
  const regular = Number(await fieldOf(id, "price"));
  const sale = { minor: regular - 400, first: addDays(today, 3), last: addDays(today, 4) };
  const shown = async (at: Date) => (await findProduct(id, at))?.price;

  await changeProduct(id, { sale: saleText(sale) }, { now: NOW });
  await applyDueSales(noonOf(2));
  expect(await shown(noonOf(2))).toMatchObject({ now: { minor: regular }, was: null });

  await applyDueSales(noonOf(3));
  await applyDueSales(noonOf(4));
  expect(await shown(noonOf(4))).toMatchObject({ now: { minor: regular - 400 }, was: { minor: regular } });
  const variants = await db().selectFrom("variants").selectAll().where("product_id", "=", id).execute();
  expect(new Set(variants.map((variant) => variant.lowest_price_before_minor))).toEqual(new Set([regular]));
  expect(await fieldOf(id, "sale")).toBe(saleText(sale));

  await applyDueSales(noonOf(5));
  await applyDueSales(noonOf(6));
  expect(await shown(noonOf(6))).toMatchObject({ now: { minor: regular }, was: null });
  expect(await fieldOf(id, "sale")).toBe("");
  expect(await deskActions(id)).toEqual(["product-sale-started", "product-sale-ended"]);
});

test("a sale that is not below the price is refused", async () => {
  const id = await plainProduct(9);
  const sale = `${await fieldOf(id, "price")} - -`;

  expect(await outcomeOf(changeProduct(id, { sale }, { now: NOW }))).toBe("sale-not-lower");
  expect(await outcomeOf(changeProduct(0, { name: "Nothing" }, { now: NOW }))).toBe("product-not-found");
  expect(await fieldOf(id, "sale")).toBe("");
});

test("a sale by hand leaves the same rows as the same sale from an import", async () => {
  const id = await plainProduct(10);
  const price = Number(await fieldOf(id, "price")) / 100;
  const open = () =>
    db()
      .selectFrom("variants")
      .innerJoin("price_history", "price_history.variant_id", "variants.id")
      .innerJoin("products", "products.id", "variants.product_id")
      .select(["variants.id", "price_history.price_minor", "is_reduced", "lowest_price_before_minor"])
      .select(["sort_price_minor", "products.sale_price_minor", "products.price_minor as regular"])
      .where("variants.product_id", "=", id)
      .where("currency", "=", "GBP")
      .where("valid_to", "is", null)
      .orderBy("variants.id")
      .execute();
  const importOn = async (days: number, sale: number | null) => {
    const folder = copyDemoCatalogue();
    const amounts = { price, sale_price: sale, price_history: [] };
    const change = { ...amounts, prices: { EUR: { ...amounts, sale_price: null } } };
    changeRow(folder, ["products.json", id], change);
    const imported = await importCatalogue(folder, noonOf(days), { imagery: DEMO_IMAGERY });
    expect(imported.ok ? [] : imported.problems.map(problemText)).toEqual([]);
  };

  await importOn(60, price - 2);
  const fromImport = await open();
  await importOn(61, null);
  const sale = saleText({ minor: (price - 2) * 100, first: null, last: null });
  await changeProduct(id, { sale }, { now: noonOf(121) });

  expect(await open()).toEqual(fromImport);
  expect(fromImport[0]).toMatchObject({ is_reduced: 1, lowest_price_before_minor: price * 100 });
});

test("lists are paged by name, searched by barcode, and as long as their numbers say", async () => {
  const pages = await allPages<number, number>(async (after) => {
    const { products, next } = await listDeskProducts({ view: "all", filters: NONE }, after);
    return { rows: products.map(({ id }) => id), next };
  });
  const all = pages.flat();
  const counts = await countProductViews(["all", "for-sale", "hidden", "sold-out", "drafts", "on-sale"]);
  expect(new Set(all).size).toBe(counts.all);
  expect(all).toHaveLength(counts.all ?? -1);

  const variant = await db().selectFrom("variants").selectAll().orderBy("id").executeTakeFirstOrThrow();
  for (const query of [variant.gtin.replace(/^0+/, ""), variant.sku.toLowerCase()]) {
    const { products } = await listDeskProducts({ view: "all", filters: { ...NONE, query } }, null);
    expect(products.map(({ id }) => id)).toEqual([variant.product_id]);
  }
  for (const view of ["for-sale", "hidden", "sold-out", "drafts", "on-sale"] as const) {
    const { products, next } = await listDeskProducts({ view, filters: NONE }, null);
    if (next === null) expect(products).toHaveLength(counts[view] ?? -1);
  }
});

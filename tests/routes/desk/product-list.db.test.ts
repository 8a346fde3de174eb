/** The desk's list of products by department and brand, and one form for all of it. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { setVariantsVisible } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import { listImports } from "#app/models/desk/files/imports.server.ts";
import type { PriceRule } from "#app/models/desk/products/bulk-rule.ts";
import {
  BULK_PRODUCTS_MAX,
  countProductViews,
  findDeskProducts,
  listDeskProducts,
  NO_PRODUCT_FILTERS as NONE,
} from "#app/models/desk/products/product-list.server.ts";
import { applyToEach } from "#app/routes/desk/products/bulk.server.ts";
import {
  checkedPage,
  chosenProducts,
  namedProducts,
  shownPrices,
  shownText,
} from "#app/routes/desk/products/named-products.server.ts";
import { NOW } from "#tests/support/now.ts";
import { appCode } from "#tests/support/people/desk/desk-codes.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { importLines } from "#tests/support/people/desk/desk-imports.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";

useTestDatabase();

const SEEN = later(1).toISOString();
const LOWER: PriceRule = { kind: "price", percent: -10, isWhole: false, first: null, last: null };

async function categoryAt(path: string): Promise<number> {
  const row = await db().selectFrom("categories").select("id").where("path", "=", path).executeTakeFirst();
  return row?.id ?? 0;
}

async function brandAt(slug: string): Promise<number> {
  const row = await db().selectFrom("brands").select("id").where("slug", "=", slug).executeTakeFirst();
  return row?.id ?? 0;
}

/** Ids of the products in a category whose path begins so, by the tables alone. */
async function idsUnder(path: string): Promise<ReadonlyArray<number>> {
  const rows = await db()
    .selectFrom("product_categories")
    .innerJoin("categories", "categories.id", "product_categories.category_id")
    .select("product_id")
    .distinct()
    .where((eb) => eb.or([eb("path", "=", path), eb("path", "like", `${path}/%`)]))
    .execute();
  return rows.map((row) => row.product_id).sort((one, other) => one - other);
}

async function allOf(query: Readonly<Record<string, string>>) {
  const chosen = await chosenProducts({ ...query, all: "on", seen: SEEN });
  if (!chosen.ok) throw new Error(chosen.code);
  return chosen.value;
}

/** Past the ten minutes for which the code of the log-in counts. */
const THEN = later(20);

async function visitOf(role: "owner" | "editor") {
  const { token, secret } = await deskPerson(role);
  const found = await findDeskSession(token, THEN);
  if (!found) throw new Error("no session");
  return { visit: { ...found, actor: await actorAt(token, THEN) }, secret };
}

const words = (before: string, after: string) => `${before} to ${after}`;

test("a department stands for all below it, alone and with a brand, in the list, its counts and its form", async () => {
  const [category, brand] = [await categoryAt("wooden-toys"), await brandAt("hollybough-workshop")];
  const inDepartment = await idsUnder("wooden-toys");
  const stackers = await idsUnder("wooden-toys/building-and-stacking/stackers");
  expect(inDepartment.length).toBeGreaterThan(stackers.length);

  const all = await allOf({ category: String(category) });
  const both = await allOf({ category: String(category), brand: String(brand) });
  const small = await allOf({
    category: String(await categoryAt("wooden-toys/building-and-stacking/stackers")),
  });

  const ids = (found: typeof all) => found.products.map(({ id }) => id).sort((one, other) => one - other);
  expect([ids(all), ids(small)]).toEqual([inDepartment, stackers]);
  const ofBrand = await db().selectFrom("products").select("id").where("brand_id", "=", brand).execute();
  expect(ids(both)).toEqual(inDepartment.filter((id) => ofBrand.some((row) => row.id === id)));
  expect(await countProductViews(["all"], { ...NONE, category })).toEqual({ all: inDepartment.length });
  const { products } = await listDeskProducts({ view: "all", filters: { ...NONE, category, brand } }, null);
  expect(products.map(({ id }) => id)).toEqual(both.products.map(({ id }) => id).slice(0, 50));
  expect(both.query).toEqual({
    ...{ view: "all", category: String(category), brand: String(brand), all: "on", seen: SEEN },
  });
});

test("filters of an address that make no sense are left out, and unknown ones find nothing", async () => {
  expect(namedProducts({ view: "nothing", category: "1 or 1=1", brand: "-3", after: "x" })).toEqual({
    selection: { view: "all", filters: NONE },
    after: null,
    query: { view: "all" },
  });
  const unknown = { view: "all", filters: { ...NONE, category: 999_999 } } as const;
  expect((await listDeskProducts(unknown, null)).products).toEqual([]);
  expect(await chosenProducts({ category: "999999", all: "on" })).toMatchObject({
    code: "desk-nothing-chosen",
  });
});

test("all of a list is what the person saw: what has changed since is left out, and counted", async () => {
  const category = String(await categoryAt("wooden-toys/building-and-stacking/stackers"));
  const [first, ...others] = (await allOf({ category })).products;
  await changeProduct(first?.id ?? 0, { shortDescription: "Other words" }, { now: later(2) });

  const { products, changedSince } = await allOf({ category });

  expect(products.map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  expect(changedSince).toBe(1);
});

test("one form changes at most as many products as it says", async () => {
  const row = await db().selectFrom("products").selectAll().limit(1).executeTakeFirstOrThrow();
  for (let from = 0; from < BULK_PRODUCTS_MAX; from += 100)
    await db()
      .insertInto("products")
      .values(
        Array.from({ length: 100 }, (_, place) => {
          const id = 900_000 + from + place;
          return { ...row, id, slug: `copy-${id}`, sku: `COPY-${id}`, name: `Copy ${id}`, changed_at: null };
        }),
      )
      .execute();

  expect(await chosenProducts({ all: "on", seen: SEEN })).toMatchObject({
    ...{ code: "desk-too-many-products", detail: { maximum: BULK_PRODUCTS_MAX } },
  });
  const { products } = await allOf({ q: "copy-" });
  expect(products).toHaveLength(BULK_PRODUCTS_MAX);
  expect(shownText(products).length).toBeLessThan(20_000);
  const page = checkedPage(products, "2", (number) => `?page=${number ?? ""}`);
  expect(page).toMatchObject({
    shown: { length: 100 },
    pages: { place: "101 to 200 of 500", before: "?page=", next: "?page=3" },
  });
  await db().deleteFrom("products").where("id", ">=", 900_000).execute();
});

test("more than 20 products need a code, then each is changed from the price that was shown", async () => {
  const { visit, secret } = await visitOf("owner");
  const { products } = await allOf({ category: String(await categoryAt("wooden-toys")) });
  expect(products.length).toBeGreaterThan(20);
  const form = { rule: LOWER, key: "all", code: "", shown: shownText(products), words };
  const [first] = products;
  if (!first) throw new Error("no product");
  await changeProduct(first.id, { price: String(first.priceMinor + 100), sale: "" }, { now: later(2) });

  const without = await applyToEach(form, visit);
  expect([without.status, await without.json()]).toMatchObject([
    422,
    { errors: { code: expect.stringMatching(/code/i) } },
  ]);
  expect(await listImports(visit.actor)).toEqual([]);
  const done = await applyToEach({ ...form, code: appCode(secret, THEN) }, visit);

  const { rows, change } = (await done.json()) as unknown as {
    rows: ReadonlyArray<{ id: number; isDone: boolean; words: string }>;
    change: number;
  };
  expect(rows).toHaveLength(products.length);
  expect(rows.find(({ id }) => id === first.id)).toMatchObject({
    ...{ isDone: false, words: expect.stringContaining("changed meanwhile") },
  });
  const [listed] = await listImports(visit.actor);
  if (!listed) throw new Error("no change");
  expect(listed).toMatchObject({ id: change, needsCode: true });
  const isDone = rows.filter((row) => row.isDone).map(({ id }) => id);
  expect(await importLines(change, "changed")).toMatchObject(
    isDone
      .toSorted((a, b) => a - b)
      .slice(0, 50)
      .map((id) => ({ subject: String(id) })),
  );
  expect(await deskActions(String(isDone[0]))).toEqual(["product-published"]);
});

test("the list of shown prices in a form is bounded, and what makes no sense is skipped", () => {
  expect([...shownPrices("12:4200 13:5000 x:1 14: 0:5 15:-3")]).toEqual([
    [12, 4200],
    [13, 5000],
  ]);
  expect(shownPrices(Array.from({ length: 900 }, (_, id) => `${id + 1}:1`).join(" ")).size).toBe(
    BULK_PRODUCTS_MAX,
  );
});

test("units of hidden variants are not free, and a product of hidden stock alone is sold out", async () => {
  const { product_id: productId } = await db()
    .selectFrom("variants")
    .select("product_id")
    .groupBy("product_id")
    .having(({ fn }) => fn.countAll(), ">", 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  const ofProduct = () =>
    db().selectFrom("variants").select("id").where("product_id", "=", productId).orderBy("id").execute();
  const [first, ...others] = await ofProduct();
  await db()
    .updateTable("variants")
    .set({ on_hand: 0, reserved: 0 })
    .where("product_id", "=", productId)
    .execute();
  await db()
    .updateTable("variants")
    .set({ on_hand: 9 })
    .where("id", "=", first?.id ?? 0)
    .execute();
  expect(await findDeskProducts([productId])).toMatchObject([{ free: 9 }]);

  const hidden = await setVariantsVisible({ productId }, { ids: [first?.id ?? 0], isVisible: false }, NOW);

  expect([hidden.ok, others.length > 0]).toEqual([true, true]);
  expect(await findDeskProducts([productId])).toMatchObject([{ free: 0 }]);
  const { products } = await listDeskProducts({ view: "sold-out", filters: NONE }, null);
  expect(products.map(({ id }) => id)).toContain(productId);
});

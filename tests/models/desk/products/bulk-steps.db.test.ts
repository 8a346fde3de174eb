import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { saleText } from "#app/models/catalogue/editing/product-fields.ts";
import { type BulkRule, bulkTitle, type PriceRule } from "#app/models/desk/products/bulk-rule.ts";
import { findBulkChange } from "#app/models/desk/files/bulk-lines.server.ts";
import { findImport, isUndoable, listImports, undoImport } from "#app/models/desk/files/imports.server.ts";
import { changedSince } from "#app/models/desk/files/product-import.server.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { importLines } from "#tests/support/people/desk/desk-imports.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf, atOnce } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const headOf = (rule: BulkRule, key: string) => ({
  ...{ key, kind: rule.kind },
  ...{ title: bulkTitle(rule, 2), needsCode: false },
});

type Shown = Readonly<{ id: number; shownMinor: number }>;
const stepOf = (shown: Shown, rule: BulkRule, key: string) => ({ ...shown, rule, head: headOf(rule, key) });
const fieldsOf = async (id: number) => (await findProductState(id))?.fields;
const numberOf = async (key: string) => (await findBulkChange(key)) ?? 0;

const RAISE: PriceRule = { kind: "price", percent: 10, isWhole: true, first: null, last: null };

async function unreduced(position: number): Promise<Shown> {
  const rows = await db()
    .selectFrom("products")
    .select(["id", "price_minor"])
    .where("sale_price_minor", "is", null)
    .orderBy("id")
    .execute();
  const { id = 0, price_minor: shownMinor = 0 } = rows[position] ?? {};
  return { id, shownMinor };
}

const priceOf = async (id: number) => Number((await fieldsOf(id))?.price);

test("a price is raised once and from what was shown, and by no editor", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const product = await unreduced(0);
  const raised = Math.round((product.shownMinor * 1.1) / 100) * 100;
  const step = stepOf(product, RAISE, "twice");

  const another = { ...step, shownMinor: product.shownMinor - 1 };
  expect(await outcomeOf(changeOneAtDesk(another, owner))).toBe("desk-price-changed");
  expect(await outcomeOf(changeOneAtDesk(step, editor))).toBe("desk-not-allowed");
  expect(await outcomeOf(changeOneAtDesk({ ...step, id: 0 }, owner))).toBe("product-not-found");
  expect(await priceOf(product.id)).toBe(product.shownMinor);

  const done = await atOnce(changeOneAtDesk(step, owner), changeOneAtDesk(step, owner));
  expect(done).toEqual(["desk-price-changed", "done"]);
  expect(await priceOf(product.id)).toBe(raised);
  expect(await deskActions(product.id)).toEqual(["product-published"]);
  expect(await findDeskProducts([product.id])).toMatchObject([{ priceMinor: raised }]);
});

test("a sale by a rule is planned for its days", async () => {
  const owner = await person("owner");
  const product = await unreduced(2);
  const days = { first: "2999-11-27", last: "2999-11-30" };
  const rule: PriceRule = { kind: "sale", percent: 50, isWhole: false, ...days };

  expect(await outcomeOf(changeOneAtDesk(stepOf(product, rule, "sale"), owner))).toBe("done");

  expect((await fieldsOf(product.id))?.sale).toBe(
    `${Math.round(product.shownMinor / 2)} 2999-11-27 2999-11-30`,
  );
  expect(NOW.toISOString() < days.first).toBe(true);
});

const HIDE: BulkRule = { kind: "visibility", visibility: "nobody" };

const visibilityOf = async (id: number) => (await fieldsOf(id))?.visibility;

test("a change of several is taken back all at once and once, but for what was changed since", async () => {
  const owner = await person("owner");
  const [first, second] = [await unreduced(3), await unreduced(4)];
  for (const product of [first, second]) await changeOneAtDesk(stepOf(product, RAISE, "both"), owner);
  const change = await numberOf("both");
  await changeProduct(second.id, { price: "777" }, { now: NOW });

  const since = await changedSince(await importLines(change, "changed"), NOW);
  expect([...since]).toEqual([[second.id, "Changed since: price"]]);
  const done = await Promise.all([1, 2].map(() => undoImport(change, owner)));

  expect(done).toContainEqual({ ok: true, value: { isChanged: true, left: 1 } });
  expect(done).toContainEqual({ ok: true, value: { isChanged: false, left: 0 } });
  expect(await priceOf(first.id)).toBe(first.shownMinor);
  expect(await priceOf(second.id)).toBe(777);
  expect(await importLines(change, "left")).toMatchObject([
    { subject: String(second.id), leftBecause: "Changed since: price" },
  ]);
  expect((await listImports(owner))[0]).toMatchObject({ id: change, undoneBy: owner.staff.name });
  expect(await deskActions(change)).toEqual(["bulk-change-taken-back"]);
});

test("a form that is sent again after its undo can be undone again", async () => {
  const owner = await person("owner");
  const product = await unreduced(6);
  for (const expected of ["done", "done"]) {
    expect(await outcomeOf(changeOneAtDesk(stepOf(product, RAISE, "resent"), owner))).toBe(expected);
    expect(await priceOf(product.id)).not.toBe(product.shownMinor);
    expect(await undoImport(await numberOf("resent"), owner)).toEqual({
      ...{ ok: true, value: { isChanged: true, left: 0 } },
    });
    expect(await priceOf(product.id)).toBe(product.shownMinor);
  }
});

test("an editor hides and shows several and takes that back, but no prices", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const product = await unreduced(5);
  await changeOneAtDesk(stepOf(product, RAISE, "dearer"), owner);
  const hidden = await changeOneAtDesk(stepOf(product, HIDE, "hide"), editor);
  const again = await changeOneAtDesk(stepOf(product, HIDE, "again"), editor);

  expect(hidden).toMatchObject({ value: { before: "Everybody", after: "Nobody" } });
  expect(again).toMatchObject({ value: { before: "Nobody", after: "Nobody" } });
  expect(await visibilityOf(product.id)).toBe("nobody");
  expect((await listImports(editor)).map(({ fileName }) => fileName)).toEqual(["2 products hidden"]);
  const prices = await numberOf("dearer");
  expect(await findImport(prices, editor)).toBeNull();
  expect(await outcomeOf(undoImport(prices, editor))).toBe("not-found");
  expect(await undoImport(await numberOf("hide"), editor)).toMatchObject({ value: { left: 0 } });
  expect(await visibilityOf(product.id)).toBe("everybody");
});

test("of two changes of one price the first leaves what the second has made of it", async () => {
  const owner = await person("owner");
  const product = await unreduced(7);
  await changeOneAtDesk(stepOf(product, RAISE, "first"), owner);
  const raised = await priceOf(product.id);
  await changeOneAtDesk(stepOf({ ...product, shownMinor: raised }, RAISE, "second"), owner);
  const [first, second] = [await numberOf("first"), await numberOf("second")];

  expect(await undoImport(second, owner)).toMatchObject({ value: { left: 0 } });
  expect(await priceOf(product.id)).toBe(raised);
  await changeOneAtDesk(stepOf({ ...product, shownMinor: raised }, RAISE, "third"), owner);
  expect(await undoImport(first, owner)).toMatchObject({ value: { left: 1 } });
  expect(await undoImport(await numberOf("third"), owner)).toMatchObject({ value: { left: 0 } });
  expect(await priceOf(product.id)).toBe(raised);
});

test("a sale that was over by then does not come back, and after 30 days nothing does", async () => {
  const owner = await person("owner");
  const product = await unreduced(6);
  const over = { minor: product.shownMinor - 100, first: "2020-01-01", last: "2020-01-02" };
  await changeProduct(product.id, { sale: saleText(over) }, { now: NOW });
  const rule: PriceRule = { ...{ kind: "sale", percent: 20, isWhole: false }, first: null, last: null };
  await changeOneAtDesk(stepOf(product, rule, "a sale"), owner);
  const change = await numberOf("a sale");
  const monthLater = { ...owner, now: later(31 * 24 * 60) };

  const found = await findImport(change, owner);
  expect(found && (await isUndoable(found, monthLater))).toBe(false);
  expect(await outcomeOf(undoImport(change, monthLater))).toBe("import-too-old");
  expect(await undoImport(change, owner)).toMatchObject({ value: { left: 0 } });
  expect((await fieldsOf(product.id))?.sale).toBe("");
});

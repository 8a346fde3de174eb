import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { saleText } from "#app/models/catalogue/editing/product-fields.ts";
import { type BulkRule, bulkTitle, type PriceRule } from "#app/models/desk/products/bulk-rule.ts";
import {
  cleanUpBulkChanges,
  findBulkChange,
  findBulkLines,
  listBulkChanges,
  takeBackBulkChange,
} from "#app/models/desk/products/bulk-changes.server.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "editor") => actorAt((await deskPerson(role)).token);

const headOf = (rule: BulkRule, key: string) => ({
  ...{ key, kind: rule.kind },
  ...{ title: bulkTitle(rule, 2), needsCode: false },
});

const RAISE: PriceRule = { kind: "price", percent: 10, isWhole: true, first: null, last: null };

async function unreduced(position: number): Promise<Readonly<{ id: number; shownMinor: number }>> {
  const rows = await db()
    .selectFrom("products")
    .select(["id", "price_minor"])
    .where("sale_price_minor", "is", null)
    .orderBy("id")
    .execute();
  const { id = 0, price_minor: shownMinor = 0 } = rows[position] ?? {};
  return { id, shownMinor };
}

async function priceOf(id: number): Promise<number> {
  return Number((await findProductState(id))?.fields.price);
}

test("a form that is sent twice raises a price once", async () => {
  const owner = await person("owner");
  const product = await unreduced(0);
  const raised = Math.round((product.shownMinor * 1.1) / 100) * 100;
  const step = { ...product, rule: RAISE, head: headOf(RAISE, "twice") };

  const done = await Promise.all([changeOneAtDesk(step, owner), changeOneAtDesk(step, owner)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "desk-price-changed" });
  expect(await priceOf(product.id)).toBe(raised);
  expect(await deskActions(product.id)).toEqual(["product-published"]);
  const [listed] = await findDeskProducts([product.id]);
  expect(listed).toMatchObject({ priceMinor: raised });
});

test("a price that is not the one that was shown stays, and so does every price for an editor", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const product = await unreduced(1);
  const step = { ...product, rule: RAISE, head: headOf(RAISE, "one") };

  expect(await changeOneAtDesk({ ...step, shownMinor: product.shownMinor - 1 }, owner)).toMatchObject({
    code: "desk-price-changed",
  });
  expect(await changeOneAtDesk(step, editor)).toMatchObject({ code: "desk-not-allowed" });
  expect(await changeOneAtDesk({ ...step, id: 0 }, owner)).toMatchObject({ code: "product-not-found" });
  expect(await priceOf(product.id)).toBe(product.shownMinor);
});

test("a sale by a rule is planned for its days", async () => {
  const owner = await person("owner");
  const product = await unreduced(2);
  const days = { first: "2999-11-27", last: "2999-11-30" };
  const rule: PriceRule = { kind: "sale", percent: 50, isWhole: false, ...days };

  expect(await changeOneAtDesk({ ...product, rule, head: headOf(rule, "sale") }, owner)).toMatchObject({
    ok: true,
  });

  const fields = (await findProductState(product.id))?.fields;
  expect(fields?.sale).toBe(`${Math.round(product.shownMinor / 2)} 2999-11-27 2999-11-30`);
  expect(NOW.toISOString() < days.first).toBe(true);
});

const HIDE: BulkRule = { kind: "visibility", visibility: "nobody" };

async function visibilityOf(id: number): Promise<string | undefined> {
  return (await findProductState(id))?.fields.visibility;
}

test("a change of several is taken back all at once and once, but for what was changed since", async () => {
  const owner = await person("owner");
  const [first, second] = [await unreduced(3), await unreduced(4)];
  for (const product of [first, second])
    await changeOneAtDesk({ ...product, rule: RAISE, head: headOf(RAISE, "both") }, owner);
  const change = await findBulkChange({ key: "both" }, owner);
  if (!change) throw new Error("The change is not stored");
  await changeProduct(second.id, { price: "777" }, { now: NOW });

  expect((await findBulkLines(change)).map(({ stands }) => stands).sort()).toEqual([false, true]);
  const done = await Promise.all([
    takeBackBulkChange(change.id, owner),
    takeBackBulkChange(change.id, owner),
  ]);

  expect(done).toContainEqual({ ok: true, value: { isChanged: true, left: 1 } });
  expect(done).toContainEqual({ ok: true, value: { isChanged: false, left: 0 } });
  expect(await priceOf(first.id)).toBe(first.shownMinor);
  expect(await priceOf(second.id)).toBe(777);
  const lines = await findBulkLines(change);
  expect(lines.find(({ productId }) => productId === second.id)?.leftBecause).toBe("Changed since");
  expect((await listBulkChanges(owner))[0]).toMatchObject({ id: change.id, takenBackBy: owner.staff.name });
  const log = await db()
    .selectFrom("desk_log")
    .select("action")
    .where("subject_kind", "=", "bulk-change")
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["bulk-change-taken-back"]);
});

test("an editor hides and shows several and takes that back, but no prices", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const product = await unreduced(5);
  await changeOneAtDesk({ ...product, rule: RAISE, head: headOf(RAISE, "dearer") }, owner);
  const hidden = await changeOneAtDesk({ ...product, rule: HIDE, head: headOf(HIDE, "hide") }, editor);
  const again = await changeOneAtDesk({ ...product, rule: HIDE, head: headOf(HIDE, "again") }, editor);

  expect(hidden).toMatchObject({ value: { before: "Everybody", after: "Nobody" } });
  expect(again).toMatchObject({ value: { before: "Nobody", after: "Nobody" } });
  expect(await visibilityOf(product.id)).toBe("nobody");
  expect((await listBulkChanges(editor)).map(({ title }) => title)).toEqual(["2 products hidden"]);
  const prices = await findBulkChange({ key: "dearer" }, owner);
  expect(await takeBackBulkChange(prices?.id ?? 0, editor)).toMatchObject({ code: "not-found" });
  const change = await findBulkChange({ key: "hide" }, editor);
  expect(await takeBackBulkChange(change?.id ?? 0, editor)).toMatchObject({ value: { left: 0 } });
  expect(await visibilityOf(product.id)).toBe("everybody");
});

test("a sale that was over by then does not come back, and after 30 days nothing does", async () => {
  const owner = await person("owner");
  const product = await unreduced(6);
  const over = { minor: product.shownMinor - 100, first: "2020-01-01", last: "2020-01-02" };
  await changeProduct(product.id, { sale: saleText(over) }, { now: NOW });
  const rule: PriceRule = { ...{ kind: "sale", percent: 20, isWhole: false }, first: null, last: null };
  await changeOneAtDesk({ ...product, rule, head: headOf(rule, "a sale") }, owner);
  const change = await findBulkChange({ key: "a sale" }, owner);

  const later = new Date(NOW.getTime() + 31 * 86_400_000);
  expect(await takeBackBulkChange(change?.id ?? 0, { ...owner, now: later })).toMatchObject({
    code: "not-found",
  });
  expect(await takeBackBulkChange(change?.id ?? 0, owner)).toMatchObject({ value: { left: 0 } });
  expect((await findProductState(product.id))?.fields.sale).toBe("");

  await cleanUpBulkChanges(NOW);
  expect(await listBulkChanges(owner)).toHaveLength(1);
  await cleanUpBulkChanges(later);
  expect(await db().selectFrom("bulk_change_lines").selectAll().execute()).toEqual([]);
});

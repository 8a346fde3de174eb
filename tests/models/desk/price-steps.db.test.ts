import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import type { PriceRule } from "#app/models/desk/products/price-rule.ts";
import { changePriceAtDesk } from "#app/models/desk/products/price-steps.server.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk.ts";
import { deskActions } from "#tests/support/people/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "editor") => actorAt((await deskPerson(role)).token);

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
  const step = { ...product, rule: RAISE, key: "twice" };

  const done = await Promise.all([changePriceAtDesk(step, owner), changePriceAtDesk(step, owner)]);

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
  const step = { ...product, rule: RAISE, key: "one" };

  expect(await changePriceAtDesk({ ...step, shownMinor: product.shownMinor - 1 }, owner)).toMatchObject({
    code: "desk-price-changed",
  });
  expect(await changePriceAtDesk(step, editor)).toMatchObject({ code: "desk-not-allowed" });
  expect(await changePriceAtDesk({ ...step, id: 0 }, owner)).toMatchObject({ code: "product-not-found" });
  expect(await priceOf(product.id)).toBe(product.shownMinor);
});

test("a sale by a rule is planned for its days", async () => {
  const owner = await person("owner");
  const product = await unreduced(2);
  const days = { first: "2999-11-27", last: "2999-11-30" };
  const rule: PriceRule = { kind: "sale", percent: 50, isWhole: false, ...days };

  expect(await changePriceAtDesk({ ...product, rule, key: "sale" }, owner)).toMatchObject({ ok: true });

  const fields = (await findProductState(product.id))?.fields;
  expect(fields?.sale).toBe(`${Math.round(product.shownMinor / 2)} 2999-11-27 2999-11-30`);
  expect(NOW.toISOString() < days.first).toBe(true);
});

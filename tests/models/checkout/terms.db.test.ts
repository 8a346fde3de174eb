import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("a pre-order is charged in full when it is placed, as the terms and the delivery page say", async () => {
  const page = (slug: string) => readFileSync(`content/information/${slug}.md`, "utf8");
  expect(page("terms")).toContain(
    "when you place the order. This includes pre-orders: you pay for them on the day you order.",
  );
  expect(page("delivery-and-return")).toContain(
    "A pre-order says by when we send it. You pay when you order",
  );
  const preorder = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.availability", "=", "preorder")
    .where("products.is_visible", "=", 1)
    .where("products.delivery_class", "=", "large")
    .where("variants.on_hand", ">", 0)
    .executeTakeFirstOrThrow();

  const { orderId, total } = await placedOrder({ [preorder.id]: 1 });

  const payment = await db()
    .selectFrom("payments")
    .select("amount_minor")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  expect(payment.amount_minor).toBe(total);
});

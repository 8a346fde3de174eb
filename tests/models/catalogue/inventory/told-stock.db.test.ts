/** What orders change of the pages that everybody is shown: nothing, while there is plenty. */
import { expect, test } from "vitest";

import { ownChanges } from "#app/db/changes.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { releaseStock, reserveStock, takeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { UNITS_TOLD_MAX } from "#app/models/shared/line-quantity.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { NOW, parcelVariant, placedOrder, setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const PLENTY = 5 * UNITS_TOLD_MAX;

/** Whether pages may be others after `steps`. */
async function isTold(steps: () => Promise<unknown>): Promise<boolean> {
  const before = ownChanges();
  await steps();
  return ownChanges() !== before;
}

async function productOf(variantId: number): Promise<number> {
  const row = await db()
    .selectFrom("variants")
    .select("product_id")
    .where("id", "=", variantId)
    .executeTakeFirstOrThrow();
  return row.product_id;
}

test("an order and its payment leave every page as it was, while there is plenty", async () => {
  const variant = await parcelVariant(PLENTY);
  const product = await productOf(variant);
  const before = await findProduct(product, NOW);

  const isOrderTold = await isTold(async () => {
    const { orderId, paymentId } = await placedOrder({ [variant]: 3 });
    await decideTestPayment(paymentId, { decision: "pay" }, NOW);
    await settle(orderId, NOW);
  });

  expect(isOrderTold).toBe(false);
  expect(await findProduct(product, NOW)).toEqual(before);
});

test("of few units every one is told, when it is held and when it is given back, and not when it is sent", async () => {
  const variant = await parcelVariant(UNITS_TOLD_MAX);
  const line = [{ variantId: variant, quantity: 1 }];
  const hold = () => isTold(() => transact(() => reserveStock(line)));
  const end = (how: () => Promise<void>) =>
    isTold(() =>
      transact(async () => {
        await how();
        return ok(null);
      }),
    );
  const shown = async () =>
    (await findProduct(await productOf(variant), NOW))?.variants.find(({ id }) => id === variant)?.available;

  expect([await shown(), await hold(), await shown()]).toEqual([100, true, 99]);
  expect([await end(() => releaseStock(line)), await shown()]).toEqual([true, 100]);
  await setStock(variant, UNITS_TOLD_MAX + 1);
  expect([await shown(), await hold(), await shown()]).toEqual([100, false, 100]);
  expect([await end(() => takeStock(line, { reason: "order", now: NOW })), await shown()]).toEqual([
    false,
    100,
  ]);
});

test("an order that has booked a day tells when it moves: the day may be free again", async () => {
  const { orderId } = await placedOrder({ [await parcelVariant(PLENTY)]: 1 });
  await db()
    .insertInto("delivery_bookings")
    .values({ order_id: orderId, method: "standard", day: "2026-12-01" })
    .execute();

  const isMoveTold = await isTold(() =>
    moveOrder(orderId, {
      from: "awaiting-payment",
      to: "cancelled",
      by: "customer",
      reason: "changed-mind",
      now: NOW,
    }),
  );

  expect(isMoveTold).toBe(true);
});

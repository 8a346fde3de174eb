/** What orders change of the pages that everybody is shown: nothing, while there is plenty. */
import { expect, test } from "vitest";

import { uncommittedChanges } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { releaseStock, reserveStock, takeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { QUANTITY_SHOWN_MAX } from "#app/models/shared/line-quantity.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder, setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { productOf } from "#tests/support/shops/product-changes.ts";

useTestDatabase();

const PLENTY = 5 * QUANTITY_SHOWN_MAX;

/** Whether pages may be others after `steps`. */
async function isReported(steps: () => Promise<unknown>): Promise<boolean> {
  const before = uncommittedChanges();
  await steps();
  return uncommittedChanges() !== before;
}

test("with plenty of stock, an order and its payment change no page and report no change", async () => {
  const variant = await parcelVariant(PLENTY);
  const product = (await productOf(variant)).id;
  const before = await findProduct(product, NOW);

  const isOrderNotified = await isReported(async () => {
    const { orderId, paymentId } = await placedOrder({ [variant]: 3 });
    await decideTestPayment(paymentId, { decision: "pay" }, NOW);
    await settle(orderId, NOW);
  });

  expect(isOrderNotified).toBe(false);
  expect(await findProduct(product, NOW)).toEqual(before);
});

test("with few units left, reserving and releasing one publishes an event, and sending does not", async () => {
  const variant = await parcelVariant(QUANTITY_SHOWN_MAX);
  const line = [{ variantId: variant, quantity: 1 }];
  const hold = () => isReported(() => transact(() => reserveStock(line)));
  const end = (how: () => Promise<void>) =>
    isReported(() =>
      transact(async () => {
        await how();
        return ok(null);
      }),
    );
  const shown = async () =>
    (await findProduct((await productOf(variant)).id, NOW))?.variants.find(({ id }) => id === variant)
      ?.available;

  expect([await shown(), await hold(), await shown()]).toEqual([100, true, 99]);
  expect([await end(() => releaseStock(line)), await shown()]).toEqual([true, 100]);
  await setStock(variant, QUANTITY_SHOWN_MAX + 1);
  expect([await shown(), await hold(), await shown()]).toEqual([100, false, 100]);
  expect([await end(() => takeStock(line, { reason: "order", now: NOW })), await shown()]).toEqual([
    false,
    100,
  ]);
});

test("an order with a booked day publishes an event when its status changes, because the day may be free again", async () => {
  const { orderId } = await placedOrder({ [await parcelVariant(PLENTY)]: 1 });
  await db()
    .insertInto("delivery_bookings")
    .values({ order_id: orderId, method: "standard", day: "2026-12-01" })
    .execute();

  const cancel = { to: "cancelled", by: "customer", reason: "changed-mind", now: NOW } as const;
  const isMoveNotified = await isReported(() => moveOrder(orderId, { from: "awaiting-payment", ...cancel }));

  expect(isMoveNotified).toBe(true);
});

import { afterEach, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { listMarketingRecords, resyncMarketing } from "#app/models/marketing/admin-list.server.ts";
import { queueContact } from "#app/models/marketing/contact.server.ts";
import { multiplyMoney } from "#app/models/shared/money.ts";
import { connectMarketing } from "#app/services/marketing/marketing.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import {
  type MarketingBench,
  startBench,
  notifyService,
  TestClock,
  useBench,
} from "#tests/support/vendors/marketing.ts";

useTestDatabase();

let bench: MarketingBench;
let clock: TestClock;

beforeEach(async () => {
  bench = await startBench("omnisend-v3");
  clock = new TestClock(NOW);
  useBench(bench, clock);
});

afterEach(async () => {
  connectMarketing(null);
  await bench.stop();
});

/** The cart of a customer. */
async function ownedCart() {
  const { customer } = await makeCustomer({ email: "grace@example.com" });
  const cart = await cartWith({ [await parcelVariant(9)]: 2 });
  await mergeGuestCart(customer.id, cart.id, NOW);
  return cart;
}

async function notify(): Promise<void> {
  clock.pass(60_000);
  await notifyService(clock);
}

test("the admin sees which carts were sent to the service, without an address", async () => {
  const cart = await ownedCart();
  const waiting = await listMarketingRecords(10);
  await notify();

  const sum = multiplyMoney(cart.lines[0]!.price.now, 2);
  expect(waiting).toMatchObject([{ status: "waiting", lines: null, sum: null }]);
  expect(await listMarketingRecords(10)).toEqual([
    expect.objectContaining({ cartId: cart.id, subject: "customer", status: "sent", lines: 1, sum }),
  ]);
  expect(JSON.stringify(await listMarketingRecords(10))).not.toContain("grace@");
});

test("a service that lost everything, or is new, gets all records again", async () => {
  await ownedCart();
  await queueContact({ email: "reader@example.com", state: "subscribed", source: "newsletter", at: NOW });
  await notify();
  const before = [...(bench.fake?.carts.values() ?? [])];
  bench.fake?.carts.clear();
  bench.fake?.contacts.clear();
  // A cart from before the shop told anybody of it.
  for (const table of ["marketing_carts", "jobs"] as const) await db().deleteFrom(table).execute();

  expect(await resyncMarketing(clock.now())).toBe(1);
  await notify();

  expect([...(bench.fake?.carts.values() ?? [])]).toEqual(before);
  expect([...(bench.fake?.contacts ?? [])].sort()).toEqual([
    ["grace@example.com", "nonSubscribed"],
    ["reader@example.com", "subscribed"],
  ]);
});

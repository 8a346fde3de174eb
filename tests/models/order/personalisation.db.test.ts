import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { exportOrders } from "#app/models/order/export.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { packingSlipHtml } from "#app/models/order/packing-slip.ts";
import { orderAgain } from "#app/models/order/reorder.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { embeddedMarketing } from "#app/services/marketing/marketing-embedded.server.ts";
import { marketingOrder } from "#app/models/marketing/order.ts";
import { purchaseEvent } from "#app/models/analytics/events.ts";
import { NOW } from "#tests/support/now.ts";
import { paidArks, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const WORDS = "Zoë & Tom O'Brien 2026";

async function deliveredArks(...words: ReadonlyArray<string | null>): Promise<Order> {
  const { id } = await paidArks(...words);
  await sendShipment(id);
  await deliverOrder(id, { by: "owner", now: NOW });
  return (await findOrder(id))!;
}

test("the order keeps the words, and every paper and record says them alike", async () => {
  const order = await paidArks(WORDS, null);
  const store = await findStore();
  expect(order.lines.map(({ variantLabel }) => variantLabel)).toEqual([`Engraving: “${WORDS}”`, null]);
  expect(order.lines[0]!.personalisation).toMatchObject({ text: WORDS, isReturnable: false, workingDays: 2 });

  const email = orderConfirmationEmail({ order, store, origin: "https://shop.example" });
  expect(email.text).toContain(WORDS);
  expect(email.text).toContain("unless it is faulty");
  expect(email.html).toContain("Zoë &amp; Tom");
  const slip = packingSlipHtml({ order, store, units: [1, 1] });
  expect(slip).toMatch(/<b class="w">“Zoë &amp; Tom O(?:'|&#39;|&#x27;)Brien 2026”<\/b>/);
  for await (const rows of exportOrders({ from: null, to: null }))
    expect(rows.map(({ items }) => items)).toEqual([expect.stringContaining(`Engraving: “${WORDS}”`)]);
  const record = marketingOrder(order, { email: null, canceledAt: null, origin: "", imagePath: String })!;
  expect(record.products.map((one) => one.personalisation)).toEqual([WORDS, undefined]);
  await embeddedMarketing.saveOrder(record, { contactId: null, before: null, at: NOW.toISOString() });
  const row = await db().selectFrom("embedded_marketing").select("document").executeTakeFirstOrThrow();
  expect(row.document).toContain(order.lines[0]!.name);
  expect(row.document).not.toContain(WORDS);
  // Analytics learns no names.
  expect(JSON.stringify(purchaseEvent(order))).not.toContain("Zoë");
  expect(await findBreaks(db(), { isYoung: true })).toEqual([]);
});

test("ordering again keeps the words", async () => {
  const again = await orderAgain(await paidArks(WORDS, null), null, NOW);
  // One is left of three.
  expect(again.added).toBe(1);
  const cart = await findCart(again.cartId!);
  expect(cart?.lines.map(({ personalisation }) => personalisation?.text)).toEqual([WORDS]);
});

test("the buyer can return the plain one, and the engraved one only for a fault; the shop may take it back", async () => {
  const order = await deliveredArks(WORDS, null);
  const ask = (by: "customer" | "owner", reasons: ReadonlyArray<string>, id = order.id) =>
    requestReturn(id, {
      ...{ key: newId("return"), note: "", by, now: NOW },
      lines: reasons.map((reason) => ({ units: reason === "" ? 0 : 1, reason })),
    });

  for (const reason of ["changed-mind", "arrived-late"])
    expect(await ask("customer", [reason])).toMatchObject({ code: "return-personalised" });
  expect((await ask("customer", ["", "changed-mind"])).ok).toBe(true);
  expect((await ask("customer", ["faulty"])).ok).toBe(true);

  const other = await deliveredArks("Ida");
  expect((await ask("customer", ["changed-mind"], other.id)).ok).toBe(false);
  expect((await ask("owner", ["changed-mind"], other.id)).ok).toBe(true);
});

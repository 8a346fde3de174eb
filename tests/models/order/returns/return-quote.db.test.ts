/** The sum that is shown before a return is requested is the sum that is refunded. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { acceptReturnAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { quoteReturn } from "#app/models/order/returns/return-quote.server.ts";
import { receiveReturn, requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import { changeSettings } from "#app/models/store/editing/change-settings.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { sentOrderEmails } from "#tests/support/people/desk/order-emails.ts";
import { refundsAt, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** What is taken off, in pence; the tests of this file share a database. */
async function charge(small: string, large: string, twoPeople: string) {
  const values = { "return-small": small, "return-large": large, "return-two-person": twoPeople };
  await changeSettings("returns", { values, by: "Martha" }, NOW);
}

/** Two small items, a large one, and one that two people brought. */
async function mixedOrder() {
  await charge("0", "995", "3900");
  const ids = [
    await parcelVariant(9),
    await parcelVariant(9, 0, "large"),
    await parcelVariant(9, 0, "two_person"),
  ];
  const cart = await cartWith({ [ids[0] ?? 0]: 2, [ids[1] ?? 0]: 1, [ids[2] ?? 0]: 1 });
  const { days } = await priceCart(cart, { method: "standard", postcode: "GL5 1QN", now: NOW });
  const typed = details({ method: "standard", delivery_day: days[0] ?? "" });
  const done = await checkOut(await commandFor(cart.id, typed), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  const paymentId = url.split("/").at(-1) ?? "";
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  await sendShipment(orderId);
  await deliverOrder(orderId, { by: "owner", now: NOW });
  const order = (await findOrder(orderId))!;
  const at = ids.map((id) => order.lines.findIndex(({ variantId }) => variantId === id));
  return { orderId, order, paymentId, at };
}

type Mixed = Awaited<ReturnType<typeof mixedOrder>>;

/** `units` and `reasons` are of the small, the large and the bulky line. */
async function quoted(
  { orderId, order, at }: Mixed,
  units: ReadonlyArray<number>,
  reasons: ReadonlyArray<string>,
  now = NOW,
) {
  const lines = order.lines.map((_, index) => ({
    units: units[at.indexOf(index)] ?? 0,
    reason: reasons[at.indexOf(index)] ?? "",
  }));
  const life = await findFulfilmentHistory(orderId);
  const quote = await quoteReturn(order, lines, { life, store: await findStore(), now });
  if (!quote.ok) throw new Error(quote.code);
  const request = { key: "r", lines, note: "", by: "customer", collectOn: quote.value.days[0], now } as const;
  const requested = await requestReturn(orderId, request);
  if (!requested.ok) throw new Error(requested.code);
  return {
    quote: quote.value,
    sum: quote.value.due?.given.amount.minor ?? 0,
    number: requested.value.number,
  };
}

const SOON = "changed-mind";

test.each<[string, ReadonlyArray<number>, ReadonlyArray<string>, number, number]>([
  ["a part", [1, 0, 0], [SOON], 0, 0],
  ["a large item", [0, 1, 0], ["", "does-not-fit"], 0, 995],
  ["what two people brought", [0, 0, 1], ["", "", SOON], 0, 3900],
  ["a faulty one of it", [1, 0, 1], [SOON, "", "faulty"], 0, 0],
  ["the whole order in time", [2, 1, 1], [SOON, SOON, SOON], 3, 4895],
  ["the whole order late", [2, 1, 1], [SOON, SOON, SOON], 20, 4895],
])("%s: as it was shown, although the settings change meanwhile", async (_, units, reasons, days, cost) => {
  const made = await mixedOrder();
  const { quote, sum, number } = await quoted(made, units, reasons, later(days));
  expect(quote.due?.returnCost.minor).toBe(cost);
  const items = units.reduce((total, count, index) => {
    const line = made.order.lines[made.at[index] ?? -1];
    return total + ((line?.total.minor ?? 0) - (line?.discount.minor ?? 0)) * (count / (line?.quantity ?? 1));
  }, 0);
  const delivery = quote.due?.shares.delivery.amount.minor ?? 0;
  expect(sum).toBe(items + delivery - cost);
  await charge("0", "1", "2");

  await receiveReturn(number, { isRestocked: false, hasDelivery: null, by: "owner", now: later(days + 1) });

  expect(await refundsAt(made.paymentId)).toEqual([sum]);
  expect((await brokenQueries(db())).filter((rule) => !rule.includes("stock"))).toEqual([]);
});

test("the emails say the day of the collection and what was taken off", async () => {
  const made = await mixedOrder();
  const { quote, number } = await quoted(made, [0, 0, 1], ["", "", SOON]);
  expect(quote.days.length).toBeGreaterThan(0);
  await receiveReturn(number, { isRestocked: false, hasDelivery: null, by: "owner", now: NOW });

  const words = (await sentOrderEmails()).map(({ text }) => text.replace(/\s+/g, " ")).join("\n");
  expect(words).toMatch(/two people collect it from your home, on \w+day \d+ \w+\. We take £39\.00 off/);
  expect(words).toContain("We have taken £39.00 off for the way back");
});

test("the desk can take nothing off, and nobody pays more for the way back than the items cost", async () => {
  const made = await mixedOrder();
  const { sum, number } = await quoted(made, [0, 0, 1], ["", "", SOON]);
  const owner = await person("owner");
  const accept = (hasReturnCost: boolean, shownMinor: number | null) =>
    acceptReturnAtDesk(
      { returnNumber: number, isRestocked: false, hasDelivery: null, hasReturnCost, shownMinor },
      owner,
    );
  expect(await accept(true, null)).toMatchObject({
    code: "desk-sum-changed",
    detail: { minor: sum, wayBack: 3900 },
  });
  expect(await accept(false, null)).toMatchObject({ detail: { minor: sum + 3900, wayBack: 0 } });
  expect(await accept(false, sum + 3900)).toMatchObject({ ok: true });

  const dear = await mixedOrder();
  await charge("99999999", "0", "0");
  const all = await quoted(dear, [1, 0, 0], [SOON]);
  expect(all.sum).toBe(0);
  await receiveReturn(all.number, { isRestocked: false, hasDelivery: null, by: "owner", now: NOW });
  expect(await refundsAt(dear.paymentId)).toEqual([]);
});

/** The sum that is shown before a return is requested is the sum that is refunded. */
import { expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { acceptReturnAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import { findDeskReturn } from "#app/models/desk/orders/returns.server.ts";
import { findCreditNotes } from "#app/models/order/credit-note.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { GiftListOrder } from "#app/models/order/order.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { noteReturnArrival } from "#app/models/order/returns/return-arrival.server.ts";
import { quoteReturn } from "#app/models/order/returns/return-quote.server.ts";
import type { ReturnMethod } from "#app/models/order/returns/return-way.server.ts";
import { receiveReturn, requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { action as returnAction, loader as returnPage } from "#app/routes/orders/return.tsx";
import { loader as receiptPage } from "#app/routes/orders/return-requested.tsx";
import type { ReturnLabel } from "#app/services/return-labels/return-labels-port.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { sentOrderEmails } from "#tests/support/people/desk/order-emails.ts";
import { guestOf } from "#tests/support/people/order-buyer.ts";
import { refundsAt, sendShipment } from "#tests/support/people/order-life.ts";
import { leaveOnePlace } from "#tests/support/shops/delivery-days.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** What is taken off, in pence; the tests of this file share a database. */
async function charge(small: string, large: string, twoPeople: string) {
  const values = { "return-small": small, "return-large": large, "return-two-person": twoPeople };
  await changeSettings("returns", values, NOW);
}

const BILL = {
  ...{ billing_first_name: "Hannah", billing_last_name: "Okafor", billing_address1: "3 Quay Street" },
  ...{ billing_city: "Bristol", billing_country_code: "GB", billing_postal_code: "BS1 4DJ" },
};
const COLLECTED = { method: "collection", collector_first_name: "Hannah", collector_last_name: "Okafor" };

type Typed = Readonly<{ form?: Record<string, string>; giftList?: GiftListOrder; bulky?: number }>;

/** Two small items, a large one, and one that two people brought. */
async function mixedOrder({ form = {}, giftList, bulky = 1 }: Typed = {}) {
  await charge("0", "995", "3900");
  const ids = [
    await parcelVariant(9),
    await parcelVariant(9, 0, "large"),
    await parcelVariant(9, 0, "two_person"),
  ];
  const cart = await cartWith({ [ids[0] ?? 0]: 2, [ids[1] ?? 0]: 1, [ids[2] ?? 0]: bulky });
  const { days } = await priceCart(cart, { method: "standard", postcode: "GL5 1QN", now: NOW });
  const typed = details({ method: "standard", delivery_day: days[0] ?? "", ...form });
  const done = await checkOut(
    await commandFor(cart.id, { ...typed, ...(giftList ? { giftList } : {}) }),
    NOW,
  );
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

type Choices = Readonly<{ now?: Date; method?: ReturnMethod; day?: string }>;

/** `units` and `reasons` are of the small, the large and the bulky line. */
async function quoteOf(
  { orderId, order, at }: Mixed,
  units: ReadonlyArray<number>,
  reasons: ReadonlyArray<string>,
  { now = NOW, ...chosen }: Choices = {},
) {
  const lines = order.lines.map((_, index) => ({
    units: units[at.indexOf(index)] ?? 0,
    reason: reasons[at.indexOf(index)] ?? "",
  }));
  const life = await findFulfilmentHistory(orderId);
  const quote = await quoteReturn(order, lines, { life, store: await findStore(), now, ...chosen });
  if (!quote.ok) throw new Error(quote.code);
  const request = { lines, note: "", by: "customer", now, plan: quote.value } as const;
  return { quote: quote.value, ask: (key = "r") => requestReturn(orderId, { key, ...request }) };
}

/** Requested as it was quoted, on the first day on which two people can come. */
async function quoted(
  made: Mixed,
  units: ReadonlyArray<number>,
  reasons: ReadonlyArray<string>,
  choices: Choices = {},
) {
  const [day = ""] = (await quoteOf(made, units, reasons, choices)).quote.days;
  const { quote, ask } = await quoteOf(made, units, reasons, { day, ...choices });
  const requested = await ask();
  if (!requested.ok) throw new Error(requested.code);
  return { quote, sum: quote.due?.given.amount.minor ?? 0, number: requested.value.number };
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
  const { quote, sum, number } = await quoted(made, units, reasons, { now: later(days) });
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
  expect(words).toMatch(/collected by two people from your home, on \w+day \d+ \w+\. We take £39\.00 off/);
  expect(words).toContain("We have taken off the return cost of £39.00");
  const [note] = await findCreditNotes(made.order, await findFulfilmentHistory(made.order.id));
  expect(note?.rows.at(-1)).toMatchObject({ what: "Return cost", amount: { minor: -3900 } });
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

/** What the label says, as the buyer's page of the return has it. */
async function labelOf({ orderId }: Mixed, number: string) {
  const guest = await guestOf(orderId);
  const page = await guest.get(receiptPage, `/orders/${orderId}/returns/${number}`, {
    orderId,
    returnNumber: number,
  });
  return (await page.json()) as Readonly<{ label: ReturnLabel | null; steps: ReadonlyArray<string> }>;
}

test("what was collected goes back to the counter, at no cost and on no day, where the shop knows no other address", async () => {
  const made = await mixedOrder({ form: { ...COLLECTED, billing: "same" } });
  const { quote, number } = await quoted(made, [1, 0, 1], [SOON, "", SOON], { method: "send" });

  expect(quote).toMatchObject({
    days: [],
    booking: null,
    otherMethod: null,
    due: { returnCost: { minor: 0 } },
  });
  expect(quote.wayBack).toMatchObject({ cost: 0, postage: null, isBrought: true });
  const { label, steps } = await labelOf(made, number);
  expect(label).toBeNull();
  expect(steps[0]).toMatch(/^You bring .* and .* to us, at .*4 Cider Mill Yard, .*That is free\.$/);
  expect(steps.join(" ")).toContain(
    `Come within 14 days, and give us the returns number ${number}. We are open Monday`,
  );
  expect(steps.join(" ")).not.toMatch(/post|parcel|home|Pack|Send it/);
});

test.each([
  ["collected", { form: { ...COLLECTED, billing: "different", ...BILL } }],
  [
    "list",
    {
      form: { billing: "different", ...BILL },
      giftList: { listId: "list_1", sentTo: "Hannah and Tom’s list address" },
    },
  ],
] as const)("what the buyer of a %s order sends comes from the billing address", async (kind, typed) => {
  const made = await mixedOrder(typed);
  const units = [
    [1, 0, 1],
    [SOON, "", SOON],
  ] as const;
  expect((await quoteOf(made, ...units)).quote.wayBack.isBrought).toBe(kind === "collected");

  const { quote, number } = await quoted(made, ...units, { method: "send" });

  expect(quote.wayBack.texts[1]).toContain("collected by two people from your billing address, on ");
  const { label } = await labelOf(made, number);
  expect(label?.from).toContain("3 Quay Street");
  expect(label?.from).not.toContain("4 Cider Mill Yard");
  expect(label?.to).toContain("4 Cider Mill Yard");
});

test("anything can be brought to a shop that hands orders over, and to no other", async () => {
  const made = await mixedOrder();
  const units = [
    [1, 1, 1],
    [SOON, SOON, SOON],
  ] as const;
  const sent = (await quoteOf(made, ...units)).quote;
  const brought = (await quoteOf(made, ...units, { method: "bring" })).quote;

  expect([sent.otherMethod, sent.due?.returnCost.minor]).toEqual(["bring", 4895]);
  expect([brought.otherMethod, brought.due?.returnCost.minor]).toEqual(["send", 0]);
  expect(brought.due?.given.amount.minor).toBe((sent.due?.given.amount.minor ?? 0) + 4895);

  await db().updateTable("delivery_methods").set({ key: "hatch" }).where("key", "=", "collection").execute();
  await bumpCatalogueVersion();
  onTestFinished(async () => {
    await db()
      .updateTable("delivery_methods")
      .set({ key: "collection" })
      .where("key", "=", "hatch")
      .execute();
    await bumpCatalogueVersion();
  });
  const alone = (await quoteOf(made, ...units, { method: "bring" })).quote;
  expect([alone.otherMethod, alone.wayBack.isBrought]).toEqual([null, false]);
});

test("a day of collection is booked like a delivery: two ask for the last place of a day at once, and one gets it", async () => {
  const [one, two] = [await mixedOrder(), await mixedOrder()];
  const bulky = [
    [0, 0, 1],
    ["", "", SOON],
  ] as const;
  const [day = ""] = (await quoteOf(one, ...bulky)).quote.days;
  await leaveOnePlace(day);
  const quotes = [await quoteOf(one, ...bulky, { day }), await quoteOf(two, ...bulky, { day })];

  const answers = await Promise.all(quotes.map(({ ask }) => ask()));

  expect(answers.map((done) => done.ok || done.code).sort()).toEqual(["delivery-day-gone", true]);
  const other = await mixedOrder();
  expect((await quoteOf(other, ...bulky)).quote.days).not.toContain(day);
  // What has come leaves its place to others.
  const number = answers.flatMap((done) => (done.ok ? [done.value.number] : []))[0] ?? "";
  expect(await findDeskReturn(number)).toMatchObject({ collectOn: day });
  await noteReturnArrival(number, { by: "Martha", now: NOW });
  expect((await quoteOf(other, ...bulky)).quote.days).toContain(day);
});

test("a confirmation that is sent twice is one return, although it took the last place of its day itself", async () => {
  await db().updateTable("products").set({ order_quantity_maximum: 9 }).execute();
  await bumpCatalogueVersion();
  const made = await mixedOrder({ bulky: 2 });
  const [day = ""] = (await quoteOf(made, [1, 0, 1], [SOON, "", SOON])).quote.days;
  await leaveOnePlace(day);
  const guest = await guestOf(made.orderId);
  const [small, , bulky] = made.at;
  const key = newId("return");
  const units = { [`units-${small}`]: "1", [`units-${bulky}`]: "1" };
  const reasons = { [`reason-${small}`]: SOON, [`reason-${bulky}`]: SOON };
  const typed = { key, note: "", ...units, ...reasons, "collect-on": day };
  const send = (fields: Record<string, string>) =>
    guest.post(returnAction, `/orders/${made.orderId}/return`, fields, { orderId: made.orderId });
  const { check } = (await (await send(typed)).json()) as { check: ReturnPreview };
  const confirmed = { ...typed, sum: check.sum, method: check.method, intent: "confirm" };

  const [first, again] = [await send(confirmed), await send(confirmed)];

  expect([first.status, again.status]).toEqual([303, 303]);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  const other = await send({ ...confirmed, key: newId("return"), sum: "1" });
  expect(await other.json()).toMatchObject({
    errors: { "collect-on": expect.stringContaining("no longer available"), sum: expect.any(String) },
  });
});

test("no day is offered to an address where two people do not go", async () => {
  const made = await mixedOrder();
  const bulky = [
    [0, 0, 1],
    ["", "", SOON],
  ] as const;
  const at = async (country_code: string, postal_code: string) => {
    const order = {
      ...made.order,
      deliveryAddress: { ...made.order.deliveryAddress, country_code, postal_code },
    };
    return (await quoteOf({ ...made, order }, ...bulky)).quote;
  };

  expect((await at("GB", "GL5 1QN")).days.length).toBeGreaterThan(0);
  expect(await at("FR", "75001")).toMatchObject({
    days: [],
    wayBack: { texts: [expect.stringContaining("write to us to agree it")] },
  });
});

test("what was quoted is what is stored, although a price changes before it is requested", async () => {
  const made = await mixedOrder();
  const { quote, ask } = await quoteOf(made, [0, 1, 0], ["", SOON, ""]);
  await charge("0", "4995", "9900");

  const requested = await ask();

  expect(quote.wayBack.cost).toBe(995);
  const { returns } = await findFulfilmentHistory(made.orderId);
  expect(requested.ok && returns.find(({ number }) => number === requested.value.number)?.wayBack).toEqual(
    quote.wayBack,
  );
});

test("the first step says what the returns number is for, by how the items go back", async () => {
  const mixed = await mixedOrder();
  const numberTextOf = async ({ orderId, order }: Mixed) => {
    const guest = await guestOf(order.id);
    const page = await guest.get(returnPage, `/orders/${orderId}/return`, { orderId });
    return ((await page.json()) as { numberText: string }).numberText;
  };
  expect(await numberTextOf(mixed)).toContain("in the parcel and to fix to what two people collect");

  const { orderId, at } = mixed;
  const units = mixed.order.lines.map(({ quantity }, index) => (index === at[2] ? 0 : quantity));
  const lines = units.map((count) => ({ units: count, reason: count > 0 ? "changed-mind" : "" }));
  await requestReturn(orderId, { key: newId("return"), lines, note: "", by: "customer", now: NOW });
  expect(await numberTextOf(mixed), "two people collect what is left").toBe(
    "We’ll give you a returns number to fix to what two people collect.",
  );
  expect(await numberTextOf(await mixedOrder({ form: { ...COLLECTED, billing: "same" } }))).toContain(
    "to bring with you",
  );
});

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { estimateDelivery, type CartPricing } from "#app/models/cart/pricing.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { action as basketAction, loader as basket } from "#app/routes/cart/cart.tsx";
import { loader as product } from "#app/routes/catalogue/product.tsx";
import { action } from "#app/routes/checkout/checkout.tsx";
import { action as lookUp, loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, countRows, setStock, TYPED } from "#tests/support/people/checkout.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { reportEvent } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

// Every page of one test is asked at the same moment, whatever the moment is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date() }));
afterEach(() => void vi.useRealTimers());

type Form = { view: CheckoutView; errors: Record<string, string>; problem: { code: string } | null };
type Items = Readonly<{ variantId: number; path: string }>;

/** Something that can be bought now and travels in this class. */
async function itemsOf(deliveryClass: "small" | "two_person"): Promise<Items> {
  const row = await db()
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["variants.id", "products.slug", "categories.path"])
    .where("products.delivery_class", "=", deliveryClass)
    .where("products.availability", "=", "available")
    .where("products.is_visible", "=", 1)
    .where("products.order_quantity_minimum", "=", 1)
    .where("variants.position", "=", 0)
    .orderBy("products.id")
    .executeTakeFirstOrThrow();
  await setStock(row.id, 50);
  return { variantId: row.id, path: `/p/${row.path}/${row.slug}` };
}

async function shopperWith(...lines: ReadonlyArray<Items>): Promise<Browser> {
  const cart = await cartWith({});
  await addToCart(
    cart.id,
    lines.map(({ variantId }) => ({ variantId, quantity: 1 })),
    new Date(),
  );
  return new Browser().takeCart(cart.id);
}

async function formOf(answer: Response): Promise<Form> {
  return (await answer.json()) as Form;
}

/** Presses the button of the checkout as it is now, priced for what is typed. */
async function pay(browser: Browser, typed: Readonly<Record<string, string>>): Promise<Response> {
  const fields = { ...TYPED, ...typed };
  const view = await checkoutView(browser);
  const update = { ...hiddenFields(view), ...fields, intent: "update" };
  const priced = await formOf(await browser.post(action, "/checkout", update));
  return browser.post(action, "/checkout", { ...hiddenFields(priced.view), ...fields, intent: "pay" });
}

/** The order that a checkout has just opened, as if its payment had come. */
async function paidOrder(): Promise<Order> {
  const { id } = await db()
    .selectFrom("orders")
    .select("id")
    .orderBy("placed_at", "desc")
    .executeTakeFirstOrThrow();
  const now = new Date();
  await moveOrder(id as OrderId, {
    from: "awaiting-payment",
    to: "paid",
    reason: "test",
    by: "payment",
    now,
  });
  return (await findOrder(id as OrderId))!;
}

async function emailOf(order: Order): Promise<string> {
  const words = orderConfirmationEmail({ order, store: await findStore(), origin: "https://shop.example" });
  // Lines of the text part are folded.
  return words.text.replace(/\s+/g, " ");
}

async function thanks(browser: Browser): Promise<Order> {
  return ((await (await browser.get(thankYou, "/checkout/thank-you")).json()) as { order: Order }).order;
}

/** The days that the checkout offers for `postcode`. */
async function daysFor(browser: Browser, postcode: string): Promise<ReadonlyArray<string>> {
  const view = await checkoutView(browser);
  const fields = { ...TYPED, delivery_postal_code: postcode, method: "two_person", intent: "update" };
  const { days } = (
    await formOf(await browser.post(action, "/checkout", { ...fields, attempt: view.attemptId }))
  ).view;
  return (days ?? []).map(({ value }) => value);
}

test.each([
  ["GL5 1QN", "express"],
  ["EH1 1AA", "standard"],
  ["BT1 1AA", "standard"],
])(
  "to %s by %s: product page, basket, checkout, order and email state the same delivery",
  async (postcode, method) => {
    const lines = await itemsOf("small");
    const browser = await shopperWith(lines);
    await browser.post(basketAction, "/cart", { intent: "estimate-delivery", postcode, method });

    const { pricing } = (await (await browser.get(basket, "/cart")).json()) as { pricing: CartPricing };
    const inBasket = estimateDelivery(pricing.chosen, lines.variantId)!;
    const page = (await (await browser.get(product, lines.path)).json()) as {
      facts: Array<{ title: string }>;
    };
    const view = await checkoutView(browser);
    const atCheckout = view.options.find((option) => option.method === method);
    await pay(browser, { method, delivery_postal_code: postcode });
    const order = await paidOrder();

    expect(inBasket).toMatch(/^\w+day \d+/);
    expect(page.facts[0]?.title).toContain(`, ${inBasket}`);
    expect(page.facts[0]?.title).toContain(postcode);
    expect(atCheckout?.consignments.map(({ when }) => when)).toEqual([inBasket]);
    expect(order.delivery.promises).toMatchObject([{ when: inBasket, variantIds: [lines.variantId] }]);
    expect((await thanks(browser)).delivery.promises[0]?.when).toBe(inBasket);
    expect(await emailOf(order)).toContain(`Parcel: ${inBasket}`);
  },
);

test("before booking, furniture has the same delivery text everywhere, and afterwards the booked day", async () => {
  const lines = await itemsOf("two_person");
  const browser = await shopperWith(lines);
  const [first = "", second = ""] = await daysFor(browser, "GL5 1QN");
  const page = (await (await browser.get(product, lines.path)).json()) as { facts: Array<{ title: string }> };
  const { pricing } = (await (await browser.get(basket, "/cart")).json()) as { pricing: CartPricing };
  const unbooked = estimateDelivery(pricing.chosen, lines.variantId)!;

  await pay(browser, { method: "two_person", delivery_day: second });
  const order = await paidOrder();

  expect(unbooked).toMatch(/^on a day you choose, from \w+day \d+/);
  expect(page.facts[0]?.title).toContain(unbooked);
  const [promise] = order.delivery.promises;
  expect(promise).toMatchObject({ day: second, from: second, to: second });
  expect(promise?.when).toMatch(/^booked for \w+day \d+ \w+$/);
  expect(second > first).toBe(true);
  expect((await thanks(browser)).delivery.promises).toEqual(order.delivery.promises);
  expect(await emailOf(order)).toContain(`Two-person delivery: ${promise?.when ?? ""}`);
  expect(await db().selectFrom("delivery_bookings").selectAll().execute()).toEqual([
    { order_id: order.id, method: "two_person", day: second },
  ]);
});

test("furniture and parcels have two deliveries, each with its own items and text", async () => {
  const [shipment, furniture] = [await itemsOf("small"), await itemsOf("two_person")];
  const browser = await shopperWith(shipment, furniture);
  const [day = ""] = await daysFor(browser, "GL5 1QN");
  const view = await checkoutView(browser);

  await pay(browser, { delivery_day: day });
  const order = await paidOrder();

  expect(view.parts.map(({ what, items }) => [what, items.length])).toEqual([
    ["Parcel", 1],
    ["Two-person delivery", 1],
  ]);
  expect(order.delivery.promises.map(({ variantIds }) => variantIds)).toEqual([
    [shipment.variantId],
    [furniture.variantId],
  ]);
  const email = await emailOf(order);
  for (const { what, when } of order.delivery.promises) expect(email).toContain(`${what}: ${when}`);
});

test.each([
  ["no day", "", 422, "Choose a delivery day"],
  ["a day gone by", "2020-01-06", 409, "That day is no longer available. Choose another"],
  ["no day at all", "soon", 422, "Choose a delivery day"],
])("%s is refused at its field, with all input preserved", async (_, day, status, message) => {
  const browser = await shopperWith(await itemsOf("two_person"));

  const answer = await pay(browser, { method: "two_person", delivery_day: day });

  const { view, errors, problem } = await formOf(answer);
  expect(answer.status).toBe(status);
  expect(Object.keys(errors)).toEqual(["delivery_day"]);
  expect(errors["delivery_day"]).toBe(message);
  expect(problem).toBeNull();
  expect(view.values["delivery_address1"]).toBe("14 Slad Road");
  expect(view.days?.length).toBeGreaterThan(20);
  expect(await countRows("orders")).toBe(0);
});

test("a missing day is reported with the other fields, and an impossible day for the new address at once", async () => {
  const browser = await shopperWith(await itemsOf("two_person"));
  const [first = ""] = await daysFor(browser, "GL5 1QN");
  const fields = { ...TYPED, method: "two_person" };

  const missing = await formOf(
    await browser.post(action, "/checkout", { ...fields, email: "", intent: "pay" }),
  );
  const moved = await formOf(
    await browser.post(action, "/checkout", {
      ...fields,
      delivery_postal_code: "IV1 1AA",
      delivery_day: first,
      intent: "update",
    }),
  );

  expect(Object.keys(missing.errors)).toEqual(["email", "delivery_day"]);
  expect(moved.errors).toEqual({ delivery_day: "That day is no longer available. Choose another" });
  expect(moved.view.days?.some(({ value }) => value === first)).toBe(false);
});

/** As if the settings said that a crew visits `perDay` orders on one day, until the test is over. */
async function crewVisits(perDay: number): Promise<void> {
  const { rules } = await db()
    .selectFrom("delivery_methods")
    .select("rules")
    .where("key", "=", "two_person")
    .executeTakeFirstOrThrow();
  const set = async (changed: string) => {
    await db()
      .updateTable("delivery_methods")
      .set({ rules: changed })
      .where("key", "=", "two_person")
      .execute();
    await bumpCatalogueVersion();
  };
  onTestFinished(() => set(rules));
  await set(JSON.stringify({ ...(JSON.parse(rules) as object), bookable_per_day: perDay }));
}

test("no day takes more orders than its crew can visit, and an order that ends frees its place", async () => {
  await crewVisits(2);
  const lines = await itemsOf("two_person");
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => shopperWith(lines)));
  const [day = ""] = await daysFor(shoppers[0]!, "GL5 1QN");

  const answers = await Promise.all(
    shoppers.map((browser) => pay(browser, { method: "two_person", delivery_day: day })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409, 409]);
  const late = answers.findIndex(({ status }) => status === 409);
  const { view, errors } = await formOf(answers[late]!);
  expect(Object.keys(errors)).toEqual(["delivery_day"]);
  expect(view.values["delivery_address1"]).toBe("14 Slad Road");
  expect(view.days?.some(({ value }) => value === day)).toBe(false);
  expect(await countRows("orders")).toBe(2);

  const { order_id: ended } = await db()
    .selectFrom("delivery_bookings")
    .select("order_id")
    .executeTakeFirstOrThrow();
  const now = new Date();
  await moveOrder(ended as OrderId, {
    from: "awaiting-payment",
    to: "cancelled",
    reason: "test",
    by: "clock",
    now,
  });

  const again = await pay(shoppers[late]!, { method: "two_person", delivery_day: day });
  expect(again.status).toBe(303);
});

/** At ten in the shop, two hours before the cut-off of what two people bring. */
const MORNING = "2026-11-20T10:00:00.000Z";
const HELD = "That day is in another checkout until 10:31. Try again then, or choose another";
const GONE = "That day is no longer available. Choose another";

test("a day that only a payment page keeps full is said to be in another checkout, and a paid one to be gone", async () => {
  vi.setSystemTime(MORNING);
  await crewVisits(1);
  const lines = await itemsOf("two_person");
  const [first, other] = [await shopperWith(lines), await shopperWith(lines)];
  const [day = ""] = await daysFor(first, "GL5 1QN");
  const requested = { method: "two_person", delivery_day: day };
  await pay(first, requested);
  const { id } = await db().selectFrom("orders").select("id").executeTakeFirstOrThrow();

  const held = await formOf(await pay(other, requested));
  expect(held.errors).toEqual({ delivery_day: HELD });
  vi.setSystemTime("2026-11-20T10:40:00.000Z");
  const late = await formOf(await pay(other, requested));
  expect(late.errors).toEqual({
    delivery_day: "That day is in another checkout. Try again in a few minutes, or choose another",
  });

  await db().updateTable("orders").set({ status: "paid" }).where("id", "=", id).execute();
  const gone = await formOf(await pay(other, requested));
  expect(gone.errors).toEqual({ delivery_day: GONE });
});

test("a day is gone while a bank is deciding on the payment of the order that keeps it full", async () => {
  vi.setSystemTime(MORNING);
  await crewVisits(1);
  const lines = await itemsOf("two_person");
  const [first, other] = [await shopperWith(lines), await shopperWith(lines)];
  // Later than the bank may take.
  const day = (await daysFor(first, "GL5 1QN")).at(-1) ?? "";
  const requested = { method: "two_person", delivery_day: day };
  const paymentId = (await pay(first, requested)).headers.get("Location")?.split("/").at(-1) ?? "";
  await reportEvent(paymentId, "processing", { minor: 0, now: new Date() });

  expect(await countRows("orders")).toBe(1);
  expect((await formOf(await pay(other, requested))).errors).toEqual({ delivery_day: GONE });
});

test("a day is gone where it can no longer be booked once the payment page that keeps it full has ended", async () => {
  // The cut-off at noon lies between now and the end of the page.
  vi.setSystemTime("2026-11-20T11:40:00.000Z");
  await crewVisits(1);
  const lines = await itemsOf("two_person");
  const other = await shopperWith(lines);
  const days = (await daysFor(other, "GL5 1QN")).slice(0, 2);
  const texts: Array<string | undefined> = [];
  for (const day of days) {
    const requested = { method: "two_person", delivery_day: day };
    await pay(await shopperWith(lines), requested);
    texts.push((await formOf(await pay(other, requested))).errors["delivery_day"]);
  }

  expect(texts).toEqual([GONE, HELD.replace("10:31", "12:11")]);
});

test("a day that payment pages keep full for the chosen method is held, whatever another method has booked on it", async () => {
  vi.setSystemTime("2026-11-20T09:50:00.000Z");
  await crewVisits(1);
  const methods = db().selectFrom("delivery_methods").selectAll();
  const twoPerson = await methods.where("key", "=", "two_person").executeTakeFirstOrThrow();
  const evening = { ...twoPerson, key: "evening", position: twoPerson.position + 1 };
  await db().insertInto("delivery_methods").values(evening).execute();
  onTestFinished(async () => {
    await db().deleteFrom("delivery_methods").where("key", "=", "evening").execute();
    await bumpCatalogueVersion();
  });
  await bumpCatalogueVersion();
  const lines = await itemsOf("two_person");
  const [booked, first, other] = [
    await shopperWith(lines),
    await shopperWith(lines),
    await shopperWith(lines),
  ];
  const [day = ""] = await daysFor(first, "GL5 1QN");
  const requested = { method: "two_person", delivery_day: day };
  await pay(booked, requested);
  const { id } = await db().selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await db().updateTable("delivery_bookings").set({ method: "evening" }).where("order_id", "=", id).execute();
  vi.setSystemTime(MORNING);
  await pay(first, requested);

  expect((await formOf(await pay(other, requested))).errors).toEqual({ delivery_day: HELD });
});

test("back from the payment page, the shopper's own unpaid order does not occupy the last place of its day", async () => {
  await crewVisits(1);
  const lines = await itemsOf("two_person");
  const [browser, other] = [await shopperWith(lines), await shopperWith(lines)];
  const [day = ""] = await daysFor(browser, "GL5 1QN");
  await pay(browser, { method: "two_person", delivery_day: day });

  const view = await checkoutView(browser);
  const again = await pay(browser, { method: "two_person", delivery_day: day });

  expect(view.values["delivery_day"]).toBe(day);
  expect(view.days?.some(({ value }) => value === day)).toBe(true);
  expect(again.status).toBe(303);
  expect(await daysFor(other, "GL5 1QN")).not.toContain(day);
});

test("when the cut-off passes while the form is filled in, the later day is shown before payment", async () => {
  // A Monday on which London is an hour ahead: the cut-off is at 13:00 UTC.
  vi.setSystemTime("2027-06-07T12:59:00Z");
  const browser = await shopperWith(await itemsOf("small"));
  const seen = await checkoutView(browser);
  const fields = { ...TYPED, method: "express", intent: "update" };
  const before = (await formOf(await browser.post(action, "/checkout", fields))).view;
  vi.setSystemTime("2027-06-07T13:00:00Z");
  const press = (view: CheckoutView) =>
    browser.post(action, "/checkout", {
      ...TYPED,
      method: "express",
      intent: "pay",
      ...hiddenFields(view),
    });

  const late = await press(before);

  const { view: after, problem } = await formOf(late);
  expect([late.status, problem?.code]).toEqual([409, "arrival-changed"]);
  expect([seen.confirmedDelivery, before.confirmedDelivery, after.confirmedDelivery]).toEqual([
    "standard 2027-06-11",
    "express 2027-06-08",
    "express 2027-06-09",
  ]);
  expect((await press(after)).status).toBe(303);
  expect((await paidOrder()).delivery.promises).toMatchObject([
    { when: "Wednesday 9 June", to: "2027-06-09" },
  ]);
});

const COLLECTOR = {
  email: "hannah@example.com",
  method: "collection",
  collector_first_name: "Hannah",
  collector_last_name: "Okafor",
  billing: "same",
} as const;

/** The fields of a delivery address, left empty. */
const NO_ADDRESS = Object.fromEntries(
  Object.keys(TYPED)
    .filter((name) => name.startsWith("delivery_"))
    .map((name) => [name, ""]),
);

test("collection costs nothing and needs no address, and the order states where, when and during which hours", async () => {
  const browser = await shopperWith(await itemsOf("two_person"));

  const sent = await pay(browser, { ...NO_ADDRESS, ...COLLECTOR });

  expect(sent.status).toBe(303);
  const order = await paidOrder();
  expect(order.totals.delivery?.minor).toBe(0);
  expect(order.delivery.promises[0]?.when).toMatch(/^ready from \w+day \d+/);
  expect(order.delivery.collection?.address).toContain("4 Cider Mill Yard");
  expect(order.delivery.collection?.hours).toContain("Saturday, 10 am to 4 pm: Shop and collection");
  expect(order.deliveryAddress).toMatchObject({ first_name: "Hannah", postal_code: "HR8 9ZZ" });
  expect(order.billingAddress).toMatchObject({ last_name: "Okafor", address1: "" });
  const email = await emailOf(order);
  for (const line of [...(order.delivery.collection?.address ?? []), "Monday to Friday, 9 am to 5.30 pm"])
    expect(email).toContain(line);
  // Whoever has lost the page finds it by the postcode in their email.
  const clue = { number: String(order.number), email: order.email, postcode: "hr8 9zz" };
  expect((await new Browser().post(lookUp, "/checkout/thank-you", clue)).status).toBe(303);
});

test("collection needs a name, and one that was typed for a delivery counts", async () => {
  const browser = await shopperWith(await itemsOf("small"));

  const nameless = await pay(browser, {
    ...NO_ADDRESS,
    ...COLLECTOR,
    collector_first_name: "",
    collector_phone: "call me",
  });
  const typedBefore = await pay(browser, { ...COLLECTOR, collector_first_name: "", collector_last_name: "" });

  expect(nameless.status).toBe(422);
  expect(Object.keys((await formOf(nameless)).errors)).toEqual(["collector_first_name", "collector_phone"]);
  expect(typedBefore.status).toBe(303);
});

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { changeAddressAtDesk, type AddressRequest } from "#app/models/desk/orders/order-address.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { findDeskOrder, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { planSending } from "#app/models/desk/orders/sending.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { weekdayOf } from "#app/models/shared/local-date.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { sentOrderEmails } from "#tests/support/people/desk/order-emails.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, paidArkForList, paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";

useTestDatabase();

const HOME = {
  ...{ first_name: "Hannah", last_name: "Okafor", company: "", address1: "2 Quay Street", address2: "" },
  ...{ city: "Bristol", postal_code: "bs14dj", country_code: "GB", phone: "01632 960 111" },
};
const BELFAST = { ...HOME, address1: "1 Bridge Street", city: "Belfast", postal_code: "BT1 5GS" };
const PARCEL = { carrier: "royal-mail", tracking: "A1", units: null, key: "k" } as const;

/** A paid order, and the change of its address by somebody: "done", the wrong fields, or the code of the refusal. */
async function paid(
  role: "owner" | "packer" = "owner",
  placing: Promise<Readonly<{ orderId: OrderId }>> = paidOrder(),
) {
  const made = await numbered(placing);
  const actor = await person(role);
  const request = { number: made.number, typed: HOME, shown: null, agreed: "" };
  const change = async (changes: Partial<AddressRequest> = {}, by = actor) => {
    const answer = await changeAddressAtDesk({ ...request, ...changes }, by);
    return answer.errors ? Object.keys(answer.errors).join(" ") : outcomeOf(answer.done);
  };
  return { ...made, actor, change };
}

/** Booked for a day at which two people deliver it; with all days that there are. */
async function paidBulkyOrder() {
  const cart = await cartWith({ [await parcelVariant(9, 0, "two_person")]: 1 });
  const { days } = await priceCart(cart, { method: "two_person", postcode: "GL5 1QN", now: NOW });
  const typed = details({ method: "two_person", delivery_day: days[0] ?? "" });
  const done = await checkOut(await commandFor(cart.id, typed), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  await decideTestPayment(url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  return { orderId, days };
}

const orderOf = async (orderId: OrderId) => (await findOrder(orderId))!;

test("the order goes to the new address, the bill stays, and the log names neither", async () => {
  const { orderId, number, change } = await paid("packer");
  const before = await orderOf(orderId);
  await indexOrders();

  expect(await change()).toBe("done");

  const after = await orderOf(orderId);
  expect(after.deliveryAddress).toMatchObject({ address1: "2 Quay Street", postal_code: "BS1 4DJ" });
  expect([after.billingAddress, after.totals]).toEqual([before.billingAddress, before.totals]);
  const rows = await listDeskLog({ staffId: null, subject: { kind: "order", id: String(number) }, limit: 9 });
  expect(rows.map(({ action, changes }) => [action, changes])).toEqual([
    ["order-address-changed", { fields: ["", "address1, city, postal_code, phone"] }],
  ]);
  await indexOrders();
  const terms = await db()
    .selectFrom("order_search_terms")
    .selectAll()
    .where("order_id", "=", orderId)
    .execute();
  expect(terms.map(({ term }) => term)).toContain("bs14dj");
});

test("the buyer gets one email with the new address, however often the form is sent", async () => {
  const { orderId, change } = await paid();
  await sentOrderEmails();
  await Promise.all([change(), change()]);

  const [email, ...others] = await sentOrderEmails();

  expect(others).toEqual([]);
  expect(email?.subject).toContain("goes to another address");
  expect(email?.text).toContain("2 Quay Street");
  expect(email?.text).not.toContain("14 Slad Road");
  expect((await orderOf(orderId)).addressVersion).toBe(1);
});

test("of two people who change it at once from one page one does, and the other is refused", async () => {
  const { orderId, number, change } = await paid();
  const tom = await person("packer");

  const done = await Promise.all([
    change({ shown: "paid" }),
    change({ shown: "paid", typed: { ...HOME, address1: "9 Other Road" } }, tom),
  ]);

  expect([...done].sort()).toEqual(["done", "order-state-conflict"]);
  const stored = (await orderOf(orderId)).deliveryAddress.address1;
  expect(stored).toBe(done[0] === "done" ? "2 Quay Street" : "9 Other Road");
  expect(await deskActions(number)).toEqual(["order-address-changed"]);
});

test("packing or sending from a page with the former address is refused", async () => {
  const { number, actor, change } = await paid("packer");
  await change();
  const pack = (shown: string | null) => outcomeOf(stepAtDesk({ number, step: "pack", shown }, actor));

  expect(await pack("paid")).toBe("order-state-conflict");
  expect(await outcomeOf(planSending({ ...PARCEL, number, shown: "paid" }, actor))).toBe(
    "order-state-conflict",
  );
  const found = await findDeskOrder(number);
  const shown = found && shownStatus(found.order);
  expect(shown).toBe("paid address 2");
  expect(await pack(shown)).toBe("done");
});

test("of a packer who packs and an owner who changes the address at once one is refused", async () => {
  const { orderId, number, change } = await paid();
  const packer = await person("packer");

  const [packed, changed] = await Promise.all([
    stepAtDesk({ number, step: "pack", shown: "paid" }, packer),
    change({ shown: "paid" }),
  ]);

  expect([packed.ok, changed === "done"].filter(Boolean)).toHaveLength(1);
  expect((await orderOf(orderId)).status).toBe(packed.ok ? "packed" : "paid");
});

test("a difference in price or days is read before the address is changed, and nothing is charged", async () => {
  const { orderId, number, actor, change } = await paid();
  const total = (await orderOf(orderId)).totals.total.minor;
  const toBelfast = { number, typed: BELFAST, shown: null, agreed: "" };

  expect(await changeAddressAtDesk(toBelfast, actor)).toMatchObject({
    done: { code: "address-means", detail: { dearerMinor: 200, isLater: "true" } },
  });
  expect(await change({ typed: BELFAST, agreed: "900 later" })).toBe("address-means");
  expect(await change({ typed: BELFAST, agreed: "200 later" })).toBe("done");
  expect((await orderOf(orderId)).totals.total.minor).toBe(total);
});

test.each([
  ["Wednesday, when deliveries come there", "address-means", true],
  ["another day", "address-day", false],
])(
  "a move to the Isle of Wight, of an order that is booked for %s, answers %s",
  async (_, code, isWednesday) => {
    const { orderId, days } = await paidBulkyOrder();
    const { change } = await paid("owner", Promise.resolve({ orderId }));
    const { delivery } = await orderOf(orderId);
    const [day] = days.filter((each) => (weekdayOf(each) === 3) === isWednesday).slice(-1);
    const promises = delivery.promises.map((promise) => ({ ...promise, day }));
    await changeRows("orders", { id: orderId }, { delivery: JSON.stringify({ ...delivery, promises }) });

    const typed = { ...HOME, city: "Newport", postal_code: "PO30 1UD" };
    expect(await change({ typed })).toBe(code);
  },
);

test("wrong fields are named as at checkout, also a country without delivery", async () => {
  const { number, change } = await paid();
  const typed = { ...HOME, first_name: "", postal_code: "BS1", phone: "" };

  expect(await change({ typed })).toBe("first_name postal_code phone");
  const abroad = { ...HOME, country_code: "FR", postal_code: "75001" };
  expect(await change({ typed: abroad })).toContain("country_code");
  expect(await deskActions(number)).toEqual([]);
});

test("what is sent, collected or a family's has no address that the desk changes", async () => {
  const sent = await numbered(deliveredOrder());
  const list = await paidArkForList("Wilfred");
  const { orderId, change } = await paid();
  const delivery = JSON.stringify({ ...(await orderOf(orderId)).delivery, method: "collection" });
  await db().updateTable("orders").set({ delivery }).where("id", "=", orderId).execute();

  expect(await change({ number: sent.number })).toBe("order-state-conflict");
  expect(await change({ number: list.number })).toBe("address-of-list");
  expect(await change()).toBe("address-collected");
  expect(shopError({ code: "address-of-list", detail: {} }).status).toBe(409);
});

test("what is left of a partly sent order can go elsewhere, but not while a parcel is about to go out", async () => {
  const { orderId, number, actor, change } = await paid();
  await sendShipment(orderId, { units: [1, 0] });
  await planSending({ ...PARCEL, number, shown: null }, actor);
  expect(await change()).toBe("parcel-planned");
  await db().deleteFrom("jobs").where("kind", "=", "desk-send").execute();
  expect(await change()).toBe("done");
});

import { expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeAddressAtDesk, type AddressRequest } from "#app/models/desk/orders/order-address.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { findDeskOrder, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { planSending } from "#app/models/desk/orders/sending.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import type { Email } from "#app/services/email/email-port.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, paidArkForList, paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const HOME = {
  first_name: "Hannah",
  last_name: "Okafor",
  company: "",
  address1: "2 Quay Street",
  address2: "",
  city: "Bristol",
  postal_code: "bs14dj",
  country_code: "GB",
  phone: "01632 960 111",
};
const BELFAST = { ...HOME, address1: "1 Bridge Street", city: "Belfast", postal_code: "BT1 5GS" };

const person = async (role: "owner" | "packer" | "editor" | "reader") =>
  actorAt((await deskPerson(role)).token);

async function paid() {
  const { orderId } = await paidOrder();
  return { orderId, number: await numberOf(orderId) };
}

const changeOf = (number: number, changes: Partial<AddressRequest> = {}): AddressRequest => ({
  ...{ number, typed: HOME, shown: null, agreed: "" },
  ...changes,
});

async function outcomeOf(change: AddressRequest, actor: Awaited<ReturnType<typeof person>>) {
  const answer = await changeAddressAtDesk(change, actor);
  if (answer.errors) return Object.keys(answer.errors).join(" ");
  return answer.done.ok ? (answer.done.value.isChanged ? "changed" : "unchanged") : answer.done.code;
}

test("the order goes to the new address, the bill stays, and the log names neither", async () => {
  const { orderId, number } = await paid();
  const before = await findOrder(orderId);
  await indexOrders();

  expect(await outcomeOf(changeOf(number), await person("packer"))).toBe("changed");

  const after = await findOrder(orderId);
  expect(after?.deliveryAddress).toMatchObject({ address1: "2 Quay Street", postal_code: "BS1 4DJ" });
  expect([after?.billingAddress, after?.totals]).toEqual([before?.billingAddress, before?.totals]);
  const rows = await listDeskLog({ staffId: null, subject: { kind: "order", id: String(number) }, limit: 9 });
  expect(rows.map(({ action, changes }) => [action, changes])).toEqual([
    ["order-address-changed", { fields: ["", "address1, city, postal_code, phone"] }],
  ]);
  await indexOrders();
  const terms = await db()
    .selectFrom("order_search_terms")
    .select("term")
    .where("order_id", "=", orderId)
    .execute();
  expect(terms.map(({ term }) => term)).toContain("bs14dj");
});

test("the buyer gets one email with the new address", async () => {
  const { orderId, number } = await paid();
  const owner = await person("owner");
  const emails: Array<Email> = [];
  connectEmail({ send: async (message) => void emails.push(message) });
  onTestFinished(() => connectEmail(null));
  await Promise.all([outcomeOf(changeOf(number), owner), outcomeOf(changeOf(number), owner)]);

  await runDueJobs({
    "order-email": sendOrderStatusEmail("https://shop.example"),
    "order-confirmation": async () => undefined,
  });

  expect(emails).toHaveLength(1);
  expect(emails[0]?.subject).toContain("goes to another address");
  expect(emails[0]?.text).toContain("2 Quay Street");
  expect(emails[0]?.text).not.toContain("14 Slad Road");
  expect((await findOrder(orderId))?.addressVersion).toBe(1);
});

test("of two people who change it at once from one page one does, and the other is refused", async () => {
  const { orderId, number } = await paid();
  const [martha, tom] = [await person("owner"), await person("packer")];
  const other = { ...HOME, address1: "9 Other Road" };

  const done = await Promise.all([
    outcomeOf(changeOf(number, { shown: "paid" }), martha),
    outcomeOf(changeOf(number, { shown: "paid", typed: other }), tom),
  ]);

  expect([...done].sort()).toEqual(["changed", "order-state-conflict"]);
  const stored = (await findOrder(orderId))?.deliveryAddress.address1;
  expect(stored).toBe(done[0] === "changed" ? "2 Quay Street" : "9 Other Road");
  expect(await deskActions(number)).toEqual(["order-address-changed"]);
});

test("packing or sending from a page with the former address is refused", async () => {
  const { number } = await paid();
  const packer = await person("packer");
  await outcomeOf(changeOf(number), packer);

  expect(await stepAtDesk({ number, step: "pack", shown: "paid" }, packer)).toMatchObject({
    code: "order-state-conflict",
  });
  const parcel = { number, carrier: "royal-mail", tracking: "A1", units: null, key: "k" };
  expect(await planSending({ ...parcel, shown: "paid" }, packer)).toMatchObject({
    code: "order-state-conflict",
  });
  const found = await findDeskOrder(number);
  const shown = found && shownStatus(found.order, found.life);
  expect(shown).toBe("paid address 2");
  expect(await stepAtDesk({ number, step: "pack", shown }, packer)).toMatchObject({ ok: true });
});

test("of a packer who packs and an owner who changes the address at once one is refused", async () => {
  const { orderId, number } = await paid();
  const [packer, owner] = [await person("packer"), await person("owner")];

  const [packed, changed] = await Promise.all([
    stepAtDesk({ number, step: "pack", shown: "paid" }, packer),
    outcomeOf(changeOf(number, { shown: "paid" }), owner),
  ]);

  expect([packed.ok, changed === "changed"].filter(Boolean)).toHaveLength(1);
  expect((await findOrder(orderId))?.status).toBe(packed.ok ? "packed" : "paid");
});

test("a difference in price or days is read before the address is changed, and nothing is charged", async () => {
  const { orderId, number } = await paid();
  const owner = await person("owner");
  const total = (await findOrder(orderId))?.totals.total.minor;

  const first = await changeAddressAtDesk(changeOf(number, { typed: BELFAST }), owner);
  expect(first).toMatchObject({
    done: { code: "address-means", detail: { dearerMinor: 200, isLater: "true" } },
  });
  expect(await outcomeOf(changeOf(number, { typed: BELFAST, agreed: "900 later" }), owner)).toBe(
    "address-means",
  );
  expect(await outcomeOf(changeOf(number, { typed: BELFAST, agreed: "200 later" }), owner)).toBe("changed");
  expect((await findOrder(orderId))?.totals.total.minor).toBe(total);
});

test("wrong fields are named as at checkout, also a country without delivery", async () => {
  const { number } = await paid();
  const owner = await person("owner");
  const typed = { ...HOME, first_name: "", postal_code: "BS1", phone: "" };

  expect(await outcomeOf(changeOf(number, { typed }), owner)).toBe("first_name postal_code phone");
  const abroad = { ...HOME, country_code: "FR", postal_code: "75001" };
  expect(await outcomeOf(changeOf(number, { typed: abroad }), owner)).toContain("country_code");
  expect(await deskActions(number)).toEqual([]);
});

test("what is sent, collected or a family's has no address that the desk changes", async () => {
  const owner = await person("owner");
  const sent = await numberOf((await deliveredOrder()).orderId);
  const list = (await paidArkForList("Wilfred")).number;
  const { orderId, number } = await paid();
  const order = await findOrder(orderId);
  await db()
    .updateTable("orders")
    .set({ delivery: JSON.stringify({ ...order?.delivery, method: "collection" }) })
    .where("id", "=", orderId)
    .execute();

  expect(await outcomeOf(changeOf(sent), owner)).toBe("order-state-conflict");
  expect(await outcomeOf(changeOf(list), owner)).toBe("address-of-list");
  expect(await outcomeOf(changeOf(number), owner)).toBe("address-collected");
  expect(shopError({ code: "address-of-list", detail: {} }).status).toBe(409);
});

test("what is left of a partly sent order can go elsewhere, but not while a parcel is about to go out", async () => {
  const { orderId, number } = await paid();
  const owner = await person("owner");
  await sendShipment(orderId, { units: [1, 0] });
  const parcel = { number, carrier: "royal-mail", tracking: "A1", units: null, shown: null, key: "k" };
  await planSending(parcel, owner);
  expect(await outcomeOf(changeOf(number), owner)).toBe("parcel-planned");
  await db().deleteFrom("jobs").where("kind", "=", "desk-send").execute();
  expect(await outcomeOf(changeOf(number), owner)).toBe("changed");
});

test.each(["editor", "reader"] as const)("the role %s changes no address", async (role) => {
  const { number } = await paid();
  expect(await outcomeOf(changeOf(number), await person(role))).toBe("desk-not-allowed");
});

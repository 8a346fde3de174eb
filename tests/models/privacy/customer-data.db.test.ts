import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { saveForLater } from "#app/models/cart/saved-for-later.server.ts";
import { takeContactMessage } from "#app/models/content/contact.server.ts";
import { findCustomer } from "#app/models/customer/customer.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { requestEmailChange } from "#app/models/customer/email-change.server.ts";
import { saveFormDraft } from "#app/models/customer/saved-form.server.ts";
import { findSession } from "#app/models/customer/session.server.ts";
import { requestReset } from "#app/models/customer/password.server.ts";
import { requestGiftAlert } from "#app/models/gift-list/alert.server.ts";
import {
  joinGiftList,
  invitationToken,
  inviteCoOwner,
  listCoOwners,
} from "#app/models/gift-list/co-owners.server.ts";
import { requestListMove } from "#app/models/gift-list/move.server.ts";
import { claimGift } from "#app/models/gift-list/claims.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { MARKETING_HANDLERS } from "#app/models/marketing/sync-worker.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import { openExport } from "#app/models/desk/files/exports.server.ts";
import { EXPORT_KINDS } from "#app/models/desk/files/export-kinds.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { REMOVED_EMAIL } from "#app/models/order/removed-person.ts";
import { insertPasskey } from "#app/models/passkey/passkey.server.ts";
import { pseudonymiseOldOrders, pseudonymiseOrders } from "#app/models/order/pseudonymise.server.ts";
import { EXPORT_RULES, exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { listUnfinished } from "#app/models/privacy/unfinished.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { cleanUpCustomers } from "#app/models/privacy/retention.server.ts";
import { submitReview } from "#app/models/review/submit.server.ts";
import { voteHelpful, voterHash } from "#app/models/review/vote.server.ts";
import type { GiftId, OrderId } from "#app/models/shared/ids.ts";
import { requestAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import { shareOwnList } from "#app/models/wishlist/shared-wishlist.server.ts";
import { saveFavourite } from "#app/models/wishlist/wishlist.server.ts";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { loader as deskOrder } from "#app/routes/desk/order.tsx";
import { loader as deskOrders } from "#app/routes/desk/orders.tsx";
import { loader as deskInvoices } from "#app/routes/desk/orders/invoices.tsx";
import { loader as deskEmails } from "#app/routes/desk/orders/order-emails.tsx";
import { loader as deskRefund } from "#app/routes/desk/refund.tsx";
import { loader as deskReturn } from "#app/routes/desk/return.tsx";
import { loader as deskSearch } from "#app/routes/desk/search.tsx";
import { loader as deskSlips } from "#app/routes/desk/slips.tsx";
import { loader as cancelPage } from "#app/routes/orders/cancel.tsx";
import { loader as creditNotePage } from "#app/routes/orders/credit-note.tsx";
import { loader as invoicePage } from "#app/routes/orders/invoice.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { loader as returnPage } from "#app/routes/orders/return.tsx";
import { loader as withdrawPage } from "#app/routes/orders/withdraw.tsx";
import { list, packingSlip, returns, show } from "#scripts/shop/orders-read.ts";
import {
  auditEvents,
  deliverMail,
  logInAs,
  makeCustomer,
  PASSWORD,
} from "#tests/support/people/customer/customer-mail.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { answerOf, requested } from "#tests/support/people/loader-requests.ts";
import { guestOf } from "#tests/support/people/order-buyer.ts";
import { deliveredOrder, paidOrder } from "#tests/support/people/order-life.ts";
import { askReturn } from "#tests/support/people/returned-items.ts";
import { tablesThatSay } from "#tests/support/checks/tables-that-say.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { savedAddress } from "#tests/support/people/customer.ts";
import { giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { sentMessage } from "#tests/support/people/messages.ts";
import { subscribed } from "#tests/support/people/newsletter.ts";
import { photograph } from "#tests/support/people/photographs.ts";
import { guest, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const ASKER = { address: "192.0.2.1", devices: [] };
const AT = NOW.toISOString();
const HOME = {
  first_name: "Hannah",
  address1: "14 Slad Road",
  address2: "",
  city: "Stroud",
  postal_code: "GL5 1QN",
  phone: "07700 900142",
};

/** What the shop is told about Hannah, in one place or another. */
const TRACES = [
  "hannah@example.com",
  "Okafor",
  "447700900142",
  HOME.first_name,
  HOME.address1,
  HOME.city,
  HOME.postal_code,
];
/** Columns that say whose a row is. */
const OWNER_COLUMNS = ["customer_id", "order_id", "cart_id", "email"];
/** Tables with such a column that add nothing; the rules say why. */
const NOT_EXPORTED = [
  "order_search",
  "order_search_terms",
  "staff",
  "order_recipients",
  "order_ticks",
  "gift_list_carts",
  "gift_list_cart_gifts",
  "repeated_calls",
  "reservations",
];

async function customerWithEverything() {
  const { customer, token } = await makeCustomer();
  const finished = await placedOrder({ [await parcelVariant(9)]: 1 });
  await redeemWith(finished.orderId, customer);
  const booking = { order_id: finished.orderId, method: "two_person", day: "2026-12-01" };
  await insertRows("delivery_bookings", booking);
  const underWay = await placedOrder({ [await parcelVariant(9)]: 1 });
  await logInAs(customer.email);
  await move(finished.orderId, "refunded");
  await move(underWay.orderId, "paid");
  const { id: cartId, lines } = await cartWith({ [await parcelVariant(9, 1)]: 1 });
  await saveForLater({ customerId: customer.id }, { cartId, lineId: lines[0]!.id }, NOW);
  await mergeGuestCart(customer.id, (await cartWith({ [await parcelVariant(9)]: 2 })).id, NOW);
  await notifyMarketing();
  const row = { order_id: underWay.orderId, cart_id: "cart_before", sent_status: null };
  await insertRows("marketing_orders", row);
  await savedAddress(customer.id, HOME);
  const credential = { credentialId: "PASSKEY-1", publicKey: "key", counter: 0, transports: [] };
  await insertPasskey({ customerId: customer.id }, { ...credential, isBackedUp: true, name: "Phone" }, NOW);
  await insertShipment(finished.orderId);
  await insertLife(finished.orderId);
  await saveFormDraft({ customerId: customer.id, path: "/account/addresses/new" }, { city: "Stroud" }, NOW);
  await requestReset(customer.email, new Date(), ASKER);
  await deliverMail();
  await giveAndShare(customer.email);
  await leaveTraces(customer);
  const note = { request_key: "note_1", staff_name: "Martha", body: "Mrs Okafor likes a call." };
  await insertRows("customer_notes", { customer_id: customer.id, ...note, created_at: AT });
  await requestEmailChange(customer.id, "hannah.new@example.com", new Date());
  return { customer, token, finished: finished.orderId, underWay: underWay.orderId };
}

/** A list of Hannah's, and a gift that she has reserved on another's. */
async function giveAndShare(email: string): Promise<void> {
  const own = await openGiftList({ email });
  await sendBack(own, await giftOn(own, await parcelVariant(5)));
  const other = await openGiftList({
    ...{ email: "other@example.com", first_name: "Ida", name: "Ida’s baby", sent_to: "giver" },
    ...{ address1: "", city: "", postal_code: "", phone: "" },
  });
  const giftId = await giftOn(other, await parcelVariant(5));
  const giver = { giverName: "Mum", email, message: null, deviceHash: "device", isEmailConfirmed: true };
  await claimGift(other, { giftId, way: "reservation", units: 1, ...giver }, NOW);
  await requestGiftAlert({ listId: other.id, giftId, email, isEmailConfirmed: true }, NOW);
  await inviteCoOwner(other, email, NOW);
  const coOwners = await listCoOwners(other.id, NOW);
  await joinGiftList(invitationToken(coOwners[0]!.id), "co-owner-device", NOW);
  await requestListMove(own, "hannah.moved@example.org", NOW);
}

/** The family sends back what it was given; the return itself is one of {@link insertLife}. */
async function sendBack(own: GiftList, giftId: GiftId): Promise<void> {
  const giver = { giverName: "Ida", email: "ida@example.com", message: null, deviceHash: "ida" };
  const given = await claimGift(
    own,
    { giftId, way: "elsewhere", units: 1, ...giver, isEmailConfirmed: true },
    NOW,
  );
  if (!given.ok) throw new Error(given.code);
  const back = { return_number: "R1-1", list_id: own.id, claim_id: given.value, coupon_code: "GIFT-SWAP" };
  await insertRows("gift_list_returns", back);
}

/** What waits for the marketing service is told, and nothing else. */
async function notifyMarketing(): Promise<void> {
  await runDueJobs(MARKETING_HANDLERS, { now: () => new Date(Date.now() + 60_000) });
}

/** A favourite that is shared, a review and a wish to be told. */
async function leaveTraces(customer: Customer): Promise<void> {
  const soldOut = await parcelVariant(0, 1);
  const { product_id: productId } = await rowOf("variants", { id: soldOut });
  await saveFavourite(customer.id, { productId, variantId: soldOut }, NOW);
  await shareOwnList(customer.id, NOW);
  const words = { rating: 4, title: "Lovely", body: "Our two play with it all day.", author: "Hannah" };
  const author = { kind: "customer", customerId: customer.id, email: customer.email } as const;
  const photos = [await photograph()];
  await submitReview(productId, { words, author, photos }, NOW);
  await requestAlert({ variantId: soldOut, email: customer.email, visitor: customer }, NOW);
  const { email } = customer;
  const message = { name: "Hannah", email, topic: "order", orderNumber: "", message: "Hello" } as const;
  await takeContactMessage({ message, visitor: customer }, NOW);
  await subscribed(email, NOW);
  const [published] = await rowsOf("reviews", { status: "published" });
  await voteHelpful(published!.id, voterHash(customer.id), NOW);
}

async function redeemWith(orderId: OrderId, { id, email }: Customer): Promise<void> {
  const [coupon] = await rowsOf("coupons");
  const use = { order_id: orderId, coupon_id: coupon!.id, customer_id: id, email_key: email };
  await insertRows("coupon_uses", { ...use, created_at: AT });
}

async function move(id: OrderId, to: "paid" | "refunded"): Promise<void> {
  await moveOrder(id, { from: "awaiting-payment", to: "paid", reason: "test", by: "payment", now: NOW });
  if (to === "refunded") await moveOrder(id, { from: "paid", to, reason: "test", by: "payment", now: NOW });
}

async function insertShipment(orderId: OrderId): Promise<void> {
  const parcel = { tracking_number: "TRACK-1", tracking_url: "https://carrier.example/TRACK-1" };
  await insertRows("shipments", { order_id: orderId, carrier: "Carrier", ...parcel, shipped_at: AT });
}

/** A parcel's contents, money back and a return with words of the customer's own. */
async function insertLife(orderId: OrderId, mark = "1"): Promise<void> {
  const of = { order_id: orderId };
  const words = { staff_name: "Martha", body: "Mrs Okafor asked for Friday." };
  await insertRows("order_notes", { ...of, ...words, created_at: AT });
  const part = { order_line_id: (await rowOf("order_lines", of)).id, quantity: 1 };
  await insertRows("shipment_lines", { ...part, shipment_id: (await rowOf("shipments", of)).id });
  const step = { ...of, request_key: "k" };
  const sum = { amount_minor: 1, delivery_minor: 0, has_delivery: 0, currency: "GBP", reason: "broken" };
  const made = { provider_refund_id: null, last_error: null, created_at: AT, processed_at: AT };
  const refund = { id: `refund_${mark}`, ...step, ...sum, ...made };
  await insertRows("refunds", { ...refund, actor: "owner", status: "completed" });
  const given = { ...part, unshipped_quantity: 0, amount_minor: 1, is_restocked: 0 };
  await insertRows("refund_lines", { ...given, refund_id: refund.id });
  const requested = { note: "RETURN-NOTE", requested_at: AT, received_at: AT, refund_id: null };
  const back = { id: `return_${mark}`, ...step, number: `R1-${mark}`, ...requested };
  await insertRows("order_returns", { ...back, actor: "customer", status: "received" });
  await insertRows("order_return_lines", { ...part, return_id: back.id, reason: "faulty" });
}

async function tablesOfCustomers(): Promise<ReadonlyArray<string>> {
  const tables = await db().introspection.getTables();
  return tables
    .filter(({ columns }) => columns.some(({ name }) => OWNER_COLUMNS.includes(name)))
    .map(({ name }) => name);
}

test("every table that names customers, orders or carts has a rule for the export", async () => {
  const known = Object.keys(EXPORT_RULES);

  const missing = (await tablesOfCustomers()).filter((name) => !known.includes(name));

  expect(missing).toEqual([]);
  expect(known.filter((name) => typeof EXPORT_RULES[name as keyof typeof EXPORT_RULES] === "string")).toEqual(
    NOT_EXPORTED,
  );
});

test("the export contains a row of each of these tables, all input, and no secret", async () => {
  const { customer, token } = await customerWithEverything();
  const stranger = await makeCustomer({ email: "grace@example.com" });

  const data = await exportCustomer(customer.id);

  const text = JSON.stringify(data);
  for (const [name, rows] of Object.entries(data.tables))
    expect([name, rows.length > 0]).toEqual([name, true]);
  for (const trace of TRACES) expect(text).toContain(trace);
  expect(data.tables).toMatchObject({
    passkeys: [{ credential_id: "PASSKEY-1" }],
    favourites: [{ product_id: expect.any(Number) }],
    shared_lists: [{ id: expect.any(String) }],
    stock_alerts: [{ variant_id: expect.any(Number), status: "confirmed" }],
  });
  expect(data.tables["orders"]?.[0]?.["delivery_address"]).toMatchObject({ city: "Stroud" });
  for (const secret of [PASSWORD, token, "argon2", "token_hash", "grace@example.com", stranger.customer.id])
    expect(text).not.toContain(secret);
  expect(await auditEvents()).toContain("data-exported");
});

test("a deleted customer is gone from every table except open orders", async () => {
  const { customer, token, finished, underWay } = await customerWithEverything();

  expect((await removeCustomer(customer.id, NOW)).ok).toBe(true);

  expect(await findCustomer(customer.id)).toBeNull();
  expect(await findSession(token, NOW)).toMatchObject({ code: "CUSTOMER_EXPIRED" });
  expect(await findOrder(finished)).toMatchObject({
    customerId: customer.id,
    // Whoever shows an order, or writes about it, gets no stand-in for the address.
    email: "",
    deliveryAddress: { first_name: "", city: "", country_code: "GB" },
    lines: [{ quantity: 1 }],
  });
  expect(await findOrder(underWay)).toMatchObject({ email: "hannah@example.com" });
  expect(await tablesThatSay(TRACES)).toEqual(expect.arrayContaining(["orders"]));
  expect(await tablesThatSay(["hannah.new@example.com", "TRACK-1", "RETURN-NOTE", PASSWORD])).toEqual([]);
  expect(await auditEvents()).toContain("account-removed");
  expect(await removeCustomer(customer.id, NOW)).toMatchObject({ code: "NOT_FOUND" });
});

test("a customer whose payments the test provider does not know is deleted as well", async () => {
  const { customer, finished } = await customerWithEverything();
  await db().deleteFrom("embedded_payments").execute();

  expect((await removeCustomer(customer.id, NOW)).ok).toBe(true);

  expect(await findOrder(finished)).toMatchObject({ email: "" });
});

test.each([
  ["order_returns", { status: "requested", received_at: null }, /^Return R1-1 has not reached us yet/],
  ["refunds", { status: "queued", processed_at: null }, /^The refund of order \d+ has not been paid yet/],
  ["refunds", { status: "failed" }, /^The refund of order \d+ has not been paid yet/],
] as const)(
  "a deletion waits for open %s and says so, with orders under way and gift lists",
  async (...row) => {
    const [table, open, sentence] = row;
    const { customer, finished } = await customerWithEverything();
    await db().updateTable(table).set(open).where("order_id", "=", finished).execute();

    const unfinished = await listUnfinished(customer.id);
    await removeCustomer(customer.id, NOW);

    expect(unfinished).toEqual([
      expect.stringMatching(/^Order \d+ has not been delivered yet/),
      expect.stringMatching(sentence),
      expect.stringMatching(/^Your gift list “.+” is open/),
    ]);
    expect(await findOrder(finished)).toMatchObject({ email: customer.email });
    await db()
      .updateTable(table)
      .set({ status: table === "refunds" ? "completed" : "received" })
      .execute();
    expect(await pseudonymiseOrders(NOW)).toBe(1);
    expect(await findOrder(finished)).toMatchObject({ email: "" });
  },
);

test.each([
  ["awaiting-payment", "has not been paid for yet"],
  ["payment-review", "has a payment that we are checking"],
  ["disputed", "has a payment that your bank is looking into"],
] as const)("a deletion waits for an order that is %s and says so", async (status, why) => {
  const { customer, finished } = await customerWithEverything();
  await db().updateTable("orders").set({ status }).where("id", "=", finished).execute();

  const unfinished = await listUnfinished(customer.id);
  await removeCustomer(customer.id, NOW);

  expect(unfinished.filter((sentence) => sentence.includes(why))).toHaveLength(1);
  expect(await findOrder(finished)).toMatchObject({ email: customer.email });
});

test("after the last order is finished nothing is left of a deleted customer", async () => {
  const { customer, underWay } = await customerWithEverything();
  await removeCustomer(customer.id, NOW);
  await moveOrder(underWay, { from: "paid", to: "refunded", reason: "test", by: "payment", now: NOW });

  expect(await pseudonymiseOrders(NOW)).toBe(1);
  // The marketing service hears of it by the queue: after one run of it nothing is left there either.
  await notifyMarketing();

  expect(await tablesThatSay(TRACES)).toEqual([]);
  expect(await pseudonymiseOrders(NOW)).toBe(0);
});

/** What deletion takes away and the export does not show, and why. */
const NOT_SHOWN = {
  jobs: "emails that are on their way to the address",
  gift_list_devices: "one-way codes of the browsers that may open a gift list",
};

/** Tables whose rows stay, without the name: of orders, what the marketing service is still to be told, the log. */
const OF_ORDERS = ["orders", "order_lines", "coupon_uses", "delivery_bookings", "order_history"];
const OF_REFUNDS = ["refunds", "refund_lines", "order_returns", "order_return_lines", "payments"];
const OF_MARKETING = ["marketing_contacts", "marketing_carts", "marketing_orders"];
const REMAINING = [...OF_ORDERS, ...OF_REFUNDS, ...OF_MARKETING, "audit_log"];

test("what deletion removes is what the export has shown, table by table", async () => {
  const { customer } = await customerWithEverything();
  await leaveTracesAsGuest(customer.email);
  const before = await countEverything();
  const { tables } = await exportCustomer(customer.id);

  await removeCustomer(customer.id, NOW);

  const after = await countEverything();
  const removed = Object.entries(before)
    .map(([name, count]) => [name, count - (after[name] ?? 0)] as const)
    .filter(([name, count]) => count > 0 && !Object.hasOwn(NOT_SHOWN, name));
  expect(removed).toEqual(removed.map(([name]) => [name, tables[name]?.length ?? 0]));
  const names = removed.map(([name]) => name);
  expect(Object.keys(tables).filter((name) => !names.includes(name))).toEqual(REMAINING);
});

/** What the confirmed address has left without the account. */
async function leaveTracesAsGuest(email: string): Promise<void> {
  const soldOut = await parcelVariant(0, 2);
  await requestAlert({ variantId: soldOut, email, visitor: null }, NOW);
  await writtenReview(102, guest(email));
  await sentMessage({ email }, { now: NOW });
}

async function countEverything(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db().introspection.getTables())
    counts[name] = (await rowsOf(name as keyof Database)).length;
  return counts;
}

test("deleting a customer deletes nothing of others", async () => {
  const { customer } = await customerWithEverything();
  const stranger = await makeCustomer({ email: "grace@example.com" });

  await removeCustomer(customer.id, NOW);

  expect((await findSession(stranger.token, new Date())).ok).toBe(true);
  expect(await findCustomer(stranger.customer.id)).toMatchObject({ email: "grace@example.com" });
});

test("when the pseudonymising of an order breaks off halfway, the next clean-up leaves nothing of the customer", async () => {
  const { customer, underWay } = await customerWithEverything();
  await insertShipment(underWay);
  await insertLife(underWay, "2");
  await removeCustomer(customer.id, NOW);
  await moveOrder(underWay, { from: "paid", to: "refunded", reason: "test", by: "payment", now: NOW });
  await setPaymentRequest(underWay, "not JSON");
  await expect(cleanUpCustomers(NOW)).rejects.toThrow(SyntaxError);

  await setPaymentRequest(underWay, JSON.stringify({ attempt: { email: customer.email } }));
  await cleanUpCustomers(NOW);
  await notifyMarketing();

  expect(await tablesThatSay([...TRACES, "RETURN-NOTE"])).toEqual([]);
});

/** The last thing of an order that is looked at. */
async function setPaymentRequest(orderId: OrderId, request: string): Promise<void> {
  const { attempt_id } = await rowOf("orders", { id: orderId });
  await changeRows("embedded_payments", { attempt_id }, { request });
}

/** Orders whose buyer is forgotten: one with a refund and a return, and one that was never sent. */
async function forgottenOrders() {
  const { orderId } = await deliveredOrder();
  const refund = { units: [1, 0], delivery: false };
  const request = { by: "owner", now: NOW, key: "k", refund, isRestocked: true, reason: "late" } as const;
  await requestRefund(orderId, request);
  const returnNumber = await askReturn(orderId, [1, 0]);
  const unsent = await paidOrder();
  expect(await pseudonymiseOldOrders("2100-01-01", NOW)).toBe(2);
  expect((await rowOf("orders", { id: orderId })).email).toBe(REMOVED_EMAIL);
  return { orderId, returnNumber, number: await numberOf(orderId), unsent: await numberOf(unsent.orderId) };
}

type Loader = (args: LoaderFunctionArgs) => Promise<Response>;

test("no page, list, file or command shows the address that stands for a forgotten buyer", async () => {
  const { orderId, number, returnNumber, unsent } = await forgottenOrders();
  const guest = await guestOf(orderId);
  const cookie = await deskCookieOf("owner");
  const ofGuest = { orderPage, invoicePage, creditNotePage, returnPage, withdrawPage, cancelPage, thankYou };
  const ofOrder = { deskOrder, deskRefund, deskReturn, deskEmails };
  const both = `n${number}=on&n${unsent}=on`;
  const texts = new Map<string, string>();
  for (const [name, loader] of Object.entries(ofGuest)) {
    const answer = await guest.get(loader, `/orders/${orderId}`, { orderId, creditNote: "CN-000001" });
    texts.set(name, await answer.text());
  }
  const deskText = async (name: string, loader: Loader, query = "") => {
    const params = { number: String(number), returnNumber };
    const args = requested(`/desk?${query}`, params, { Cookie: cookie, Host: "localhost" });
    texts.set(name, await (await answerOf(() => loader(args))).text());
  };
  for (const [name, loader] of Object.entries(ofOrder)) await deskText(name, loader);
  await deskText("deskOrders", deskOrders, "view=all");
  await deskText("deskInvoices", deskInvoices, both);
  await deskText("deskSlips", deskSlips, both);
  await deskText("deskSearch", deskSearch, `q=${returnNumber}`);
  for (const { key: kind } of EXPORT_KINDS.filter(({ names }) => names !== "never")) {
    const request = { kind, hasNames: true, span: { from: null, to: null }, view: null };
    const table = await openExport(request, await person("owner", `${kind}@example.com`));
    if (!table.ok) throw new Error(`${kind}: ${table.code}`);
    for await (const batch of table.value.batches)
      texts.set(`file ${kind}`, (texts.get(`file ${kind}`) ?? "") + JSON.stringify(batch));
  }
  const commands = {
    list: list(null, 9),
    show: show(number),
    returns: returns(true),
    slip: packingSlip(number, null),
  };
  for (const [name, outcome] of Object.entries(commands)) texts.set(name, JSON.stringify(await outcome));

  const showing = (text: string) => [...texts].filter(([, one]) => one.includes(text)).map(([name]) => name);
  expect(showing(REMOVED_EMAIL)).toEqual([]);
  const ofUnsent = ["file orders", "file royal-mail", "file dpd", "deskOrders", "deskInvoices", "deskSlips"];
  expect(showing(String(unsent))).toEqual(expect.arrayContaining(ofUnsent));
  const ofBoth = Object.keys({ ...ofGuest, ...ofOrder, ...commands });
  expect(showing(String(number))).toEqual(expect.arrayContaining([...ofBoth, "deskOrders", "deskInvoices"]));
});

/** Everything that is keyed by an email address, and an account that changes its own address to that one. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { takeContactMessage } from "#app/models/content/contact.server.ts";
import { findCustomer } from "#app/models/customer/customer.server.ts";
import { confirmEmailChange, requestEmailChange } from "#app/models/customer/email-change.server.ts";
import { requestGiftAlert } from "#app/models/gift-list/alert.server.ts";
import { inviteCoOwner } from "#app/models/gift-list/co-owners.server.ts";
import { requestListMove } from "#app/models/gift-list/move.server.ts";
import { queueContact } from "#app/models/marketing/contact.server.ts";
import { findSubscription } from "#app/models/newsletter/subscription.server.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { requestAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import {
  deliverMail,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { cartWith, parcelVariant, placedOrder, setStock } from "#tests/support/people/checkout.ts";
import { claimed, giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { sentMessage } from "#tests/support/people/messages.ts";
import { subscribed } from "#tests/support/people/newsletter.ts";
import { guest, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const OWNER = "hannah@example.com";
const TAKER = "taker@example.com";
const NOW = new Date();
const LATER = new Date(NOW.getTime() + 60_000);
const PROOF = { visitorId: null, password: PASSWORD, address: "192.0.2.7", keepToken: null };
/** A subscription names its address by a hash; that row is looked for by what else it says. */
const KEYS = ["email", "email_key", "email_hash"];

/** How the address gets into each table that has a column for one, without any account. */
const THINGS = {
  orders: async () => {
    const { orderId } = await placedOrder({ [await parcelVariant(9)]: 1 });
    return { id: orderId };
  },
  coupon_uses: async () => {
    const { orderId } = await placedOrder({ [await parcelVariant(9)]: 1 });
    const [coupon] = await rowsOf("coupons");
    const use = { order_id: orderId, coupon_id: coupon!.id, email_key: OWNER, created_at: NOW.toISOString() };
    await insertRows("coupon_uses", { ...use, customer_id: null });
    return { order_id: orderId };
  },
  carts: async () => {
    const { id } = await cartWith({ [await parcelVariant(9)]: 1 });
    await changeRows("carts", { id }, { email: OWNER });
    return { id };
  },
  reviews: async () => ({ id: await writtenReview(101, guest(OWNER)) }),
  stock_alerts: async () => {
    const variantId = await parcelVariant(0);
    await setStock(variantId, 0);
    await requestAlert({ variantId, email: OWNER, visitor: null }, NOW);
    return { email_key: OWNER };
  },
  subscriptions: async () => {
    await subscribed(OWNER, NOW);
    return { email: OWNER };
  },
  marketing_contacts: async () => {
    await queueContact({ email: OWNER, state: "subscribed", source: "checkout", at: NOW.toISOString() });
    return { email_key: OWNER };
  },
  contact_messages: async () => {
    const words = { name: "Hannah", topic: "repair", orderNumber: "", message: "The dog has lost a wheel." };
    await takeContactMessage({ message: { ...words, email: OWNER } as never, visitor: null }, NOW);
    return { email: OWNER };
  },
  desk_messages: async () => ({ id: await sentMessage({ email: OWNER }, { now: NOW }) }),
} satisfies Partial<Record<keyof Database, () => Promise<Readonly<Record<string, unknown>>>>>;

/** What is the account's own: it moves with the change, and that is all the change does. */
const OWN = ["customers", "customer_tokens"];

/** A gift list belongs to a confirmed address (requirement gift-list-1): tests/routes/gift-lists/gift-lists.db.test.ts. */
const OF_GIFT_LISTS = [
  "gift_lists",
  "gift_list_tokens",
  "gift_list_claims",
  "gift_list_carts",
  "gift_list_alerts",
  "gift_list_co_owners",
  "gift_list_devices",
  "gift_list_moves",
];
/** The people who run the shop have no account of a shopper. */
const OF_STAFF = ["staff"];

type Thing = keyof typeof THINGS;

test("every table with a column for an email address is covered by the tests below", async () => {
  const tables = await db().introspection.getTables();
  const keyed = tables
    .filter(({ columns }) => columns.some(({ name }) => KEYS.includes(name)))
    .map(({ name }) => name);

  expect(keyed.sort()).toEqual([...Object.keys(THINGS), ...OWN, ...OF_GIFT_LISTS, ...OF_STAFF].sort());
});

test.each(Object.keys(THINGS) as Array<Thing>)(
  "%s of an address are unchanged when an account moves to that address, and when that account is deleted",
  async (table) => {
    const key = await THINGS[table]();
    const before = await thing(table, key);
    const taker = await changedAccount();

    expect(await findCustomer(taker)).toMatchObject({ email: OWNER, wantsNewsletter: false });
    expect(await thing(table, key)).toEqual(before);
    const { tables } = await exportCustomer(taker);
    expect(tables[table] ?? []).toEqual([]);

    await removeCustomer(taker, LATER);
    expect(await thing(table, key)).toEqual(before);
  },
);

test("the export of an account that moves to an address shows nothing of its earlier gift lists", async () => {
  const list = await openGiftList({ email: OWNER });
  const giftId = await giftOn(list, await parcelVariant(5));
  await claimed(list, giftId, { email: OWNER, isEmailConfirmed: true }, NOW);
  await requestGiftAlert({ listId: list.id, giftId, email: OWNER, isEmailConfirmed: true }, NOW);
  await inviteCoOwner(list, "grace@example.com", NOW);
  await requestListMove(list, "moved@example.com", NOW);
  const taker = await changedAccount();

  const { tables } = await exportCustomer(taker);

  const found = Object.entries(tables).filter(([name, rows]) => name.startsWith("gift_") && rows.length > 0);
  expect(found).toEqual([]);
});

test("the newsletter page shows an account nothing that its new address had chosen before", async () => {
  await subscribed(OWNER, NOW);
  const taker = await changedAccount();

  const customer = await findCustomer(taker);
  expect(customer && (await findSubscription({ customer }))).toBeNull();
});

test("a change without the account's password has no effect", async () => {
  const { customer } = await makeCustomer({ email: TAKER, now: NOW });
  await requestEmailChange(customer.id, OWNER, NOW);
  const token = tokenIn((await deliverMail())[0]);
  const before = await everything();

  const refusal = await confirmEmailChange(token, { ...PROOF, password: "not the password" }, LATER);

  expect(refusal).toMatchObject({ code: "password-wrong" });
  expect(await everything()).toEqual(before);
});

async function changedAccount() {
  const { customer } = await makeCustomer({ email: TAKER, now: NOW });
  await requestEmailChange(customer.id, OWNER, NOW);
  const done = await confirmEmailChange(tokenIn((await deliverMail())[0]), PROOF, LATER);
  if (!done.ok) throw new Error(done.code);
  return customer.id;
}

const thing = (table: Thing, key: Readonly<Record<string, unknown>>) => rowOf(table, key);

async function everything() {
  const tables = ["customers", "customer_tokens", "customer_sessions", "orders", "subscriptions"] as const;
  return Promise.all(tables.map((table) => rowsOf(table)));
}

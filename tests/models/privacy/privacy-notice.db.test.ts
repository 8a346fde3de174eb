import { readdirSync } from "node:fs";

import { beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { cleanUpAnalytics } from "#app/models/analytics/event-sending.server.ts";
import { saveForLater } from "#app/models/cart/saved-for-later.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { cleanUpContactMessages, takeContactMessage } from "#app/models/content/contact.server.ts";
import { cleanUpMessages } from "#app/models/content/message-periods.server.ts";
import { cleanUpGiftLists } from "#app/models/gift-list/access.server.ts";
import { closeGiftList } from "#app/models/gift-list/closing.server.ts";
import { requestSubscription, cleanUpSubscriptions } from "#app/models/newsletter/subscription.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { cleanUpCustomers, cleanUpExpiredData, cleanUpDaily } from "#app/models/privacy/retention.server.ts";
import { requestAlert, cleanUpAlerts } from "#app/models/stock-alert/stock-alert.server.ts";
import { contentTable } from "#tests/support/checks/content-table.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { cartWith, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { draftGiftList, openGiftList } from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const start = new Date();
const afterDays = (days: number) => new Date(start.getTime() + days * DAY_MS);
const afterMonths = (months: number) => {
  const then = new Date(start);
  then.setUTCMonth(then.getUTCMonth() + months);
  return then;
};
/** So many days before and after the end of a period; the day of the month does not matter after months. */
const around = (end: Date, days: number) => ({
  until: new Date(end.getTime() - days * DAY_MS),
  from: new Date(end.getTime() + days * DAY_MS),
});

/** What a row of the notice promises, put to the test: data is there at `until` and gone at `from`. */
type Stored = Readonly<{
  make: () => Promise<unknown>;
  /** Whether the data is still there. */
  isThere: () => Promise<boolean>;
  cleanUp: (now: Date) => Promise<unknown>;
  until: Date;
  from: Date;
}>;

/** A period that ends by what somebody does, or never; `why` says where that is tested or why nothing has to be done. */
type Otherwise = Readonly<{ why: string; test?: string }>;

const namedOrder = async () => JSON.stringify(await rowsOf("orders")).includes("Okafor");

async function giftOrder(): Promise<void> {
  await placedOrder({ [await parcelVariant(9)]: 1 });
  await changeRows("orders", {}, { gift_message: "For Ida" });
  await changeRows("order_lines", {}, { gift_message: "For Ida", personalisation: "For Ida" });
}

const hasGiftMessage = async () =>
  JSON.stringify([await rowsOf("orders"), await rowsOf("order_lines")]).includes("For Ida");

async function saveItem(): Promise<void> {
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });
  const line = { cartId: cart.id, lineId: cart.lines[0]!.id };
  await saveForLater({ listId: newId("savedlist") }, line, start);
}

async function closedGiftList(): Promise<void> {
  await closeGiftList(await openGiftList(), true, start);
}

async function subscribe(): Promise<void> {
  await requestSubscription({ email: "ida@example.com", source: "footer", visitor: null }, start);
}

const knowsSubscriber = async () => (await rowsOf("subscriptions", { email: "ida@example.com" })).length > 0;

async function signUp(status: "pending" | "confirmed" | "mailed"): Promise<void> {
  await requestAlert({ variantId: await parcelVariant(0), email: "ida@example.com", visitor: null }, start);
  const at = start.toISOString();
  const [confirmed_at, mailed_at] = [status === "pending" ? null : at, status === "mailed" ? at : null];
  await changeRows("stock_alerts", {}, { status, confirmed_at, mailed_at });
}

async function visit(): Promise<void> {
  const event = { id: "a", visitor_id: "v", name: "page_view", properties: "{}", leased_until: null };
  await insertRows("analytics_events", { ...event, occurred_at: start.toISOString(), status: "sent" });
}

async function writeToShop(): Promise<void> {
  const message = { name: "Ida", email: "ida@example.com", topic: "other", message: "Is it oak?" } as const;
  await takeContactMessage({ message: { ...message, orderNumber: "" }, visitor: null }, start);
}

const inTable = (table: keyof Database, cleanUp: Stored["cleanUp"]) => ({
  isThere: async () => (await rowsOf(table)).length > 0,
  cleanUp,
});
const alert = inTable("stock_alerts", cleanUpAlerts);

/** Each row of the notice's table by its first cell: its period, word for word, and what holds it. */
const PROMISES: Readonly<
  Record<string, Readonly<{ period: string; held: ReadonlyArray<Stored> | Otherwise }>>
> = {
  "Name, addresses, email address, phone number, what you bought": {
    period:
      "7 years after the order; after that, or once you delete your account, without your name and address",
    held: [
      {
        make: async () => placedOrder({ [await parcelVariant(9)]: 1 }),
        isThere: namedOrder,
        cleanUp: cleanUpExpiredData,
        ...around(afterMonths(84), 2),
      },
    ],
  },
  "Account details and saved addresses": {
    period: "Until you delete the account",
    held: { why: "the customer deletes it", test: "privacy/customer-data.db.test.ts" },
  },
  "Log of logins and account changes, with the account's number instead of your name": {
    period: "For as long as the shop trades",
    held: { why: "the database refuses to change it", test: "platform/audit.db.test.ts" },
  },
  "Items you saved for later": {
    period: "90 days after you saved them; with your account, until you remove them or delete the account",
    held: [{ make: saveItem, ...inTable("saved_items", cleanUpCustomers), ...around(afterDays(90), 1) }],
  },
  "Gift lists: the list with its address, the names, email addresses and messages of givers, and the email addresses of those who wait for a gift or look after the list with you":
    {
      period:
        "The address 30 days after the list closes, the rest 12 months after it closes, or until you delete it; 14 days if you do not confirm",
      held: [
        {
          make: () => draftGiftList(),
          ...inTable("gift_lists", cleanUpGiftLists),
          ...around(afterDays(14), 0.1),
        },
        { make: closedGiftList, ...inTable("gift_lists", cleanUpCustomers), ...around(afterMonths(12), 2) },
        {
          make: closedGiftList,
          isThere: async () => (await rowsOf("gift_lists")).some(({ address }) => address !== null),
          cleanUp: cleanUpCustomers,
          ...around(afterDays(30), 1),
        },
      ],
    },
  "Your basket, with gift messages and engravings in it": {
    period: "180 days after its last change; with your account, until you delete the account",
    held: [
      {
        make: async () => cartWith({ [await parcelVariant(9)]: 1 }),
        ...inTable("carts", cleanUpExpiredData),
        ...around(afterDays(180), 1),
      },
    ],
  },
  "Gift messages, and words engraved on an item": {
    period: "12 months after the order",
    held: [
      {
        make: giftOrder,
        isThere: hasGiftMessage,
        cleanUp: cleanUpExpiredData,
        ...around(afterMonths(12), 2),
      },
    ],
  },
  "Recipients' addresses": {
    period: "As long as the name and address in your order",
    held: { why: "they are the order's delivery address: see the first row" },
  },
  "Payment result and the payment provider's reference": {
    period: "With our accounts, as long as the order",
    held: { why: "orders are not deleted" },
  },
  "Messages sent with our contact form": {
    period:
      "On our website until a day after they are emailed to us, 30 days at most; name and topic, with a one-way code (hash) of your email address, 30 days; in our mailbox 2 years",
    held: [
      {
        make: async () => {
          await writeToShop();
          await changeRows("contact_messages", {}, { is_owner_email_pending: 0, is_copy_email_pending: 0 });
        },
        ...inTable("contact_messages", cleanUpContactMessages),
        ...around(afterDays(1), 0.1),
      },
      {
        make: writeToShop,
        ...inTable("contact_messages", cleanUpContactMessages),
        ...around(afterDays(30), 0.1),
      },
      {
        make: writeToShop,
        ...inTable("desk_messages", cleanUpMessages),
        ...around(afterDays(30), 0.1),
      },
    ],
  },
  Reviews: {
    period: "Until you ask us to remove it",
    held: {
      why: "the owner rejects it, or the customer deletes the account",
      test: "review/review.db.test.ts",
    },
  },
  "Newsletter email address and topics; where, when and to which wording you agreed": {
    period: "Until you unsubscribe; 30 days if you do not confirm",
    held: [
      {
        make: subscribe,
        isThere: knowsSubscriber,
        cleanUp: cleanUpSubscriptions,
        ...around(afterDays(30), 1),
      },
    ],
  },
  "A one-way code (hash) of each unsubscribed email address": {
    period: "For as long as we send a newsletter",
    held: { why: "nothing deletes it", test: "newsletter/subscription.db.test.ts" },
  },
  "Stock alerts": {
    period:
      "Until a week after it is sent, or until you cancel it; 12 months at most; 7 days if you do not confirm",
    held: [
      { ...alert, make: () => signUp("pending"), ...around(afterDays(7), 0.1) },
      { ...alert, make: () => signUp("mailed"), ...around(afterDays(7), 0.1) },
      { ...alert, make: () => signUp("confirmed"), ...around(afterMonths(12), 2) },
    ],
  },
  "Website usage, if you allow it": {
    period: "13 months",
    held: [{ make: visit, ...inTable("analytics_events", cleanUpAnalytics), ...around(afterMonths(13), 4) }],
  },
};

beforeEach(async () => {
  await db().deleteFrom("analytics_events").execute();
});

test("the privacy notice promises for each kind of data exactly the period that the shop applies", () => {
  const reported = contentTable("privacy", "What we hold, and why").map((row) => [row[0], row.at(-1)]);

  expect(reported).toEqual(Object.entries(PROMISES).map(([what, { period }]) => [what, period]));
});

const stored = Object.entries(PROMISES).flatMap(([what, { held }]) =>
  "why" in held ? [] : held.map((each) => [what, each] as const),
);

test.each(stored)("%s: the data stays until the period ends and is deleted then", async (_, each) => {
  await each.make();
  await each.cleanUp(each.until);
  expect(await each.isThere()).toBe(true);

  await each.cleanUp(each.from);

  expect(await each.isThere()).toBe(false);
});

test("a period without a cleanup names a test of a model or says why none is needed", () => {
  const tests = readdirSync("tests/models", { recursive: true, encoding: "utf8" });
  const named = Object.values(PROMISES).flatMap(({ held }) => ("why" in held && held.test) || []);

  expect(named.filter((name) => !tests.includes(name))).toEqual([]);
});

test("a basket of an account stays until the account is deleted", async () => {
  const { customer } = await makeCustomer();
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });
  await changeRows("carts", { id: cart.id }, { customer_id: customer.id });

  await cleanUpExpiredData(afterDays(4_000));
  expect(await findCart(cart.id)).not.toBeNull();
  await removeCustomer(customer.id, afterDays(4_000));

  expect(await findCart(cart.id)).toBeNull();
});

test("a clean-up deletes more than one batch, and runs once a day", async () => {
  const variant = await parcelVariant(9);
  const { id } = await cartWith({ [variant]: 1 });
  const cart = await rowOf("carts", { id });
  const digits = (index: number) => index.toString(36).padStart(6, "0");
  const copies = Array.from({ length: 450 }, (_, index) => ({
    ...cart,
    id: `${id.slice(0, -6)}${digits(index)}`,
  }));
  await insertRows("carts", ...copies);

  await cleanUpDaily(afterDays(200));
  expect(await rowsOf("carts")).toEqual([]);
  await insertRows("carts", ...copies.slice(0, 1));
  await cleanUpDaily(new Date(afterDays(200).getTime() + 3_600_000));
  expect(await rowsOf("carts")).toHaveLength(1);
  await cleanUpDaily(afterDays(201.1));

  expect(await rowsOf("carts")).toEqual([]);
});

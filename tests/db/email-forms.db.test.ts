/** Addresses from before there was one form of them. */
import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { up as normaliseEmails } from "#app/db/migrations/20261129-0130-email-forms.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { listMessagesOf } from "#app/models/content/message-periods.server.ts";
import { accountsLine } from "#app/models/health/accounts.server.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";
import { queueContact } from "#app/models/marketing/contact.server.ts";
import { askToConfirm } from "#app/models/newsletter/consent.server.ts";
import { findSubscriptionRow } from "#app/models/newsletter/subscription-row.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { requestAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import { cartWith, parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { FAMILY_DEVICE, openGiftList } from "#tests/support/people/gift-lists.ts";
import { sentMessage } from "#tests/support/people/messages.ts";
import { subscribed } from "#tests/support/people/newsletter.ts";
import { guest, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const HIDDEN = "pat\u200b@mail.example";
const UNICODE = "eva@bücher.example";
const ASCII = "eva@xn--bcher-kva.example";

const NOW = new Date();
const AT = NOW.toISOString();

/** As hashes were before there was one form. */
const olderHash = (use: string) => createHash("sha256").update(`${use} ${UNICODE}`).digest("base64url");

const migrate = () => normaliseEmails(db() as unknown as Migrating);
const rows = () => db().selectFrom("customers").select(["email", "email_key"]).orderBy("email_key").execute();

async function olderAccount(current: string, email: string): Promise<void> {
  await newCustomer({ email: current });
  const { numUpdatedRows } = await db()
    .updateTable("customers")
    .set({ email, email_key: email.toLowerCase() })
    .where("email", "=", current)
    .executeTakeFirstOrThrow();
  expect(Number(numUpdatedRows)).toBe(1);
}

test("old addresses get the one form, twice as once", async () => {
  await olderAccount("a@example.com", HIDDEN);
  await olderAccount("b@example.com", UNICODE);
  await migrate();
  await migrate();

  const normal = [ASCII, "pat@mail.example"].map((email) => ({ email, email_key: email }));
  expect(await rows()).toEqual(normal);
  expect((await accountsLine()).verdict).toBe("ok");
});

test("of two accounts that become one address both stay, and doctor names the one that nobody can log in to", async () => {
  await newCustomer({ email: ASCII });
  await olderAccount("b@example.com", UNICODE);
  await migrate();

  expect((await rows()).map(({ email_key: key }) => key)).toEqual([UNICODE, ASCII]);
  expect(await accountsLine()).toMatchObject({
    verdict: "warn",
    words: expect.stringContaining("1 with the same"),
  });
});

test("a browser that two forms of one address let in is let in once, and every other one still is", async () => {
  const { id: list_id } = await openGiftList();
  const row = { list_id, created_at: AT };
  await insertRows(
    "gift_list_devices",
    { ...row, device_hash: "both", email_key: UNICODE },
    { ...row, device_hash: "both", email_key: ASCII },
    { ...row, device_hash: "older", email_key: UNICODE },
  );
  await migrate();

  const devices = (await rowsOf("gift_list_devices")).filter(
    ({ device_hash: hash }) => hash !== FAMILY_DEVICE,
  );
  expect(devices.map(({ device_hash: hash, email_key: key }) => [hash, key]).sort()).toEqual([
    ["both", ASCII],
    ["older", ASCII],
  ]);
});

test("of reviews and alerts only what would be there twice keeps its form", async () => {
  const older = { email: UNICODE, email_key: UNICODE };
  for (const product of [101, 102]) {
    const id = await writtenReview(product, guest("b@example.com"));
    await changeRows("reviews", { id }, older);
  }
  await writtenReview(101, guest(ASCII), { title: "Another" });
  const soldOut = [await parcelVariant(0), await parcelVariant(0, 1)] as const;
  for (const variantId of soldOut) {
    await setStock(variantId, 0);
    await requestAlert({ variantId, email: "b@example.com", visitor: null }, NOW);
    await changeRows("stock_alerts", { variant_id: variantId, email: "b@example.com" }, older);
    await requestAlert({ variantId, email: ASCII, visitor: null }, NOW);
  }
  await changeRows(
    "stock_alerts",
    { variant_id: soldOut[1], email: ASCII },
    { status: "mailed", mailed_at: AT },
  );
  await migrate();

  const keysOf = (found: ReadonlyArray<{ email_key: string | null }>) =>
    found.map(({ email_key: key }) => key).sort();
  const waiting = (product_id: number) => rowsOf("reviews", { product_id, status: "waiting" });
  expect(keysOf(await waiting(101))).toEqual([UNICODE, ASCII]);
  expect(keysOf(await waiting(102))).toEqual([ASCII]);
  expect(keysOf(await rowsOf("stock_alerts", { variant_id: soldOut[0] }))).toEqual([UNICODE, ASCII]);
  expect(keysOf(await rowsOf("stock_alerts", { variant_id: soldOut[1] }))).toEqual([ASCII, ASCII]);
});

test("a subscription and a message are found by either form, and typed addresses have the one form", async () => {
  await subscribed("b@example.com", NOW);
  await changeRows("subscriptions", {}, { email: UNICODE, email_hash: olderHash("newsletter") });
  const id = await sentMessage({ email: "b@example.com" }, { now: NOW });
  await changeRows("desk_messages", { id }, { email: UNICODE, email_hash: olderHash("message") });
  await changeRows("contact_messages", {}, { email: UNICODE });
  const [list, cart] = [await openGiftList(), await cartWith({ 5000: 1 })];
  const gift = { cart_id: cart.id, list_id: list.id, giver_name: "Eva", email: UNICODE, message: null };
  await insertRows("gift_list_carts", { ...gift, device_hash: "e", updated_at: AT });
  await migrate();

  expect(await findSubscriptionRow(UNICODE)).toMatchObject({ email: ASCII, state: "subscribed" });
  const writer = { customerId: "customer_none" as CustomerId, email: ASCII, since: "" };
  expect(await listMessagesOf(writer)).toMatchObject([{ email: ASCII }]);
  for (const table of ["contact_messages", "gift_list_carts"] as const)
    expect((await rowsOf(table)).map(({ email }) => email)).toEqual([ASCII]);
});

test("of two subscriptions of one address the later decision stays", async () => {
  await subscribed("b@example.com", NOW);
  await changeRows("subscriptions", {}, { email: UNICODE, email_hash: olderHash("newsletter") });
  const left = { email: null, state: "unsubscribed", manage_token_hash: null } as const;
  const today = { id: newId("subscription"), email_hash: emailHashes("newsletter", ASCII)[0] };
  await insertRows("subscriptions", { ...(await rowOf("subscriptions")), ...left, ...today });
  await migrate();

  expect(await rowsOf("subscriptions")).toMatchObject([{ ...today, state: "unsubscribed" }]);
});

test("who opted out before is known by the hash of the older form, and is not entered a second time", async () => {
  await subscribed("b@example.com", NOW);
  const left = { email: null, email_hash: olderHash("newsletter"), state: "unsubscribed" } as const;
  await changeRows("subscriptions", {}, left);
  const signUp = { email: ASCII, source: "footer", topics: [], at: AT } as const;
  expect(await findSubscriptionRow(ASCII)).toMatchObject({ state: "unsubscribed" });
  await askToConfirm(signUp);
  expect(await rowsOf("subscriptions")).toMatchObject([{ state: "unsubscribed", email: ASCII }]);

  await db().deleteFrom("marketing_contacts").execute();
  const opted = { email: ASCII, source: "checkout", at: AT } as const;
  await queueContact({ ...opted, state: "unsubscribed" });
  await changeRows("marketing_contacts", {}, { email: "", email_key: olderHash("marketing") });
  await queueContact({ ...opted, state: "nonSubscribed" });
  expect(await rowsOf("marketing_contacts")).toHaveLength(1);
});

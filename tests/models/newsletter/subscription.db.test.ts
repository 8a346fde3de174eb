import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCustomer } from "#app/models/customer/customer.server.ts";
import { requestReset, setPassword } from "#app/models/customer/password.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from "#app/models/customer/email-change.server.ts";
import { registerCustomer, verifyEmail } from "#app/models/customer/sign-up.server.ts";
import {
  exportSubscribers,
  listSubscribers,
  removeSubscriber,
} from "#app/models/newsletter/admin-subscriptions.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { MARKETING_HANDLERS } from "#app/models/marketing/sync-worker.server.ts";
import { setNewsletter } from "#app/models/newsletter/customer-newsletter.server.ts";
import {
  chooseTopics,
  confirmSubscription,
  findSubscription,
  isSubscribed,
  leaveNewsletter,
  peekConfirmation,
  requestSubscription,
  cleanUpSubscriptions,
} from "#app/models/newsletter/subscription.server.ts";
import { CONFIRM_LIFE_MS, UNCONFIRMED_LIFE_MS } from "#app/models/newsletter/subscription.ts";
import { unsubscribeAddresses } from "#app/models/newsletter/unsubscribe-links.server.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { tablesThatSay } from "#tests/support/checks/tables-that-say.ts";
import {
  deliverMail,
  logInAs,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { deliverEmails, emailToken, subscribed } from "#tests/support/people/newsletter.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "demo" });

const NOW = new Date();
const EMAIL = "ida@example.com";
const HANNAH = "hannah@example.com";

const DAY_MS = 86_400_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const ask = (email = EMAIL, now = NOW) =>
  requestSubscription({ email, source: "footer", visitor: null }, now);
const rows = () => db().selectFrom("subscriptions").selectAll().orderBy("consent_at").execute();
const subjects = async () => (await deliverEmails()).map(({ subject }) => subject);
const reported = async () => (await rowsOf("marketing_contacts")).map(({ email, state }) => [email, state]);

test("an address is subscribed when its owner confirms the link, and the link works once", async () => {
  expect(await ask()).toBe(false);
  expect(await reported()).toEqual([[EMAIL, "nonSubscribed"]]);
  const [message] = await deliverEmails();
  const token = emailToken(message, "confirm");
  const header = (name: string) => message?.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toContain("/newsletter/one-click?token=");
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(await peekConfirmation(token, NOW)).toEqual(["news"]);
  expect(await isSubscribed(EMAIL)).toBe(false);
  expect(JSON.stringify(await rows())).not.toContain(token);

  const presses = await Promise.all(Array.from({ length: 5 }, () => confirmSubscription(token, NOW)));

  expect(presses.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
  expect(await isSubscribed(" IDA@Example.com ")).toBe(true);
  expect(await rows()).toMatchObject([
    { source: "footer", consent_text_version: "footer-2", topics: '["news"]', consent_at: NOW.toISOString() },
  ]);
  expect(await reported()).toEqual([[EMAIL, "subscribed"]]);
  expect(await subjects()).toEqual([expect.stringMatching(/^Welcome to emails from Hollybough/)]);
  expect(await peekConfirmation(token, NOW)).toBeNull();
});

test("a link that is expired, made up or replaced confirms nothing", async () => {
  await ask();
  const old = emailToken((await deliverEmails())[0], "confirm");
  await ask();
  const newer = emailToken((await deliverEmails())[0], "confirm");

  expect(await confirmSubscription(old, NOW)).toMatchObject({ code: "link-invalid" });
  expect(await confirmSubscription("x".repeat(43), NOW)).toMatchObject({ code: "link-invalid" });
  expect(await confirmSubscription(newer, later(CONFIRM_LIFE_MS + 1))).toMatchObject({
    code: "link-invalid",
  });
  expect(await confirmSubscription(newer, later(CONFIRM_LIFE_MS - 1))).toEqual(ok({ reminderEmail: null }));
});

test("typing a subscriber's address changes nothing, and the subscriber gets few emails about it", async () => {
  await subscribed(EMAIL, NOW);
  const before = await rows();

  for (let count = 0; count < 6; count += 1)
    await requestSubscription({ email: EMAIL, source: "page", topics: ["blog"], visitor: null }, NOW);

  expect((await rows()).map(({ topics, source }) => [topics, source])).toEqual(
    before.map(({ topics, source }) => [topics, source]),
  );
  expect(await subjects()).toEqual(Array(3).fill(expect.stringMatching(/^Add a topic to your emails/)));
});

test("the response is the same for an unknown, pending, subscribed, unsubscribed or rate-limited address", async () => {
  await subscribed("on@example.com", NOW);
  await leaveNewsletter({ token: await subscribed("off@example.com", NOW) }, NOW);
  await ask("waiting@example.com");

  const answers = new Set<boolean>();
  for (const email of ["new", "waiting", "on", "off", "off", "off", "off"])
    answers.add(await ask(`${email}@example.com`));

  expect([...answers]).toEqual([false]);
});

test("unsubscribing is immediate, stores only a hash, and works from the oldest email", async () => {
  const token = await subscribed(EMAIL, NOW);
  expect(await unsubscribeAddresses(EMAIL, "https://shop.example")).toEqual({
    page: `https://shop.example/newsletter/unsubscribe?token=${token}`,
    oneClick: `https://shop.example/newsletter/one-click?token=${token}`,
  });

  expect(await leaveNewsletter({ token }, NOW)).toEqual(ok(null));

  expect(await isSubscribed(EMAIL)).toBe(false);
  expect(JSON.stringify(await rows())).not.toContain(EMAIL);
  expect(await reported()).toEqual([[EMAIL, "unsubscribed"]]);
  expect(await unsubscribeAddresses(EMAIL, "https://shop.example")).toBeNull();
  expect(await findSubscription({ token })).toMatchObject({ state: "unsubscribed", address: null });
  expect(await leaveNewsletter({ token }, NOW)).toEqual(ok(null));
  expect(await leaveNewsletter({ token: "x".repeat(43) }, NOW)).toMatchObject({ code: "link-invalid" });
});

test("once the marketing service knows, no table has the address of somebody who unsubscribed", async () => {
  await leaveNewsletter({ token: await subscribed(EMAIL, NOW) }, NOW);
  await subscribed(HANNAH, NOW);
  expect(await removeSubscriber(HANNAH, NOW)).toEqual(ok(null));
  await deliverEmails();

  await runDueJobs(MARKETING_HANDLERS, { now: () => later(DAY_MS) });

  expect(await tablesThatSay([EMAIL, HANNAH])).toEqual([]);
});

test("an unsubscribed address is subscribed again only by confirmation, and deleted again without it", async () => {
  const token = await subscribed(EMAIL, NOW);
  await leaveNewsletter({ token }, NOW);
  await ask();
  expect(await isSubscribed(EMAIL)).toBe(false);
  expect(await reported()).toEqual([[EMAIL, "unsubscribed"]]);

  await cleanUpSubscriptions(later(UNCONFIRMED_LIFE_MS + 1));
  expect(await rows()).toMatchObject([{ state: "unsubscribed", email: null, confirm_token_hash: null }]);
  await deliverEmails();
  await db().deleteFrom("rate_limits").execute();
  await ask();
  await confirmSubscription(emailToken((await deliverEmails())[0], "confirm"), NOW);

  expect(await isSubscribed(EMAIL)).toBe(true);
});

test("an unconfirmed address is deleted after thirty days, a subscriber is not", async () => {
  await subscribed(EMAIL, NOW);
  await ask("pending@example.com");

  await cleanUpSubscriptions(later(UNCONFIRMED_LIFE_MS - 1));
  expect(await rows()).toHaveLength(2);
  await cleanUpSubscriptions(later(UNCONFIRMED_LIFE_MS + 1));

  expect((await rows()).map(({ email }) => email)).toEqual([EMAIL]);
});

test("a subscriber chooses topics, and a token of another subscriber is refused", async () => {
  const token = await subscribed(EMAIL, NOW);

  expect(await chooseTopics({ token }, ["arrivals", "blog"])).toEqual(ok({ reminderEmail: null }));
  expect(await findSubscription({ token })).toEqual({
    state: "subscribed",
    topics: ["arrivals", "blog"],
    address: "i•••@example.com",
  });
  await leaveNewsletter({ token }, NOW);

  expect(await chooseTopics({ token }, ["news"])).toMatchObject({ code: "link-invalid" });
});

test("an account's checkbox and the newsletter list agree, whichever is changed", async () => {
  const customer = await newCustomer({ email: EMAIL });
  const flag = async () => (await findCustomer(customer.id))?.wantsNewsletter;

  await setNewsletter(customer.id, true, NOW);
  expect([await isSubscribed(EMAIL), await flag()]).toEqual([true, true]);
  expect(await subjects()).toEqual([expect.stringMatching(/^Welcome/)]);
  await setNewsletter(customer.id, false, NOW);
  expect([await isSubscribed(EMAIL), await flag()]).toEqual([false, false]);
  await requestSubscription({ email: EMAIL, source: "checkout", visitor: customer }, NOW);
  expect([await isSubscribed(EMAIL), await flag()]).toEqual([true, true]);
  const { page = "" } = (await unsubscribeAddresses(EMAIL, "")) ?? {};
  await leaveNewsletter({ token: page.split("token=")[1] ?? "" }, NOW);

  expect([await isSubscribed(EMAIL), await flag()]).toEqual([false, false]);
});

test("an account with an unconfirmed address neither subscribes nor unsubscribes anyone", async () => {
  await subscribed(EMAIL, NOW);
  const stranger = await newCustomer({ email: EMAIL, isVerified: false });

  await setNewsletter(stranger.id, false, NOW);
  expect(await isSubscribed(EMAIL)).toBe(true);
  const other = await newCustomer({ email: "new@example.com", isVerified: false });
  await setNewsletter(other.id, true, NOW);

  expect(await isSubscribed("new@example.com")).toBe(false);
  expect(await subjects()).toEqual([expect.stringMatching(/^Confirm your sign-up/)]);
  await setNewsletter(other.id, false, NOW);
  expect((await rows()).map(({ email }) => email)).toEqual([EMAIL]);
});

async function registered() {
  const person = { firstName: "Hannah", lastName: "Okafor", email: HANNAH, password: PASSWORD };
  await registerCustomer({ ...person, wantsNewsletter: true }, NOW);
  const [mail] = await deliverMail();
  const { customer } = await logInAs(HANNAH);
  return { customer, token: tokenIn(mail) };
}

test("the checkbox of a registration counts when that account's address is confirmed", async () => {
  const { customer, token } = await registered();
  expect(await isSubscribed(HANNAH)).toBe(false);

  await verifyEmail(token, { visitorId: customer.id, password: "", address: "a" }, NOW);

  expect(await isSubscribed(HANNAH)).toBe(true);
  expect(await rows()).toMatchObject([{ source: "registration", consent_text_version: "account-2" }]);
  expect(await subjects()).toEqual([expect.stringMatching(/^Welcome/)]);
});

test("taking an account over by a new password sends a confirmation for what its creator ticked", async () => {
  await registered();
  await requestReset(HANNAH, NOW, { address: "a", devices: [] });
  const [reset] = await deliverMail();

  await setPassword(tokenIn(reset), "another quiet larch", NOW);

  expect(await isSubscribed(HANNAH)).toBe(false);
  expect((await logInAs(HANNAH, { password: "another quiet larch" })).customer.wantsNewsletter).toBe(false);
  expect(await subjects()).toEqual([expect.stringMatching(/^Confirm your sign-up/)]);
});

test("an account's opt-in ends when the address's owner opts out in between", async () => {
  const { customer, token } = await registered();
  await leaveNewsletter({ token: await subscribed(HANNAH, NOW) }, NOW);

  await verifyEmail(token, { visitorId: customer.id, password: "", address: "a" }, NOW);

  expect(await isSubscribed(HANNAH)).toBe(false);
});

/** The customer's own browser. */
const proofOf = ({ id }: Customer) => ({ visitorId: id, password: "", address: "a", keepToken: null });

test("a subscription follows a customer to another address and back, except to an unsubscribed address", async () => {
  const { customer } = await makeCustomer();
  await setNewsletter(customer.id, true, NOW);
  await requestEmailChange(customer.id, "new@example.com", NOW);
  const [confirm] = await deliverMail();
  await confirmEmailChange(tokenIn(confirm), proofOf(customer), NOW);
  expect([await isSubscribed(HANNAH), await isSubscribed("new@example.com")]).toEqual([false, true]);

  const undo = (await deliverMail()).find(({ to }) => to?.[0]?.address === HANNAH);
  await undoEmailChange(tokenIn(undo), NOW);
  expect([await isSubscribed(HANNAH), await isSubscribed("new@example.com")]).toEqual([true, false]);

  await leaveNewsletter({ token: await subscribed("left@example.com", NOW) }, NOW);
  await deliverMail();
  await requestEmailChange(customer.id, "left@example.com", NOW);
  await confirmEmailChange(tokenIn((await deliverMail())[0]), proofOf(customer), NOW);

  expect(await isSubscribed("left@example.com")).toBe(false);
  expect((await findCustomer(customer.id))?.wantsNewsletter).toBe(false);
});

test("a customer's export contains the subscription, and deleting the account deletes it except for an opt-out", async () => {
  const { customer } = await makeCustomer();
  await setNewsletter(customer.id, true, NOW);
  expect((await exportCustomer(customer.id)).tables["subscriptions"]).toMatchObject([
    { email: HANNAH, state: "subscribed", source: "account", consent_text_version: "account-2" },
  ]);
  await removeCustomer(customer.id, NOW);
  expect(await rows()).toEqual([]);

  await leaveNewsletter({ token: await subscribed(EMAIL, NOW) }, NOW);
  const other = await newCustomer({ email: EMAIL });
  await removeCustomer(other.id, NOW);

  expect(await rows()).toMatchObject([{ state: "unsubscribed", email: null }]);
});

test("the admin sees and exports only confirmed subscribers, and can remove one", async () => {
  await subscribed(EMAIL, NOW);
  await subscribed("bo@example.com", NOW);
  await ask("pending@example.com");

  expect(await removeSubscriber("BO@example.com", NOW)).toEqual(ok(null));
  expect(await removeSubscriber("nobody@example.com", NOW)).toMatchObject({ code: "not-found" });

  expect((await listSubscribers(10)).map(({ email }) => email)).toEqual([EMAIL]);
  const exported = [];
  for await (const batch of exportSubscribers()) exported.push(...batch);
  expect(exported).toMatchObject([{ email: EMAIL, topics: "news", source: "footer" }]);
});

test("a rotation of the shop's secrets leaves the links in emails valid", async () => {
  const token = await subscribed(EMAIL, NOW);
  // As if every link so far had been made with the secret of before.
  await db()
    .updateTable("subscriptions")
    .set((row) => ({
      previous_manage_token_hash: row.ref("manage_token_hash"),
      manage_token_hash: "made with another secret",
    }))
    .execute();

  expect(await leaveNewsletter({ token }, NOW)).toEqual(ok(null));
  expect(await isSubscribed(EMAIL)).toBe(false);
});

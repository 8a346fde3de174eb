import { expect, test } from "vitest";

import { findCustomer, renameCustomer } from "#app/models/customer/customer.server.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from "#app/models/customer/email-change.server.ts";
import { logIn } from "#app/models/customer/session.server.ts";
import { issueToken, isTokenUsable } from "#app/models/customer/token.server.ts";
import { requestReset, setPassword } from "#app/models/customer/password.server.ts";
import {
  invite,
  registerCustomer,
  resendVerification,
  verifyEmail,
} from "#app/models/customer/sign-up.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { attachOrders } from "#app/models/order/customer-order.server.ts";
import { fillEmailKeys } from "#app/models/order/email-keys.server.ts";
import { setNewsletter } from "#app/models/newsletter/customer-newsletter.server.ts";
import type { CustomerId, OrderId } from "#app/models/shared/ids.ts";
import {
  addresseeOf,
  auditEvents,
  deliverMail,
  logInAs,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { whileWaiting } from "#tests/support/shops/while-waiting.ts";

useTestDatabase();

const ASKER = { address: "192.0.2.1", devices: [] };

const EMAIL = "hannah@example.com";
/** Who confirms an address: somebody who is not logged in, but knows the password. */
const PROOF = { visitorId: null, password: PASSWORD, address: "192.0.2.1", keepToken: null };
const HANNAH = { firstName: "Hannah", lastName: "Okafor", email: EMAIL, password: PASSWORD };
const NEXT = "another larch under ice";
const MINUTE_MS = 60_000;

const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

test("a new customer gets a link, and is confirmed when its page is submitted", async () => {
  await registerCustomer(HANNAH, new Date());
  const [mail] = await deliverMail();
  const token = tokenIn(mail);

  expect(addresseeOf(mail)).toBe(EMAIL);
  expect(mail?.html).toContain(`http://localhost:3000/verify?token=${token}`);
  expect(await isTokenUsable(token, "verify-email", new Date())).toBe(true);
  expect(await isTokenUsable(token, "reset-password", new Date())).toBe(false);
  expect((await logInAs(EMAIL)).customer.isVerified).toBe(false);

  expect((await verifyEmail(token, PROOF, new Date())).ok).toBe(true);
  expect(await verifyEmail(token, PROOF, new Date())).toMatchObject({ code: "link-invalid" });
  expect((await logInAs(EMAIL)).customer.isVerified).toBe(true);
});

test("opening the link confirms nothing, because a stranger may have registered this address", async () => {
  await registerCustomer(HANNAH, new Date());
  const token = tokenIn((await deliverMail())[0]);

  const refusal = await verifyEmail(token, { ...PROOF, password: "not the password at all" }, new Date());

  expect(refusal).toMatchObject({ ok: false, code: "password-wrong" });
  expect((await verifyEmail(token, PROOF, new Date())).ok).toBe(true);
});

test("registering a known address, in any spelling, gives the same answer and informs its owner", async () => {
  await makeCustomer();

  const again = await registerCustomer(
    { ...HANNAH, email: "HANNAH@Example.com", password: NEXT },
    new Date(),
  );

  expect(again).toEqual({ ok: true, value: null });
  const [mail] = await deliverMail();
  expect([addresseeOf(mail), mail?.subject]).toEqual([EMAIL, "You already have an account at Hollybough"]);
  expect(await rowsOf("customers")).toHaveLength(1);
  await expect(logInAs(EMAIL, { password: NEXT })).rejects.toThrow("login-refused");
});

test("twenty concurrent registrations of one address create one account", async () => {
  const done = await Promise.all(Array.from({ length: 20 }, () => registerCustomer(HANNAH, new Date())));

  expect(done.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(18);
  expect(await rowsOf("customers")).toHaveLength(1);
});

test("no row contains a password, a token or a session secret in plain text", async () => {
  const { token: session } = await makeCustomer();
  await requestReset(EMAIL, new Date(), ASKER);
  const queued = await rowsOf("jobs");
  const token = tokenIn((await deliverMail())[0]);

  const ofAccounts = ["customers", "customer_sessions", "customer_tokens"] as const;
  const tables = [...ofAccounts, "jobs", "audit_log", "rate_limits"] as const;
  const rows = await Promise.all(tables.map((table) => rowsOf(table)));
  const everything = JSON.stringify([rows, queued]);
  for (const secret of [PASSWORD, session, token]) expect(everything).not.toContain(secret);
  expect(JSON.stringify(queued)).not.toContain(EMAIL);
});

test("a reset link sets a password once, confirms the address, ends every session and sends an email", async () => {
  const { customer } = await makeCustomer({ isVerified: false });
  await requestReset(EMAIL, new Date(), ASKER);
  const token = tokenIn((await deliverMail())[0]);

  expect(await setPassword(token, "too short", new Date())).toMatchObject({ code: "password-too-short" });
  const done = await Promise.all(Array.from({ length: 20 }, () => setPassword(token, NEXT, new Date())));

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  // How many come while others' passwords are still being hashed is the machine's business.
  const refusals = new Set(done.flatMap((one) => (one.ok ? [] : [one.code])));
  expect(["link-invalid", "busy"]).toEqual(expect.arrayContaining([...refusals]));
  expect(await rowsOf("customer_sessions")).toEqual([]);
  expect((await findCustomer(customer.id))?.isVerified).toBe(true);
  expect((await deliverMail()).map(({ subject }) => subject)).toEqual([
    "Your password at Hollybough has been changed",
  ]);
  await expect(logInAs(EMAIL)).rejects.toThrow("login-refused");
  expect((await logInAs(EMAIL, { password: NEXT })).customer.id).toBe(customer.id);
});

test("a reset link is invalid after 30 minutes, after a newer one, and in another spelling", async () => {
  await makeCustomer();
  await requestReset(EMAIL, new Date(), ASKER);
  const first = tokenIn((await deliverMail())[0]);
  await requestReset(EMAIL, new Date(), ASKER);
  const second = tokenIn((await deliverMail())[0]);

  expect(await setPassword(first, NEXT, new Date())).toMatchObject({ code: "link-invalid" });
  expect(await setPassword(second, NEXT, later(31))).toMatchObject({ code: "link-invalid" });
  expect(await setPassword(second.toLowerCase(), NEXT, new Date())).toMatchObject({ code: "link-invalid" });
  expect(await setPassword(second.slice(1), NEXT, new Date())).toMatchObject({ code: "link-invalid" });
  expect((await setPassword(second, NEXT, later(29))).ok).toBe(true);
});

test("a reset request for an unknown address does the same work, three times an hour, and sends nothing", async () => {
  for (let count = 0; count < 4; count += 1) await requestReset("nobody@example.com", new Date(), ASKER);

  expect(await rowsOf("jobs")).toHaveLength(3);
  expect(await deliverMail()).toEqual([]);
  expect(await auditEvents()).toEqual(Array.from({ length: 3 }, () => "password-reset-requested"));
});

test("an invited customer chooses a password and is logged in", async () => {
  const invited = await invite({ ...HANNAH }, new Date());
  expect(invited.ok).toBe(true);
  expect(await invite({ ...HANNAH }, new Date())).toMatchObject({ code: "email-known" });
  await expect(logInAs(EMAIL, { password: "" })).rejects.toThrow("login-refused");
  const token = tokenIn((await deliverMail())[0]);

  expect((await setPassword(token, PASSWORD, new Date())).ok).toBe(true);

  expect((await logInAs(EMAIL)).customer.isVerified).toBe(true);
});

test("a new email address counts once it is confirmed, and the old address can undo the change", async () => {
  const { customer } = await makeCustomer();
  await requestEmailChange(customer.id, "new@example.com", new Date());
  const [ask] = await deliverMail();
  expect(addresseeOf(ask)).toBe("new@example.com");
  expect((await findCustomer(customer.id))?.email).toBe(EMAIL);

  expect((await confirmEmailChange(tokenIn(ask), PROOF, new Date())).ok).toBe(true);
  expect(await findCustomer(customer.id)).toMatchObject({ email: "new@example.com", isVerified: true });
  const [notice] = await deliverMail();
  expect(addresseeOf(notice)).toBe(EMAIL);

  // A second change, by whoever took the account, does not take the way back away.
  await requestEmailChange(customer.id, "third@example.com", new Date());
  await confirmEmailChange(tokenIn((await deliverMail())[0]), PROOF, new Date());
  const [laterNotice] = await deliverMail();
  expect((await undoEmailChange(tokenIn(notice), later(71 * 60))).ok).toBe(true);

  expect(await findCustomer(customer.id)).toMatchObject({ email: EMAIL });
  expect(await undoEmailChange(tokenIn(laterNotice), new Date())).toMatchObject({ code: "link-invalid" });
  expect(await rowsOf("customer_sessions")).toEqual([]);
  const [reset] = await deliverMail();
  expect([addresseeOf(reset), reset?.subject]).toEqual([EMAIL, "Choose a new password for Hollybough"]);
  await expect(logInAs(EMAIL)).rejects.toThrow("login-refused");
});

test("a recently given up address cannot be taken by another account, before or after its owner is informed", async () => {
  const { customer } = await makeCustomer();
  await changeAddressOf(customer.id);

  const takeIt = async () => {
    await registerCustomer({ ...HANNAH, password: NEXT }, new Date());
    expect(await invite({ ...HANNAH }, new Date())).toMatchObject({ code: "email-known" });
    expect(await rowsOf("customers")).toHaveLength(1);
  };
  await takeIt();
  const notice = tokenIn((await deliverMail()).find(({ text }) => text?.includes("/undo-email-change?")));
  await takeIt();

  expect((await undoEmailChange(notice, new Date())).ok).toBe(true);
});

test.runIf(hasPostgresServer)("an address cannot be taken while it is being given up", async () => {
  const { customer } = await makeCustomer();

  const registered = await whileWaiting(() => changeAddressOf(customer.id), {
    start: () => registerCustomer({ ...HANNAH, password: NEXT }, new Date()),
    work: async () => null,
  });

  expect(registered.ok).toBe(true);
  expect((await rowOf("customers")).email).toBe("new@example.com");
});

async function changeAddressOf(customerId: CustomerId): Promise<void> {
  const issue = { customerId, purpose: "change-email", email: "new@example.com" } as const;
  const token = await issueToken(issue, new Date());
  const done = await confirmEmailChange(token, { ...PROOF, visitorId: customerId }, new Date());
  if (!done.ok) throw new Error(done.code);
}

test("an old address that was never confirmed gets no email about a change, because it may be a stranger's", async () => {
  const { customer } = await makeCustomer({ isVerified: false });
  await requestEmailChange(customer.id, "new@example.com", new Date());
  await confirmEmailChange(tokenIn((await deliverMail())[0]), PROOF, new Date());

  expect(await deliverMail()).toEqual([]);
});

test("requesting another customer's address informs its owner and changes nothing", async () => {
  const { customer } = await makeCustomer();
  await makeCustomer({ email: "grace@example.com" });

  expect((await requestEmailChange(customer.id, "Grace@example.com", new Date())).ok).toBe(true);

  const [mail] = await deliverMail();
  expect([addresseeOf(mail), mail?.subject]).toEqual([
    "grace@example.com",
    "You already have an account at Hollybough",
  ]);
});

const buyerOf = async (id: OrderId) => (await rowOf("orders", { id })).customer_id;

test("guest orders become the customer's when the address is confirmed, and not before", async () => {
  const { orderId } = await placedOrder({ [await parcelVariant(5)]: 1 });
  const { customer } = await makeCustomer({ isVerified: false });
  await resendVerification(customer.id, new Date());
  const token = tokenIn((await deliverMail())[0]);
  expect(await buyerOf(orderId)).toBeNull();

  await verifyEmail(token, PROOF, new Date());

  expect(await buyerOf(orderId)).toBe(customer.id);
  const { orderId: next } = await placedOrder({ [await parcelVariant(5)]: 1 });
  await logInAs(EMAIL);
  expect(await buyerOf(next)).toBe(customer.id);
  expect((await cartWith({ [await parcelVariant(5)]: 1 })).customerId).toBeNull();
});

test.each([
  ["ÉLODIE@Example.com", "élodie@example.com"],
  ["\u0065\u0301lodie@example.com", "Élodie@example.com"],
  ["ΓΙΏΡΓΟΣ@παράδειγμα.gr", "γιώργος@παράδειγμα.gr"],
  ["Øyvind@Example.no", "øyvind@example.no"],
])("guest orders of %s become those of the account %s", async (typed, email) => {
  const cart = await cartWith({ [await parcelVariant(5)]: 1 });
  const done = await checkOut(await commandFor(cart.id, details({ email: typed })), NOW);
  if (!done.ok) throw new Error(done.code);
  const { customer } = await makeCustomer({ email });

  await attachOrders(customer.id, new Date());

  expect(await buyerOf(done.value.orderId)).toBe(customer.id);
});

test.each([
  ["Emile@Example.com", "before its key is filled in", false],
  ["Émile@Example.com", "once its key is filled in", true],
])(
  "an order from %s that an earlier build has placed becomes the customer's %s",
  async (email, _when, isFilled) => {
    const { orderId } = await placedOrder({ [await parcelVariant(5)]: 1 });
    await changeRows("orders", {}, { email, email_key: "" });
    const { customer } = await makeCustomer({ email: email.toLowerCase() });

    if (isFilled) await fillEmailKeys();
    await attachOrders(customer.id, new Date());

    expect(await buyerOf(orderId)).toBe(customer.id);
  },
);

test("a customer can change name and newsletter", async () => {
  const { customer } = await makeCustomer();

  await renameCustomer(customer.id, { firstName: "Grace", lastName: "Hopper" });
  await setNewsletter(customer.id, true);

  expect(await findCustomer(customer.id)).toMatchObject({
    firstName: "Grace",
    lastName: "Hopper",
    wantsNewsletter: true,
  });
});

test("confirmation links are sent three times an hour", async () => {
  const { customer } = await makeCustomer({ isVerified: false });
  for (let count = 0; count < 3; count += 1)
    expect((await resendVerification(customer.id, new Date())).ok).toBe(true);

  expect(await resendVerification(customer.id, new Date())).toMatchObject({ code: "rate-limited" });
  await expect(
    logIn({ email: EMAIL, password: PASSWORD, address: "a", userAgent: "" }, new Date()),
  ).resolves.toMatchObject({ ok: true });
});

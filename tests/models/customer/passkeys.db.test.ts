/** Passkeys of customers: what is checked, who may add one, what ends them, and the log-in with the basket. */
import { expect, test } from "vitest";

import {
  addOwnPasskey,
  listOwnPasskeys,
  logInWithPasskey,
  newOwnPasskeyOptions,
  passkeyLoginOptions,
  removeOwnPasskey,
  renameOwnPasskey,
} from "#app/models/customer/passkeys.server.ts";
import { findSession } from "#app/models/customer/session.server.ts";
import { issueToken } from "#app/models/customer/token.server.ts";
import { setPassword } from "#app/models/customer/password.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { newStaffPasskeyOptions, addStaffPasskey } from "#app/models/staff/passkeys.server.ts";
import { action as challenge } from "#app/routes/auth/passkey-challenge.ts";
import { action as login } from "#app/routes/auth/login.tsx";
import { action as details, loader as detailsPage } from "#app/routes/customer/details.tsx";
import { NOW } from "#tests/support/now.ts";
import { makeCustomer, PASSWORD } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson, visitOf } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { Authenticator, type Lies } from "#tests/support/vendors/authenticator.ts";

useTestDatabase();

const ORIGIN = "http://localhost:3000";
const SITE = { rpId: "localhost", origins: [ORIGIN] };
const ADDRESS = "192.0.2.9";

type Person = Awaited<ReturnType<typeof makeCustomer>>;

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

async function sessionOf({ token }: Person) {
  const found = await findSession(token, NOW);
  if (!found.ok) throw new Error(found.code);
  return found.value.session.id;
}

async function optionsFor(person: Person, password = PASSWORD) {
  const sessionId = await sessionOf(person);
  return newOwnPasskeyOptions({ ...person, sessionId, password, address: ADDRESS, site: SITE }, NOW);
}

async function add(person: Person, device: Authenticator, lies: Lies = {}) {
  const options = await optionsFor(person);
  if (!options.ok) return options;
  const made = { text: device.create(options.value, lies), name: "Phone", address: ADDRESS, site: SITE };
  return addOwnPasskey({ customerId: person.customer.id, sessionId: await sessionOf(person), ...made }, NOW);
}

async function customerWithPasskey(email = "hannah@example.com") {
  const person = await makeCustomer({ email, now: NOW });
  const device = new Authenticator(ORIGIN, false);
  expect(await add(person, device)).toMatchObject({ ok: true });
  return { person, device };
}

async function logIn(device: Authenticator, lies: Lies = {}, now = NOW) {
  const text = device.get(await passkeyLoginOptions(SITE, now), lies);
  return logInWithPasskey({ text, site: SITE, address: ADDRESS, userAgent: "a test" }, now);
}

const emails = async () =>
  (await payloadsOf<{ template: string }>("account-email")).map(({ template }) => template);

test("a passkey is added after the password, logs in without an email address, and is removed; both are emailed", async () => {
  const { person, device } = await customerWithPasskey();
  const { id } = person.customer;

  const done = await logIn(device);

  expect(done).toMatchObject({ ok: true, value: { customer: { id } } });
  expect(await findSession(done.ok ? done.value.token : "", NOW)).toMatchObject({ ok: true });
  const [passkey] = await listOwnPasskeys(id);
  expect(passkey).toMatchObject({ name: "Phone", usedAt: NOW.toISOString() });
  expect(await renameOwnPasskey(id, { id: passkey?.id ?? "", name: "Old" })).toMatchObject({ ok: true });
  const removed = { id: passkey?.id ?? "", address: ADDRESS };
  expect(await removeOwnPasskey(id, removed, NOW)).toMatchObject({ ok: true });
  expect(await removeOwnPasskey(id, removed, NOW)).toMatchObject({ code: "passkey-not-found" });
  expect(await logIn(device)).toMatchObject({ code: "passkey-refused" });
  expect(await emails()).toEqual(["passkey-added", "passkey-removed"]);
});

test("a wrong password, or an address that is not confirmed, gets no challenge", async () => {
  const person = await makeCustomer({ now: NOW });
  const unconfirmed = await makeCustomer({ email: "new@example.com", isVerified: false, now: NOW });

  expect(await optionsFor(person, "not the password")).toMatchObject({ code: "password-wrong" });
  expect(await optionsFor(unconfirmed)).toMatchObject({ code: "NOT_VERIFIED" });
  expect(await rowsOf("passkey_challenges")).toEqual([]);
});

test.each<readonly [string, Lies]>([
  ["another origin", { origin: "https://evil.test" }],
  ["another host", { rpId: "evil.test" }],
  ["a person whom the device has not checked", { isVerified: false }],
  ["another challenge", { challenge: "AAAA" }],
  ["another account", { userHandle: Buffer.from("customer_other").toString("base64url") }],
])("an answer for %s logs nobody in", async (_, lies) => {
  const { device } = await customerWithPasskey();

  expect(await logIn(device, lies)).toMatchObject({ code: "passkey-refused" });
  expect(await logIn(device)).toMatchObject({ ok: true });
});

test("an answer counts once, and one for adding is none for logging in", async () => {
  const { person, device } = await customerWithPasskey();
  const text = device.get(await passkeyLoginOptions(SITE, NOW));
  const source = { text, site: SITE, address: ADDRESS, userAgent: "" };

  const done = await Promise.all([logInWithPasskey(source, NOW), logInWithPasskey(source, NOW)]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const adding = await optionsFor(person);
  const answer = device.get(Object.assign({ rpId: "localhost" }, adding.ok ? adding.value : null));
  expect(await logInWithPasskey({ ...source, text: answer }, NOW)).toMatchObject({ code: "passkey-refused" });
  const late = device.get(await passkeyLoginOptions(SITE, NOW));
  expect(await logInWithPasskey({ ...source, text: late }, later(5))).toMatchObject({
    code: "passkey-refused",
  });
});

test("a count that goes back is refused and recorded", async () => {
  const person = await makeCustomer({ now: NOW });
  const device = new Authenticator(ORIGIN);
  await add(person, device);
  await logIn(device, { counter: 7 });

  expect(await logIn(device, { counter: 6 })).toMatchObject({ code: "passkey-counter" });
  expect((await rowOf("audit_log", { event: "passkey-refused" })).detail).toBe('{"why":"passkey-counter"}');
});

test("the passkey of somebody at the desk logs no customer in, and nobody changes another's", async () => {
  const { person } = await customerWithPasskey();
  const other = await makeCustomer({ email: "other@example.com", now: NOW });
  const staff = await deskPerson("owner");
  const device = new Authenticator(ORIGIN, false);
  const text = device.create(await newStaffPasskeyOptions(await visitOf(staff.token), SITE, NOW));
  await addStaffPasskey({ text, site: SITE, name: "Desk" }, await actorAt(staff.token));

  expect(await logIn(device)).toMatchObject({ code: "passkey-refused" });
  const [passkey] = await listOwnPasskeys(person.customer.id);
  const id = passkey?.id ?? "";
  expect(await renameOwnPasskey(other.customer.id, { id, name: "Mine" })).toMatchObject({ ok: false });
  expect(await removeOwnPasskey(other.customer.id, { id, address: ADDRESS }, NOW)).toMatchObject({
    ok: false,
  });
  expect(await listOwnPasskeys(person.customer.id)).toHaveLength(1);
});

test("wrong passkeys of a network address are throttled, right ones are not", async () => {
  const { device } = await customerWithPasskey();
  for (let count = 0; count < 25; count += 1) expect(await logIn(device)).toMatchObject({ ok: true });
  for (let count = 0; count < 20; count += 1) await logIn(device, { isVerified: false });

  expect(await logIn(device)).toMatchObject({ code: "login-slow-down" });
  expect(await logIn(device, {}, later(16))).toMatchObject({ ok: true });
});

test("a new password by email takes every passkey away", async () => {
  const { person, device } = await customerWithPasskey();
  const { id: customerId, email } = person.customer;
  const token = await issueToken({ customerId, email, purpose: "reset-password" }, NOW);

  expect(await setPassword(token, "two otters by the weir", NOW)).toMatchObject({ ok: true });
  expect(await logIn(device)).toMatchObject({ code: "passkey-refused" });
});

test("the passkey of a deleted account logs nobody in", async () => {
  const { person, device } = await customerWithPasskey();

  await removeCustomer(person.customer.id, NOW);

  expect(await logIn(device)).toMatchObject({ code: "passkey-refused" });
});

test("the page logs in with a passkey like with the password: the basket comes along, and the requested page follows", async () => {
  const { device } = await customerWithPasskey("page@example.com");
  const browser = new Browser();
  await browser.takeCart((await cartWith({ [await parcelVariant(2)]: 2 })).id);
  const answered = await browser.post(challenge, "/login/passkey", { intent: "options", purpose: "log-in" });
  const { get } = (await answered.json()) as { get: { allowCredentials: ReadonlyArray<unknown> } };
  // Nobody learns whether anybody has a passkey.
  expect(get.allowCredentials).toEqual([]);

  const fields = { passkey: device.get(get), redirectTo: "/account/orders" };
  const answer = await browser.post(login, "/login?passkey", fields);

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account/orders"]);
  const page = await browser.get(detailsPage, "/account/details");
  expect(page.status).toBe(200);
  expect((await rowOf("carts")).customer_id).not.toBeNull();
  const again = await new Browser().post(login, "/login?passkey", fields);
  expect(again.status).toBe(422);
});

test("the account adds a passkey by the form of the script, and refuses it without", async () => {
  const { customer } = await makeCustomer({ email: "form@example.com" });
  const browser = new Browser();
  await browser.post(login, "/login", { email: customer.email, password: PASSWORD });
  const named = { intent: "add-passkey", passkeyName: "Laptop", passkeyOwnPassword: PASSWORD };
  const device = new Authenticator(ORIGIN);

  expect((await browser.post(details, "/account/details", named)).status).toBe(422);
  const stranger = await new Browser().post(challenge, "/login/passkey", { ...named, purpose: "add" });
  expect(stranger.status).toBe(401);
  const wrong = { ...named, purpose: "add", passkeyOwnPassword: "something else" };
  expect((await browser.post(challenge, "/login/passkey", wrong)).status).toBe(422);
  const answered = await browser.post(challenge, "/login/passkey", { ...named, purpose: "add" });
  const { create } = (await answered.json()) as { create: unknown };
  const sent = { ...named, passkey: device.create(create) };
  const answer = await browser.post(details, "/account/details", sent);

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account/details?done=add-passkey"]);
  const [passkey] = await listOwnPasskeys(customer.id);
  const change = { intent: "remove-passkey", passkeyId: passkey?.id ?? "" };
  const remove = (passkeyPassword: string) =>
    browser.post(details, "/account/details", { ...change, passkeyPassword });
  expect(await (await remove("not this")).json()).toMatchObject({ values: { passkeyId: passkey?.id } });
  expect((await remove(PASSWORD)).status).toBe(303);
  expect(await listOwnPasskeys(customer.id)).toEqual([]);
});

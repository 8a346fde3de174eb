import { createServer } from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  alertOfService,
  listServiceRefusals,
  watchServices,
} from "#app/models/health/service-refusals.server.ts";
import { findHealth } from "#app/models/health/health.server.ts";
import { healthSettings, serviceKeys } from "#app/services/health/health-settings.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { waitingRows } from "#app/routes/desk/orders/waiting-rows.server.ts";
import { connectEmail, withCircuit } from "#app/services/email/email.server.ts";
import type { Email } from "#app/services/email/email-port.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import {
  callName,
  listenToServices,
  noteServiceAnswer,
  noteServiceRefusal,
  type OutsideService,
} from "#app/services/outgoing/service-answers.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { type MailRefusal, startMailServer } from "#tests/support/vendors/mail-server.ts";
import { stripeBench } from "#tests/support/vendors/payment-bench.ts";
import { type Fault, type FakeStripe, startStripe } from "#tests/support/vendors/stripe.ts";

useTestDatabase();

const KEYS = serviceKeys();

let stripe: FakeStripe;
let sent: Array<Email>;

beforeAll(async () => {
  stripe = await startStripe();
});

afterAll(() => stripe.stop());

beforeEach(async () => {
  sent = [];
  connectEmail({ send: async (email) => void sent.push(email) });
  connectPayments(stripeBench(stripe).port);
  await db().deleteFrom("service_refusals").execute();
  await db().deleteFrom("jobs").where("kind", "=", "service-alert").execute();
  await watchServices(KEYS, () => NOW);
});

afterEach(() => {
  stripe.misbehave(null);
  listenToServices(null);
  connectEmail(null);
  connectPayments(null);
});

const tryToPay = async () =>
  checkOut(await commandFor((await cartWith({ [await parcelVariant(5)]: 1 })).id), NOW);
async function refuseTwice(...answer: Parameters<typeof noteServiceAnswer>): Promise<void> {
  await noteServiceAnswer(...answer);
  await noteServiceAnswer(...answer);
}
const emails = async () => {
  await runDueJobs({ "service-alert": alertOfService("http://localhost:3000") });
  return sent.map(({ subject }) => subject);
};
const today = async () => {
  const store = await findStore();
  const { rows } = await waitingRows("owner", { store, today: "2026-11-21", now: NOW });
  return rows[0];
};

test("a payment provider that refuses the key is told to the owner at the second refusal, and shoppers read the truth", async () => {
  stripe.misbehave("401");

  const first = await tryToPay();
  expect(first).toMatchObject({ ok: false, code: "payment-stopped" });
  expect(await emails()).toEqual([]);
  for (let more = 0; more < 4; more += 1) expect(await tryToPay()).toMatchObject({ code: "payment-stopped" });

  expect(await emails()).toEqual(["Payments are refused"]);
  expect(sent[0]?.text).toContain("Nobody can pay until this is mended");
  expect(await today()).toMatchObject({ label: "Payments are refused", isBad: true });
  const lines = await findHealth({ ...healthSettings(), services: [] }, { isSound: true, now: NOW });
  expect(lines.find(({ what }) => what === "payments: refused")).toMatchObject({ verdict: "fail" });

  stripe.misbehave(null);
  expect(await tryToPay()).toMatchObject({ ok: true });
  expect(await listServiceRefusals()).toEqual([]);
  expect((await today())?.label).toBe("To pack");
});

const REFUNDS = "No refund can be made. No checkout has been refused so far.";

test("a key that may not refund stops no sale, and a sale that is refused later is told too", async () => {
  await refuseTwice("payments", "POST refunds", 403);

  expect(await emails()).toEqual(["A service refuses the shop: payments"]);
  expect(sent[0]?.text).toContain(REFUNDS);
  expect(await today()).toMatchObject({ label: "A service refuses the shop: payments" });
  expect((await today())?.note).toContain(REFUNDS);

  await refuseTwice("payments", "POST checkout/sessions", 403);
  expect(await emails()).toEqual(["A service refuses the shop: payments", "Payments are refused"]);
  expect(sent[1]?.text).toContain("Nobody can pay until this is mended. No refund can be made.");
});

test.each<readonly [Fault, string]>([
  ["400", "payment-stopped"],
  ["409", "payment-unavailable"],
])("a provider that takes the key and answers %s: shoppers read %s", async (fault, code) => {
  stripe.misbehave(fault);

  for (let tries = 1; tries <= 3; tries += 1) expect(await tryToPay()).toMatchObject({ ok: false, code });

  const isHeard = code === "payment-stopped";
  expect(await emails()).toEqual(isHeard ? ["Payments are refused"] : []);
  expect((await today())?.isBad ?? false).toBe(isHeard);
  const lines = await findHealth({ ...healthSettings(), services: [] }, { isSound: true, now: NOW });
  expect(lines.find(({ what }) => what === "payments: refused")?.verdict).toBe(isHeard ? "fail" : undefined);
  if (!isHeard) return;
  expect(sent[0]?.text).toContain("No payment page in GBP has been opened since");
  expect(sent[0]?.text).not.toContain("Has the key been changed");

  stripe.misbehave(null);
  expect(await tryToPay()).toMatchObject({ ok: true });
  expect(await listServiceRefusals()).toEqual([]);
});

const EMAIL: Email = {
  ...{ key: "hello", from: { name: "Hollybough", address: "hello@hollybough.example" } },
  ...{ to: "hannah@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" },
};

test.each([
  [{ at: "MAIL FROM", code: 550 }, true],
  [{ at: "MAIL FROM", code: 530 }, true],
  [{ at: "MAIL FROM", code: 451 }, false],
  [{ at: "DATA", code: 554 }, true],
  [{ at: "DATA", code: 451 }, false],
  [{ at: "RCPT TO", code: 550 }, false],
] as const)(
  "a mail server that answers %j to every email: the owner is told %s",
  async (refusal, isHeard) => {
    const mail: { refuses?: MailRefusal } = { refuses: refusal };
    const server = await startMailServer(mail);
    const port = withCircuit(smtpEmail(server.url));

    for (const key of ["one", "two", "three"])
      await expect(port.send({ ...EMAIL, key })).rejects.toThrow("Not today");

    expect(await emails()).toEqual(isHeard ? ["A service refuses the shop: email"] : []);
    if (isHeard) {
      expect(sent[0]?.text).toContain("No email has left the shop since");
      expect(sent[0]?.text).toContain("Is the shop’s address confirmed as a sender there");
      expect(await today()).toMatchObject({ label: "A service refuses the shop: email", isBad: true });
    }
    delete mail.refuses;
    await port.send(EMAIL);
    expect(await listServiceRefusals()).toEqual([]);
    await server.stop();
  },
);

test("a mail server that refuses the text of one email, however often, refuses no other", async () => {
  const mail: { refuses?: MailRefusal } = { refuses: { at: "DATA", code: 554 } };
  const server = await startMailServer(mail);
  const port = withCircuit(smtpEmail(server.url));

  for (let times = 1; times <= 3; times += 1) await expect(port.send(EMAIL)).rejects.toThrow("Not today");
  expect(await listServiceRefusals()).toEqual([]);
  delete mail.refuses;
  await port.send({ ...EMAIL, key: "another" });
  mail.refuses = { at: "DATA", code: 554 };
  for (const key of ["one", "one", "one"]) await expect(port.send({ ...EMAIL, key })).rejects.toThrow();

  expect(await listServiceRefusals()).toEqual([]);
  await server.stop();
});

test.each([534, 535, 538])("a mail server that answers %d to the log-in refuses the key", async (code) => {
  const server = createServer((socket) => {
    socket.write("220 mail\r\n");
    socket.on("data", (line) => {
      const isGreeting = line.toString().startsWith("EHLO");
      socket.write(isGreeting ? "250-mail\r\n250 AUTH PLAIN\r\n" : `${code} No\r\n`);
    });
    socket.on("error", () => undefined);
  });
  const number = await freePort();
  await new Promise<void>((resolve) => server.listen(number, "127.0.0.1", resolve));
  const port = smtpEmail(`smtp://shop:secret@127.0.0.1:${number}`);

  await expect(port.send(EMAIL)).rejects.toMatchObject({ responseCode: code });

  expect(await listServiceRefusals()).toMatchObject([{ service: "email", status: code, calls: ["LOGIN"] }]);
  server.close();
});

test("a process that starts goes on with the outages of all, until a key is another", async () => {
  for (const service of ["search", "payments"] as const) await refuseTwice(service, "GET things", 401);
  expect(await emails()).toHaveLength(2);

  await watchServices(KEYS, () => new Date(NOW.getTime() + 60_000));
  expect(await listServiceRefusals()).toHaveLength(2);
  await refuseTwice("search", "GET things", 401);
  expect(await emails()).toHaveLength(2);

  await watchServices("other keys", () => NOW);
  expect(await listServiceRefusals()).toEqual([]);
});

test("a call is named by all parts of its path that are words", () => {
  const names = ["/v1/refunds", "/e/", "/i/v0/e/", "/v1/checkout/sessions/cs_1/expire"].map((path) =>
    callName("POST", new URL(path, "https://service.example")),
  );
  expect(names).toEqual(["POST refunds", "POST e", "POST i/e", "POST checkout/sessions/expire"]);
});

test("the check of each service reads with the key, and what it is refused is no outage", async () => {
  const { host: at } = new URL(stripe.url);
  const [host = "", number = ""] = at.split(":");
  const { port } = stripeBench(stripe);
  const payments = {
    what: "payments",
    host,
    port: Number(number),
    probe: async () => port.probe?.(),
  };
  const settings = { ...healthSettings(), services: [payments] };
  const line = async () =>
    (await findHealth(settings, { isSound: false, now: NOW })).find(({ what }) => what === "payments");

  expect(await line()).toMatchObject({ verdict: "ok", words: `${at} answers and takes the shop’s key` });
  stripe.misbehave("401");
  expect(await line()).toMatchObject({
    verdict: "fail",
    words: `${at} refuses the shop’s key with status 401`,
  });
  expect(await listServiceRefusals()).toEqual([]);

  for (const call of ["GET disputes", "POST refunds"]) await noteServiceAnswer("payments", call, 403);
  stripe.misbehave(null);
  await line();
  expect((await listServiceRefusals())[0]?.calls).toEqual(["POST refunds"]);
});

test.each<OutsideService>(["search", "content", "marketing", "addresses", "analytics", "page cache"])(
  "a refused key of %s is told once, until the service takes one and refuses again",
  async (service) => {
    const call = () =>
      fetchText(new URL("/v1/things", stripe.url), {
        ...{ method: "GET", headers: {}, timeoutMs: 5_000, maxBytes: 10_000, service },
      });
    for (let times = 0; times < 3; times += 1) await call();

    expect(await emails()).toEqual([`A service refuses the shop: ${service}`]);
    expect(await db().selectFrom("service_refusals").select(["call", "refusals"]).execute()).toEqual([
      { call: "GET things", refusals: 3 },
    ]);
  },
);

test("a currency that was refused is forgotten a day later, once another is taken", async () => {
  const opened = "POST checkout/sessions in GBP";
  const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
  await noteServiceRefusal("payments", "POST checkout/sessions in EUR", 400);

  await watchServices(KEYS, () => later(23));
  await noteServiceAnswer("payments", opened, 200);
  expect(await listServiceRefusals()).toHaveLength(1);
  await watchServices(KEYS, () => later(25));
  await noteServiceAnswer("payments", opened, 200);
  expect(await listServiceRefusals()).toEqual([]);
});

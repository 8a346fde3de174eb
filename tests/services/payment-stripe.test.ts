import { readFileSync } from "node:fs";

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { disputesOf } from "#app/models/order/payment/dispute.ts";
import { money } from "#app/models/shared/money.ts";
import type { ProviderPaymentEvent, PaymentPort } from "#app/services/payment/payment-port.ts";
import { STRIPE_LIMITS } from "#app/services/payment/payment-stripe-client.server.ts";
import { STRIPE_EVENTS } from "#app/services/payment/payment-stripe-event.server.ts";
import { disputeEvents, disputeSchema } from "#app/services/payment/payment-stripe-objects.server.ts";
import { listenToServices, type ServiceAnswer } from "#app/services/outgoing/service-answers.server.ts";
import { smallestCharge } from "#app/services/payment/smallest-charge.ts";
import { stripePayments } from "#app/services/payment/payment-stripe.server.ts";
import { stripeEvents } from "#tests/support/vendors/payment-bench.ts";
import {
  type FakeStripe,
  type Fault,
  signedByStripe,
  startStripe,
  STRIPE_OLD_SECRET,
} from "#tests/support/vendors/stripe.ts";

import { attempt, paymentContract } from "./payment-contract.ts";

/** As in the shop, but nobody waits for what never comes. */
const QUICK = { ...STRIPE_LIMITS, tryMs: 150, totalMs: 300, failures: 1_000 };
const NOW = new Date();

let stripe: FakeStripe;
let port: PaymentPort;
let warnings: Array<string>;

beforeAll(async () => {
  stripe = await startStripe();
});

afterAll(() => stripe.stop());

beforeEach(() => {
  stripe.misbehave(null);
  stripe.requested.length = 0;
  port = stripePayments(stripe.settings);
  warnings = [];
  vi.spyOn(process, "emitWarning").mockImplementation((warning) => void warnings.push(String(warning)));
});

const deed = (act: (id: string) => void) => async (id: string) => act(id);

paymentContract(() => ({
  port,
  deeds: {
    paid: deed(stripe.pay),
    processing: deed(stripe.payLater),
    declined: deed((id) => {
      stripe.payLater(id);
      stripe.bankRefuses(id);
    }),
  },
  events: async (paymentId, now) =>
    stripeEvents(stripe, paymentId).map((event) => signedByStripe(event, now)),
}));

async function opened(changes: Parameters<typeof attempt>[0] = {}): Promise<string> {
  const answer = await port.open(attempt(changes));
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.paymentId;
}

async function paid(): Promise<string> {
  const id = await opened();
  stripe.pay(id);
  return id;
}

/** What the shop reads from the latest event. */
function reported(): ReadonlyArray<ProviderPaymentEvent> | null {
  const { body, headers } = signedByStripe(stripe.events.at(-1), NOW);
  return port.readEvent(body, headers, NOW);
}

const attemptOf = (metadata: unknown) => (metadata as { attempt_id?: string }).attempt_id;
const posts = () => stripe.requested.filter(({ method }) => method === "POST");

test("a page is opened for one sum, in pounds, with the order on the session and on the intent", async () => {
  const requested = attempt({ amount: money(123_456, "GBP") });
  const id = await opened(requested);
  stripe.pay(id);

  const session = stripe.session(id);
  const metadata = { order_id: requested.orderId, order_number: "12345678", attempt_id: requested.attemptId };
  expect(session).toMatchObject({
    mode: "payment",
    amount_total: 123_456,
    currency: "gbp",
    customer_email: "hannah@example.com",
    client_reference_id: "12345678",
    success_url: requested.returnUrl,
    cancel_url: requested.cancelUrl,
    metadata,
  });
  expect(stripe.intentOf(id)).toMatchObject({ amount: 123_456, currency: "gbp", metadata });
  expect(stripe.requested[0]).toMatchObject({ key: requested.attemptId, version: "2026-10-28.endive" });
  expect((await port.intent(id))?.clientSecret).toMatch(/_secret_/);
});

test("a page on the account's own domain is accepted only with its setting", async () => {
  const account = await startStripe(Date.now, { pageOrigin: "https://pay.shop.example" });
  try {
    const named = await stripePayments(account.settings).open(attempt());
    const pageOrigin = "https://checkout.stripe.com";
    const unnamed = await stripePayments({ ...account.settings, pageOrigin }).open(attempt());

    expect(named.ok && new URL(named.value.url).origin).toBe("https://pay.shop.example");
    expect(unnamed).toMatchObject({ ok: false, code: "payment-unavailable" });
  } finally {
    await account.stop();
  }
});

test("a page can be opened in the reservation's last second, and outlives it by a little", async () => {
  const id = await opened({ expiresAt: new Date(Date.now() + 1_000).toISOString() });

  const minutes = (Number(stripe.session(id)["expires_at"]) * 1000 - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(30);
  expect(minutes).toBeLessThan(36);
});

test("an email address that Stripe refuses does not prevent the payment", async () => {
  const odd = attempt({ email: "hannah@intranet" });

  const answers = [await port.open(odd), await port.open(odd)];

  expect(answers[0]).toMatchObject({ ok: true });
  expect(answers[1]).toEqual(answers[0]);
  expect(warnings).toEqual([]);
});

test.each([
  [1, "payment-too-small"],
  [100_000_000, "payment-too-large"],
])("a sum of %d is refused as %s, and nobody hears that the shop cannot sell", async (minor, code) => {
  const refusals: Array<ServiceAnswer> = [];
  listenToServices(async (answer) => {
    if (answer.isRefused) refusals.push(answer);
  });

  expect(await port.open(attempt({ amount: money(minor, "GBP") }))).toMatchObject({ ok: false, code });

  listenToServices(null);
  expect(refusals).toEqual([]);
});

test("a sum below the smallest charge is refused as too small, and logged without personal data", async () => {
  const smallest = smallestCharge("stripe", "GBP");
  const answer = await port.open(attempt({ amount: money(smallest - 1, "GBP") }));

  expect(await port.open(attempt({ amount: money(smallest, "GBP") }))).toMatchObject({ ok: true });
  expect(answer).toMatchObject({ ok: false, code: "payment-too-small" });
  expect(warnings.join()).toMatch(/amount_too_small/);
  expect(warnings.join()).not.toMatch(/hannah/);
});

describe("when Stripe fails (P-09)", () => {
  const FAULTS: ReadonlyArray<Fault> = [
    "500",
    "429",
    "401",
    "400",
    "409",
    "reset",
    "silent",
    "drip",
    "html",
    "garbage",
    "huge",
    "redirect",
  ];

  test.each(FAULTS)(
    "%s: no page, one session, and no event is concluded from a missing response",
    async (fault) => {
      const [paid, open] = [await opened(), await opened()];
      stripe.pay(paid);
      port = stripePayments(stripe.settings, QUICK);
      const same = attempt();
      stripe.misbehave(fault);

      const [failed, ...requested] = await Promise.allSettled([
        port.open(same),
        port.find(paid),
        port.intent(paid),
        port.refund(paid, money(1, "GBP"), "k"),
        port.close(open),
      ]);
      stripe.misbehave(null);
      // With the shop's own limits: a busy machine may need longer than the short ones for a good response.
      const mended = await stripePayments(stripe.settings).open(same);

      const code = fault === "401" || fault === "400" ? "payment-stopped" : "payment-unavailable";
      expect(failed).toMatchObject({ value: { ok: false, code } });
      expect(requested.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
      const made = stripe.sessions().filter(({ metadata }) => attemptOf(metadata) === same.attemptId);
      expect(made.map(({ id }) => id)).toEqual([mended.ok && mended.value.paymentId]);
    },
  );

  test("two lost responses are retried with the same key", async () => {
    stripe.misbehave("reset", 2);

    const answer = await port.open(attempt());

    expect(answer).toMatchObject({ ok: true });
    expect(posts()).toHaveLength(3);
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
  });

  test("a failure that Stripe would repeat for its key does not affect the next attempt", async () => {
    stripe.misbehave("500", 1);

    const answer = await port.open(attempt());

    expect(answer).toMatchObject({ ok: true });
    const keys = posts().map(({ key }) => key);
    expect(keys.at(-1)).toBe(`${keys[0]}:2`);
  });

  test("an error contains the Retry-After", async () => {
    stripe.misbehave("429");

    await expect(port.find(`cs_test_${"0".repeat(20)}`)).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  test("after failures in a row no call is made for a while", async () => {
    port = stripePayments(stripe.settings, { ...QUICK, retries: 0, failures: 2, restMs: 60_000 });
    stripe.misbehave("html");
    for (let count = 0; count < 3; count += 1) await port.open(attempt());
    stripe.misbehave(null);

    const answer = await port.open(attempt());

    expect(answer.ok).toBe(false);
    expect(posts()).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  });
});

describe("signatures (P-06)", () => {
  const session = {
    id: "cs_test_1",
    object: "checkout.session",
    mode: "payment",
    status: "complete",
    payment_status: "paid",
    amount_total: 4995,
    currency: "gbp",
    created: 1_790_000_000,
    metadata: {},
    payment_intent: "pi_1",
  };
  const event = {
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    created: 1_790_000_000,
    livemode: false,
    data: { object: session },
  };
  type Signed = ReturnType<typeof signedByStripe>;
  /** The event, which differs by `changes` and was signed so many seconds from now. */
  const sent = (changes: object = {}, away = 0, secret?: string) =>
    signedByStripe({ ...event, ...changes }, new Date(NOW.getTime() + away * 1000), secret);
  const ofAmount = (amount: number) => sent({ data: { object: { ...session, amount_total: amount } } });
  const withHeader = (change: (header: string) => string): Signed => {
    const { body, headers } = sent();
    const header = change(headers.get("stripe-signature") ?? "");
    return { body, headers: new Headers({ "stripe-signature": header }) };
  };
  const withBody = (change: (body: Uint8Array) => Uint8Array): Signed => ({
    ...sent(),
    body: change(sent().body),
  });
  const bytes = (body: Uint8Array): Signed => {
    const text = new TextDecoder("latin1").decode(body);
    return { body, headers: signedByStripe(text, NOW).headers };
  };
  const otherTime = `t=${Math.floor(NOW.getTime() / 1000) + 9}`;
  const zeros = `,v1=${"0".repeat(64)}`;

  const CASES: ReadonlyArray<readonly [name: string, isRead: boolean, signed: () => Signed]> = [
    ["signed now", true, () => sent()],
    ["signed with the secret before the rotation", true, () => sent({}, 0, STRIPE_OLD_SECRET)],
    ["signed 300 seconds ago", true, () => sent({}, -300)],
    ["signed 301 seconds ago", false, () => sent({}, -302)],
    ["signed 295 seconds ahead", true, () => sent({}, 295)],
    ["signed 301 seconds ahead", false, () => sent({}, 302)],
    ["signed with another secret", false, () => sent({}, 0, "whsec_somebody-elses")],
    ["without a signature", false, () => withHeader(() => "")],
    ["with a signature of another scheme", false, () => withHeader((text) => text.replace("v1=", "v0="))],
    [
      "with two signatures, one right, as while a secret is rolled",
      true,
      () => withHeader((text) => text + zeros),
    ],
    ["with two signatures, both wrong", false, () => withHeader((text) => text.slice(0, -1) + zeros)],
    ["with its time changed", false, () => withHeader((text) => text.replace(/t=\d+/, otherTime))],
    ["without a time", false, () => withHeader((text) => text.replace(/t=\d+,/, ""))],
    [
      "with one byte changed",
      false,
      () => withBody((body) => body.map((byte, at) => (at === 9 ? byte ^ 1 : byte))),
    ],
    ["with an empty body", false, () => withBody(() => new Uint8Array())],
    ["that is not UTF-8", false, () => bytes(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))],
    ["of another form", false, () => signedByStripe({ hello: 1 }, NOW)],
    ["of live mode", false, () => sent({ livemode: true })],
    ["of another merchant", false, () => sent({ account: "acct_other" })],
    ["whose amount is a fraction", false, () => ofAmount(1.5)],
    ["whose amount is below zero", false, () => ofAmount(-1)],
  ];

  test.each(CASES)("an event %s is read: %s", (_, isRead, signed) => {
    const { body, headers } = signed();

    expect(port.readEvent(body, headers, NOW) !== null).toBe(isRead);
  });

  test("an event that concerns no payment is accepted and ignored", () => {
    const subscription = { object: { ...session, mode: "subscription", amount_total: null } };

    const read = [sent({ type: "payment_intent.created" }), sent({ data: subscription })].map(
      ({ body, headers }) => port.readEvent(body, headers, NOW),
    );

    expect(read).toEqual([[], []]);
  });
});

test("a declined card is a failed try, and the page stays open for another", async () => {
  const id = await opened();

  stripe.refuseCard(id);

  expect(reported()).toMatchObject([{ type: "try-failed", detail: "Insufficient funds" }]);
  expect(await port.find(id)).toEqual([]);
  stripe.pay(id);
  expect(await port.find(id)).toMatchObject([{ type: "paid" }]);
});

test("a bank debit is pending first, and its result comes later", async () => {
  const good = await opened();
  const bad = await opened();
  stripe.payLater(good);
  expect(reported()).toMatchObject([{ paymentId: good, type: "processing" }]);
  stripe.payLater(bad);

  stripe.bankConfirms(good);
  expect(reported()).toMatchObject([
    { paymentId: good, type: "paid", amount: { minor: 4995, currency: "GBP" } },
  ]);
  stripe.bankRefuses(bad);
  expect(reported()).toMatchObject([
    { paymentId: bad, type: "declined", detail: "Your bank declined the payment" },
  ]);

  expect(await port.find(bad)).toMatchObject([{ type: "declined" }]);
});

test("an unused session expires, and so does a closed one", async () => {
  const id = await opened();

  await port.close(id);

  expect(reported()).toMatchObject([{ paymentId: id, type: "expired" }]);
  expect(await port.find(id)).toMatchObject([{ type: "expired" }]);
});

test("a refund is known by its key after Stripe has deleted its own", async () => {
  const id = await paid();
  const first = await port.refund(id, money(1000, "GBP"), "refund:old");
  stripe.forgetKeys();

  const again = await port.refund(id, money(1000, "GBP"), "refund:old");

  expect(again).toEqual(first);
  expect(stripe.refundsOf(stripe.intentOf(id).id)).toHaveLength(1);
});

test("a failed refund is reported, its key is used up, and another key refunds again", async () => {
  const id = await paid();
  const refund = await port.refund(id, money(4995, "GBP"), "refund:x");
  const refundId = refund.ok ? refund.value : "";

  stripe.failRefund(refundId);

  expect(reported()).toMatchObject([
    { eventId: `${refundId}:refund-failed`, type: "refund-failed", reference: refundId },
  ]);
  const types = (await port.find(id)).map(({ type }) => type);
  expect(types).toEqual(["paid", "refund-failed"]);
  const again = [
    await port.refund(id, money(4995, "GBP"), "refund:x"),
    await port.refund(id, money(4995, "GBP"), "refund:x again"),
  ];
  expect(again.map(({ ok }) => ok)).toEqual([false, true]);
});

test("a dispute is reported when it begins and ends, and is found by polling", async () => {
  const id = await paid();
  const dispute = stripe.dispute(id);
  expect(reported()).toMatchObject([{ type: "disputed", reference: dispute.id, amount: { minor: 4995 } }]);

  stripe.closeDispute(dispute.id, "won");

  expect(reported()?.map(({ type }) => type)).toEqual(["disputed", "dispute-won"]);
  expect((await port.find(id)).map(({ type }) => type)).toEqual(["paid", "disputed", "dispute-won"]);
});

const DUE = Date.parse("2026-12-14T23:59:59Z") / 1000;
const TAKEN = { id: "txn_1", amount: -4995, fee: 2000, currency: "gbp" };
const BACK = { id: "txn_2", amount: 4995, fee: -500, currency: "gbp" };

/** "type minor", for each event of a dispute of 49.95. */
function disputeTypes(changes: object, isReinstated = false): ReadonlyArray<string> {
  const object = { id: "dp_1", amount: 4995, currency: "gbp", created: DUE, payment_intent: "pi_1" };
  const dispute = disputeSchema.parse({ ...object, status: "needs_response", ...changes });
  return disputeEvents(dispute, "pi_1", isReinstated).map(({ type, amount }) => `${type} ${amount.minor}`);
}

test.each<readonly [string, object, boolean, ReadonlyArray<string>]>([
  ["an open one", {}, false, ["disputed 4995"]],
  ["an inquiry, which takes no money", { status: "warning_needs_response" }, false, ["inquiry 4995"]],
  ["an inquiry that ended", { status: "warning_closed" }, false, ["inquiry 4995", "dispute-won 4995"]],
  [
    "one that was lost, with its fee",
    { status: "lost", balance_transactions: [TAKEN] },
    false,
    ["disputed 4995", "dispute-lost 4995", "dispute-fee 2000"],
  ],
  [
    "one whose money came back, with a part of its fee",
    { status: "lost", balance_transactions: [TAKEN, BACK] },
    false,
    ["disputed 4995", "dispute-lost 4995", "dispute-fee 2000", "dispute-fee -500", "dispute-reinstated 4995"],
  ],
  [
    "one whose money came back in part, in another currency",
    {
      status: "lost",
      balance_transactions: [
        { ...TAKEN, amount: -6000, fee: 0, currency: "eur" },
        { ...BACK, amount: 3000, fee: 0, currency: "eur" },
      ],
    },
    false,
    ["disputed 4995", "dispute-lost 4995", "dispute-reinstated 2498"],
  ],
  [
    "one whose money is reported to be back",
    { status: "lost" },
    true,
    ["disputed 4995", "dispute-lost 4995", "dispute-reinstated 4995"],
  ],
  [
    "one that was prevented, and took nothing",
    { status: "prevented" },
    false,
    ["inquiry 4995", "dispute-won 4995"],
  ],
  [
    "one that was prevented by giving the cardholder the money",
    { status: "prevented", balance_transactions: [{ ...TAKEN, fee: 0 }] },
    false,
    ["disputed 4995", "dispute-lost 4995"],
  ],
  [
    "one that was prevented after it had taken the money, which came back",
    { status: "prevented", balance_transactions: [TAKEN, { ...BACK, fee: -2000 }] },
    false,
    ["disputed 4995", "dispute-won 4995", "dispute-fee 2000", "dispute-fee -2000", "dispute-reinstated 4995"],
  ],
])("the events of a dispute: %s", (_, changes, isReinstated, expected) => {
  expect(disputeTypes(changes, isReinstated)).toEqual(expected);
});

test.each(["before", "after"])(
  "a prevented dispute is lost where its money has moved, heard of %s another one that shows no money",
  (when) => {
    const object = { id: "dp_1", amount: 4995, currency: "gbp", created: DUE, payment_intent: "pi_1" };
    const heard = (changes: object, receivedAt: string) =>
      disputeEvents(disputeSchema.parse({ ...object, status: "prevented", ...changes }), "pi_1").map(
        (event) => ({ ...event, receivedAt }),
      );
    const early = heard({}, "2026-11-29T10:00:00.000Z");
    const at = when === "before" ? "2026-11-29T09:00:00.000Z" : "2026-11-29T11:00:00.000Z";
    const moved = heard({ balance_transactions: [{ ...TAKEN, fee: 0 }] }, at);

    expect(disputesOf(early)).toMatchObject([{ state: "closed", lost: 0 }]);
    expect(disputesOf([...early, ...moved])).toMatchObject([{ state: "lost", lost: 4995 }]);
  },
);

test("a dispute has its reason and its deadline, and another deadline is another event", () => {
  const eventOf = (changes: object) => {
    const object = { id: "dp_1", amount: 4995, currency: "gbp", created: DUE, payment_intent: "pi_1" };
    const details = { reason: "fraudulent", status: "needs_response", evidence_details: { due_by: DUE } };
    return disputeEvents(disputeSchema.parse({ ...object, ...details, ...changes }), "pi_1")[0];
  };

  expect(eventOf({})).toMatchObject({ detail: "fraudulent", dueAt: "2026-12-14T23:59:59.000Z" });
  expect(eventOf({ status: "under_review" })).toMatchObject({ dueAt: null });
  const later = eventOf({ evidence_details: { due_by: DUE + 86_400 } });
  expect(
    new Set([eventOf({}), eventOf({ status: "under_review" }), later].map((one) => one?.eventId)).size,
  ).toBe(3);
});

test("README lists the events that the shop reads, and those that an endpoint lacks are named", async () => {
  const [, list = ""] =
    /and the events (.*?)\. `npm run shop -- doctor`/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(list.match(/[\w.]+\.[\w.]+/g)?.sort()).toEqual([...STRIPE_EVENTS].sort());
  const url = "https://shop.example/api/payments/webhook";
  const missing = async (...enabled: ReadonlyArray<string>) => {
    stripe.endpoints.splice(0, 1, { url, status: "enabled", enabled_events: enabled });
    return port.missingEvents?.(url);
  };

  expect(await missing("*")).toEqual([]);
  expect(await missing(...STRIPE_EVENTS.slice(1))).toEqual([STRIPE_EVENTS[0]]);
  expect(await port.missingEvents?.("https://other.example/")).toBeNull();
});

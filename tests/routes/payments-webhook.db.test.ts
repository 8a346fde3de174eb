import { afterEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { action, loader } from "#app/routes/api/payments-webhook.ts";
import { SIGNATURE_HEADER, signWebhook } from "#app/services/payment/payment-signature.server.ts";
import { writeEvent } from "#app/services/payment/payment-event.server.ts";
import type { ProviderPaymentEvent } from "#app/services/payment/payment-port.ts";
import { countRows, jobKinds, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const [SECRET = ""] = config.paymentWebhookSecrets;
const OLD_SECRET = "the-secret-before-the-last-rotation-000000";
const secrets = config.paymentWebhookSecrets as Array<string>;

afterEach(() => {
  secrets.splice(1);
});

function secondsAway(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

async function post(body: Uint8Array, signature: string | null): Promise<number> {
  const request = new Request("http://localhost:3000/api/payments/webhook", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signature === null ? {} : { [SIGNATURE_HEADER]: signature }),
    },
    body: Buffer.from(body),
  });
  return (await action({ request, params: {}, context: {} })).status;
}

function event(paymentId: string, minor: number, changes: Partial<ProviderPaymentEvent> = {}): Uint8Array {
  return writeEvent({
    eventId: `evt_${paymentId}`,
    paymentId,
    type: "paid",
    amount: { minor, currency: "GBP" },
    detail: null,
    occurredAt: new Date().toISOString(),
    ...changes,
  });
}

async function order(skip = 0) {
  return placedOrder({ [await parcelVariant(5, skip)]: 1 });
}

test("a signed event pays the order and queues its email", async () => {
  const { orderId, paymentId, total } = await order();
  const body = event(paymentId, total);

  const status = await post(body, signWebhook(body, SECRET, new Date()));

  expect(status).toBe(200);
  expect((await findOrder(orderId))?.status).toBe("paid");
  expect(await jobKinds()).toEqual(["new-order-email", "order-confirmation"]);
});

test("a repeated event is answered 200 and changes nothing", async () => {
  const { paymentId, total } = await order();
  const body = event(paymentId, total);
  const signature = signWebhook(body, SECRET, new Date());

  const statuses = await Promise.all(Array.from({ length: 20 }, () => post(body, signature)));

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await countRows("payment_events")).toBe(1);
  expect(await jobKinds()).toEqual(["new-order-email", "order-confirmation"]);
});

test("after a rotation the old secret and the new one are both accepted", async () => {
  secrets.push(OLD_SECRET);
  const first = await order();
  const second = await order(1);
  const bodies = [event(first.paymentId, first.total), event(second.paymentId, second.total)] as const;

  const statuses = [
    await post(bodies[0], signWebhook(bodies[0], SECRET, new Date())),
    await post(bodies[1], signWebhook(bodies[1], OLD_SECRET, new Date())),
  ];

  expect(statuses).toEqual([200, 200]);
});

const text = (value: string) => new TextEncoder().encode(value);
const signed = (body: Uint8Array, at = new Date()) => signWebhook(body, SECRET, at);
type Forge = (body: Uint8Array) => readonly [Uint8Array, string | null];

const FORGERIES: ReadonlyArray<readonly [name: string, forge: Forge, status?: number]> = [
  ["without a signature", (body) => [body, null]],
  ["with an empty signature", (body) => [body, ""]],
  ["with another secret", (body) => [body, signWebhook(body, OLD_SECRET, new Date())]],
  [
    "with one byte changed",
    (body) => [body.map((byte, index) => (index === 9 ? byte ^ 1 : byte)), signed(body)],
  ],
  ["signed 301 seconds ago", (body) => [body, signed(body, secondsAway(-302))]],
  ["signed 301 seconds ahead", (body) => [body, signed(body, secondsAway(302))]],
  ["with two signatures", (body) => [body, `${signed(body)},v1=${"0".repeat(64)}`]],
  [
    "with the time changed",
    (body) => [body, signed(body).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 9}`)],
  ],
  ["with a shorter signature", (body) => [body, signed(body).slice(0, -2)]],
  ["with an empty body", () => [text(""), signed(text(""))]],
  ["that is not JSON", () => [text("paid"), signed(text("paid"))]],
  [
    "that is not UTF-8",
    () => [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), signed(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))],
  ],
  ["of another form", () => [text("{}"), signed(text("{}"))]],
  ["of a megabyte", () => [new Uint8Array(1_048_576), signed(new Uint8Array(1_048_576))], 413],
];

test.each(FORGERIES.map(([name, forge, status = 400]) => ({ name, forge, status })))(
  "an event $name is refused and changes nothing (P-06)",
  async ({ forge, status }) => {
    const { orderId, paymentId, total } = await order();
    const [body, signature] = forge(event(paymentId, total));

    const answer = await post(body, signature);

    expect(answer).toBe(status);
    expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
    expect(await countRows("payment_events")).toBe(0);
  },
);

test("a clock difference of up to 300 seconds is accepted", async () => {
  const { paymentId, total } = await order();
  const body = event(paymentId, total);

  expect(await post(body, signed(body, secondsAway(-295)))).toBe(200);
});

test("events with negative or fractional amounts, or of another mode, are refused", async () => {
  const { orderId, paymentId, total } = await order();
  const whole = new TextDecoder().decode(event(paymentId, total));
  const forged = [
    whole.replace(`"amount":${total}`, '"amount":-1'),
    whole.replace(`"amount":${total}`, `"amount":${total}.5`),
    whole.replace('"mode":"test"', '"mode":"live"'),
  ].map(text);

  const statuses = await Promise.all(forged.map((body) => post(body, signed(body))));

  expect(statuses).toEqual([400, 400, 400]);
  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
});

test("the address accepts only POST", () => {
  expect(loader().status).toBe(405);
});

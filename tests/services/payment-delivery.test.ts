import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ProviderPaymentEvent } from "#app/services/payment/payment-port.ts";
import { type Listening, listen } from "#tests/support/shops/listening.ts";

const EVENT: ProviderPaymentEvent = {
  eventId: "evt_1",
  paymentId: "test_1",
  type: "paid",
  attemptId: null,
  amount: { minor: 4995, currency: "GBP" },
  detail: null,
  occurredAt: "2026-11-20T10:00:00.000Z",
};

let server: Listening;
let status = 200;
const seen: Array<Readonly<{ url: string; headers: IncomingHttpHeaders; body: Buffer }>> = [];

beforeAll(async () => {
  server = await listen((request, answer) => {
    void buffer(request).then((body) => {
      seen.push({ url: request.url ?? "", headers: request.headers, body });
      answer.writeHead(status).end();
    });
  });
  // Read when the settings are first asked for, which is below.
  process.env["PORT"] = String(server.port);
});

afterAll(() => server.close());

test("a webhook is posted to the shop's own address, under its public name, and verifies there", async () => {
  const { deliverEvent } = await import("#app/services/payment/payment-delivery.server.ts");
  const { readEvent } = await import("#app/services/payment/payment-event.server.ts");

  await deliverEvent(EVENT, new Date());

  const [request] = seen;
  expect(request).toMatchObject({ url: "/api/payments/webhook", headers: { host: "localhost:3000" } });
  const headers = new Headers({ "payment-signature": String(request?.headers["payment-signature"]) });
  expect(readEvent(request?.body ?? Buffer.alloc(0), headers, new Date())).toEqual([
    { ...EVENT, dueAt: null, reference: null, refundKey: null },
  ]);
});

test("any status but 200 is a failed try and is retried", async () => {
  const { deliverEvent } = await import("#app/services/payment/payment-delivery.server.ts");
  status = 503;

  await expect(deliverEvent(EVENT, new Date())).rejects.toThrow("The webhook was answered with 503");
});

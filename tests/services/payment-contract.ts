/** What every payment provider must do, whoever it is: run this over each adapter. */
import { expect, test } from "vitest";

import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { money } from "#app/models/shared/money.ts";
import type { PaymentAttempt, PaymentPort } from "#app/services/payment/payment-port.ts";

/** How a test plays the shopper and the network of one provider. */
type PaymentBench = Readonly<{
  port: PaymentPort;
  /** What a shopper can bring about at the hosted page, by the event that it leads to. */
  deeds: Readonly<{ paid: Deed } & Partial<Record<PaymentEventType, Deed>>>;
  /** The requests by which the provider would tell the shop of `paymentId` at `now`. */
  events: (paymentId: string, now: Date) => Promise<ReadonlyArray<SignedEvent>>;
}>;

type Deed = (paymentId: string) => Promise<void>;
type SignedEvent = Readonly<{ body: Uint8Array; headers: Headers }>;

const NOW = new Date();

export function attempt(changes: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return {
    attemptId: newId("attempt"),
    orderId: newId("order"),
    orderNumber: 12_345_678,
    amount: money(4995, "GBP"),
    email: "hannah@example.com",
    locale: "en-GB",
    description: "Order 12345678",
    returnUrl: "http://localhost:3000/checkout/order-processing",
    cancelUrl: "http://localhost:3000/checkout/order-processing",
    expiresAt: new Date(NOW.getTime() + 30 * 60_000).toISOString(),
    ...changes,
  };
}

export function paymentContract(bench: () => PaymentBench): void {
  async function opened(changes: Partial<PaymentAttempt> = {}) {
    const answer = await bench().port.open(attempt(changes));
    if (!answer.ok) throw new Error(answer.code);
    return answer.value;
  }
  const pay = (paymentId: string) => bench().deeds.paid(paymentId);
  const typesOf = async (paymentId: string) =>
    (await bench().port.find(paymentId)).map((event) => event.type);

  test("opening returns a page, and the same one for the same attempt", async () => {
    const same = attempt();

    const answers = await Promise.all(Array.from({ length: 5 }, () => bench().port.open(same)));

    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(
      new Set(answers.map((answer) => answer.ok && `${answer.value.paymentId} ${answer.value.url}`)).size,
    ).toBe(1);
  });

  test("another attempt is another payment", async () => {
    expect((await opened()).paymentId).not.toBe((await opened()).paymentId);
  });

  test("a new payment has no events, and an unknown one neither", async () => {
    const { paymentId } = await opened();

    expect(await typesOf(paymentId)).toEqual([]);
    expect(await typesOf("nothing_of_ours")).toEqual([]);
  });

  test("one attempt with another amount is refused, because a key belongs to one payment", async () => {
    const first = attempt();
    await opened(first);

    const other = await bench().port.open({ ...first, amount: money(4994, "GBP") });

    expect(other).toMatchObject({ ok: false, code: "payment-unavailable" });
  });

  test("a payment has an intent with its purpose and its status", async () => {
    const { paymentId } = await opened();

    const before = await bench().port.intent(paymentId);
    await pay(paymentId);
    const after = await bench().port.intent(paymentId);

    const amount = { minor: 4995, currency: "GBP" };
    expect(before).toMatchObject({ amount, status: "requires_payment_method" });
    expect(after).toMatchObject({ amount, status: "succeeded" });
    expect(after?.id).toBeTruthy();
    expect(await bench().port.intent("nothing_of_ours")).toBeNull();
  });

  test("the shopper's payment is found, with the requested amount", async () => {
    const { deeds, port } = bench();
    for (const [type, deed] of Object.entries(deeds)) {
      const { paymentId } = await opened();

      await deed(paymentId);

      expect(await port.find(paymentId)).toMatchObject([
        { type, paymentId, amount: { minor: 4995, currency: "GBP" } },
      ]);
    }
  });

  test("the same event has the same id, however often it is found", async () => {
    const { paymentId } = await opened();
    await pay(paymentId);

    const first = await bench().port.find(paymentId);

    expect(await bench().port.find(paymentId)).toEqual(first);
  });

  test("a closed payment cannot be paid any more, and a paid one stays paid", async () => {
    const open = await opened();
    const paid = await opened();
    await pay(paid.paymentId);

    for (const { paymentId } of [open, paid, open]) await bench().port.close(paymentId);
    await pay(open.paymentId).catch(() => undefined);

    expect(await typesOf(open.paymentId)).toEqual(["expired"]);
    expect(await typesOf(paid.paymentId)).toEqual(["paid"]);
  });

  test("a refund with the same key happens once", async () => {
    const { paymentId } = await opened();
    await pay(paymentId);

    const refunds = [];
    for (let count = 0; count < 3; count += 1) {
      refunds.push(await bench().port.refund(paymentId, money(4995, "GBP"), "refund:one"));
    }

    expect(refunds.every((refund) => refund.ok)).toBe(true);
    const events = await bench().port.find(paymentId);
    expect(events.filter((event) => event.type === "refunded").map((event) => event.amount.minor)).toEqual([
      4995,
    ]);
  });

  test("a refund is limited to the payment, and an unpaid payment has none", async () => {
    const unpaid = await opened();
    const paid = await opened();
    await pay(paid.paymentId);

    const answers = [
      await bench().port.refund(unpaid.paymentId, money(1, "GBP"), "refund:a"),
      await bench().port.refund(paid.paymentId, money(4996, "GBP"), "refund:b"),
    ];

    expect(answers).toMatchObject([{ ok: false }, { ok: false }]);
  });

  test("partial refunds add up to the payment, and the same key with another amount is refused", async () => {
    const { paymentId } = await opened();
    await pay(paymentId);
    const { port } = bench();

    const parts = await Promise.all([
      port.refund(paymentId, money(2000, "GBP"), "refund:1"),
      port.refund(paymentId, money(2995, "GBP"), "refund:2"),
    ]);
    const more = [
      await port.refund(paymentId, money(1000, "GBP"), "refund:1"),
      await port.refund(paymentId, money(1, "GBP"), "refund:3"),
    ];

    expect([...parts, ...more].map((answer) => answer.ok)).toEqual([true, true, false, false]);
    const back = (await port.find(paymentId)).filter((event) => event.type === "refunded");
    expect(back.map((event) => event.amount.minor).sort()).toEqual([2000, 2995]);
  });

  test("the provider's signed events report the same as the found ones", async () => {
    const { paymentId } = await opened();
    await pay(paymentId);
    await bench().port.refund(paymentId, money(1000, "GBP"), "refund:part");

    const found = await bench().port.find(paymentId);
    const events = await bench().events(paymentId, NOW);
    const reported = events.flatMap(({ body, headers }) => bench().port.readEvent(body, headers, NOW) ?? []);

    expect(found.map((event) => event.type)).toEqual(["paid", "refunded"]);
    for (const { eventId, type, amount } of found) {
      expect(reported).toContainEqual(expect.objectContaining({ eventId, type, amount }));
    }
  });

  test("an event with one changed byte, or without its signature, is refused", async () => {
    const { paymentId } = await opened();
    await pay(paymentId);
    const [event] = await bench().events(paymentId, NOW);
    if (!event) throw new Error("There is no event");
    const { body, headers } = event;
    const changed = body.map((byte, index) => (index === body.length - 2 ? byte ^ 1 : byte));

    expect(bench().port.readEvent(changed, headers, NOW)).toBeNull();
    expect(bench().port.readEvent(body, new Headers(), NOW)).toBeNull();
  });
}

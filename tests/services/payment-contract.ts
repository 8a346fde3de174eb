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
  const paid = async () => {
    const { paymentId } = await opened();
    await pay(paymentId);
    return paymentId;
  };
  const refundedAt = async (paymentId: string) => {
    const back = (await bench().port.find(paymentId)).filter(({ type }) => type === "refunded");
    return back.map(({ amount }) => amount.minor).sort();
  };
  const typesOf = async (paymentId: string) =>
    (await bench().port.find(paymentId)).map((event) => event.type);

  test("opening returns a page, the same for the same attempt and another for another, which has no events", async () => {
    const same = attempt();

    const answers = await Promise.all(Array.from({ length: 5 }, () => bench().port.open(same)));
    const other = await opened();

    const pages = answers.map((answer) => answer.ok && `${answer.value.paymentId} ${answer.value.url}`);
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).not.toContain(other.paymentId);
    expect(await typesOf(other.paymentId)).toEqual([]);
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

  test("the shopper's payment is found, with the requested amount, and the same again", async () => {
    const { deeds, port } = bench();
    for (const [type, deed] of Object.entries(deeds)) {
      const { paymentId } = await opened();

      await deed(paymentId);

      const found = await port.find(paymentId);
      expect(found).toMatchObject([{ type, paymentId, amount: { minor: 4995, currency: "GBP" } }]);
      expect(await port.find(paymentId)).toEqual(found);
    }
  });

  test("a closed payment cannot be paid any more, and a paid one stays paid", async () => {
    const { paymentId: open } = await opened();
    const settled = await paid();

    for (const paymentId of [open, settled, open]) await bench().port.close(paymentId);
    await pay(open).catch(() => undefined);

    expect(await typesOf(open)).toEqual(["expired"]);
    expect(await typesOf(settled)).toEqual(["paid"]);
  });

  test("a refund with the same key happens once", async () => {
    const paymentId = await paid();

    const refunds = [];
    for (let count = 0; count < 3; count += 1)
      refunds.push(await bench().port.refund(paymentId, money(4995, "GBP"), "refund:one"));

    expect(refunds.every((refund) => refund.ok)).toBe(true);
    expect(await refundedAt(paymentId)).toEqual([4995]);
  });

  test("a refund is limited to the payment, and an unpaid payment has none", async () => {
    const { port } = bench();

    const answers = [
      await port.refund((await opened()).paymentId, money(1, "GBP"), "refund:a"),
      await port.refund(await paid(), money(4996, "GBP"), "refund:b"),
    ];

    expect(answers).toMatchObject([{ ok: false }, { ok: false }]);
  });

  test("partial refunds add up to the payment, and the same key with another amount is refused", async () => {
    const paymentId = await paid();
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
    expect(await refundedAt(paymentId)).toEqual([2000, 2995]);
  });

  test("the provider's signed events report the same as the found ones", async () => {
    const paymentId = await paid();
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
    const paymentId = await paid();
    const [event] = await bench().events(paymentId, NOW);
    if (!event) throw new Error("There is no event");
    const { body, headers } = event;
    const changed = body.map((byte, index) => (index === body.length - 2 ? byte ^ 1 : byte));

    expect(bench().port.readEvent(changed, headers, NOW)).toBeNull();
    expect(bench().port.readEvent(body, new Headers(), NOW)).toBeNull();
  });
}

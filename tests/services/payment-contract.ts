/** What every payment provider must do, whoever it is: run this over each adapter. */
import { expect, test } from "vitest";

import { money } from "#app/models/money.ts";
import { newId } from "#app/models/new-id.server.ts";
import type { PaymentAttempt, PaymentFact, PaymentPort } from "#app/services/payment/payment-port.ts";

/** How a test plays the shopper and the network of one provider. */
type PaymentBench = Readonly<{
  port: PaymentPort;
  /** Does at the hosted page of `paymentId` what a shopper would. */
  pay: (paymentId: string) => Promise<void>;
  decline: (paymentId: string) => Promise<void>;
  payLater: (paymentId: string) => Promise<void>;
  cancel: (paymentId: string) => Promise<void>;
  /** The request by which the provider would tell the shop `fact` at `now`. */
  event: (fact: PaymentFact, now: Date) => Readonly<{ body: Uint8Array; headers: Headers }>;
}>;

const NOW = new Date();

export function attempt(changes: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return {
    attemptId: newId("attempt"),
    orderId: newId("order"),
    orderNumber: 12_345_678,
    amount: money(4995),
    email: "hannah@example.com",
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
  const typesOf = async (paymentId: string) => (await bench().port.find(paymentId)).map((fact) => fact.type);

  test("opening gives a page to go to, and the same one for the same attempt", async () => {
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

  test("a new payment has no facts, and an unknown one neither", async () => {
    const { paymentId } = await opened();

    expect(await typesOf(paymentId)).toEqual([]);
    expect(await typesOf("nothing_of_ours")).toEqual([]);
  });

  test("what the shopper does is found, with the amount that we asked for", async () => {
    const { pay, decline, payLater, cancel, port } = bench();
    const deeds = { paid: pay, declined: decline, processing: payLater, cancelled: cancel };
    for (const [type, deed] of Object.entries(deeds)) {
      const { paymentId } = await opened();

      await deed(paymentId);

      expect(await port.find(paymentId)).toMatchObject([
        { type, paymentId, amount: { minor: 4995, currency: "GBP" } },
      ]);
    }
  });

  test("the same fact keeps its event id, however often it is found", async () => {
    const { paymentId } = await opened();
    await bench().pay(paymentId);

    const first = await bench().port.find(paymentId);

    expect(await bench().port.find(paymentId)).toEqual(first);
  });

  test("a closed payment cannot be paid any more; a paid one stays paid", async () => {
    const open = await opened();
    const paid = await opened();
    await bench().pay(paid.paymentId);

    for (const { paymentId } of [open, paid, open]) await bench().port.close(paymentId);
    await bench()
      .pay(open.paymentId)
      .catch(() => undefined);

    expect(await typesOf(open.paymentId)).toEqual(["expired"]);
    expect(await typesOf(paid.paymentId)).toEqual(["paid"]);
  });

  test("a refund with the same key happens once", async () => {
    const { paymentId } = await opened();
    await bench().pay(paymentId);

    const refunds = [];
    for (let count = 0; count < 3; count += 1) {
      refunds.push(await bench().port.refund(paymentId, money(4995), "refund:one"));
    }

    expect(refunds.every((refund) => refund.ok)).toBe(true);
    const facts = await bench().port.find(paymentId);
    expect(facts.filter((fact) => fact.type === "refunded").map((fact) => fact.amount.minor)).toEqual([4995]);
  });

  test("more than was paid is never given back, and nothing of what was not paid", async () => {
    const unpaid = await opened();
    const paid = await opened();
    await bench().pay(paid.paymentId);

    const answers = [
      await bench().port.refund(unpaid.paymentId, money(1), "refund:a"),
      await bench().port.refund(paid.paymentId, money(4996), "refund:b"),
    ];

    expect(answers).toMatchObject([{ ok: false }, { ok: false }]);
  });

  test("an event that the provider signed is read as the fact it tells", async () => {
    const { paymentId } = await opened();
    await bench().pay(paymentId);
    const [fact] = await bench().port.find(paymentId);
    if (!fact) throw new Error("There is no fact");

    const { body, headers } = bench().event(fact, NOW);

    expect(bench().port.readEvent(body, headers, NOW)).toEqual(fact);
  });

  test("an event changed by one byte is not read", async () => {
    const { paymentId } = await opened();
    await bench().pay(paymentId);
    const [fact] = await bench().port.find(paymentId);
    if (!fact) throw new Error("There is no fact");
    const { body, headers } = bench().event(fact, NOW);
    const changed = body.map((byte, index) => (index === body.length - 2 ? byte ^ 1 : byte));

    expect(bench().port.readEvent(changed, headers, NOW)).toBeNull();
  });
}

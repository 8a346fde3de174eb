/** Refunds from before the payment provider's references were kept. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { up as bringRefundsUp } from "#app/db/migrations/20261129-1046-older-refunds.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { NOW } from "#tests/support/now.ts";
import { paidOrder, refundsAt } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const migrate = () => bringRefundsUp(db() as unknown as Migrating);

test("a refund of the test provider is not counted a second time, as one made on its pages", async () => {
  const { orderId, paymentId } = await paidOrder();
  const refund = { units: [1, 0], delivery: false };
  await requestRefund(orderId, {
    by: "owner",
    now: NOW,
    key: "k",
    refund,
    isRestocked: true,
    reason: "late",
  });
  const [sum] = await refundsAt(paymentId);
  await db().updateTable("payment_events").set({ reference: null, refund_key: null }).execute();

  await migrate();
  await settle(orderId, NOW);

  const rows = await db().selectFrom("refunds").select(["amount_minor", "actor"]).execute();
  expect(rows).toEqual([{ amount_minor: sum, actor: "owner" }]);
});

test.each(["waiting", "dead"] as const)(
  "a payment that was to go back by a job that is %s is a refund",
  async (status) => {
    const { orderId, paymentId, total } = await paidOrder();
    const key = `refund:${orderId}`;
    await enqueue({ key, kind: "order-refund", payload: { orderId } });
    await db().updateTable("jobs").set({ kind: "payment-refund", status }).where("key", "=", key).execute();

    await migrate();
    await migrate();

    const row = await db().selectFrom("refunds").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ amount_minor: total, status: status === "dead" ? "failed" : "queued" });
    await db().updateTable("jobs").set({ status: "waiting" }).where("kind", "=", "order-refund").execute();
    expect(await refundsAt(paymentId)).toEqual([total]);
  },
);

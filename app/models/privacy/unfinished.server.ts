import { db } from "#app/db/db.server.ts";
import { listOpenGiftLists } from "#app/models/gift-list/own-data.server.ts";
import { OPEN_ORDERS, OPEN_REFUNDS } from "#app/models/order/pseudonymise.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

const WHY: Readonly<Record<string, string>> = {
  "awaiting-payment": "has not been paid for yet",
  "payment-review": "has a payment that we are checking",
  disputed: "has a payment that your bank is looking into",
};

/** What is not finished when somebody leaves, as sentences for them: what the shop waits for, and what goes at once. */
export async function listUnfinished(customerId: CustomerId): Promise<ReadonlyArray<string>> {
  const ofCustomer = db().selectFrom("orders").where("customer_id", "=", customerId);
  const [orders, returns, refunds, lists] = await Promise.all([
    ofCustomer.select(["number", "status"]).where("status", "in", OPEN_ORDERS).orderBy("placed_at").execute(),
    ofCustomer
      .innerJoin("order_returns", "order_returns.order_id", "orders.id")
      .select("order_returns.number")
      .where("order_returns.status", "=", "requested")
      .orderBy("order_returns.number")
      .execute(),
    ofCustomer
      .innerJoin("refunds", "refunds.order_id", "orders.id")
      .select("orders.number")
      .distinct()
      .where("refunds.status", "in", OPEN_REFUNDS)
      .orderBy("orders.number")
      .execute(),
    listOpenGiftLists(customerId),
  ]);
  const waits = "We keep its name, email address and address until then.";
  return [
    ...orders.map(
      ({ number, status }) => `Order ${number} ${WHY[status] ?? "has not been delivered yet"}. ${waits}`,
    ),
    ...returns.map(({ number }) => `Return ${number} has not reached us yet. ${waits}`),
    ...refunds.map(({ number }) => `The refund of order ${number} has not been paid yet. ${waits}`),
    ...lists.map(
      ({ name }) =>
        `Your gift list “${name}” is open. We delete it with your account, and nobody can give from it any more.`,
    ),
  ];
}

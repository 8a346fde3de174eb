import { db } from "#app/db/db.server.ts";

import { type CreditNote, creditNotesOf } from "./credit-note.ts";
import { findVatRates } from "./customer-order.server.ts";
import type { FulfilmentHistory } from "./fulfilment.ts";
import type { Order } from "./order.ts";

/** In the order of their numbers. */
export async function findCreditNotes(
  order: Order,
  life: Pick<FulfilmentHistory, "lines" | "refunds">,
): Promise<ReadonlyArray<CreditNote>> {
  if (life.refunds.every(({ creditNote }) => creditNote === null)) return [];
  const [rates, rows] = await Promise.all([
    findVatRates(order.id),
    db()
      .selectFrom("refund_lines")
      .innerJoin("refunds", "refunds.id", "refund_id")
      .select(["refund_id", "order_line_id", "quantity", "refund_lines.amount_minor as minor"])
      .where("order_id", "=", order.id)
      .execute(),
  ]);
  const refunds = life.refunds.map((refund) => ({
    ...refund,
    lines: life.lines.map(({ id }) => {
      const row = rows.find(
        ({ refund_id, order_line_id }) => refund_id === refund.id && order_line_id === id,
      );
      return { units: row?.quantity ?? 0, minor: row?.minor ?? 0 };
    }),
  }));
  return creditNotesOf(order, rates, refunds);
}

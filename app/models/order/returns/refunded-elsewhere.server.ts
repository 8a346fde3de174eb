/** Units of an open return that were refunded without it, such as on the refund page, after it was requested. */
import { db } from "#app/db/db.server.ts";

type OpenReturn = Readonly<{ id: string; order_id: string; requested_at: string }>;

export type Elsewhere = Readonly<{
  refunded: number;
  /** Of them, those that the refund has put back in stock. */
  restocked: number;
}>;

const NONE: Elsewhere = { refunded: 0, restocked: 0 };

/** By the id of the order's line. What other returns have brought back without money counts for these. */
export async function refundedElsewhere(open: OpenReturn): Promise<ReadonlyMap<string, Elsewhere>> {
  const [refunds, others] = [await refundsWithoutReturn(open), await unpaidReturns(open)];
  const lines = [...new Set(refunds.map(({ order_line_id: id }) => id))];
  return new Map(
    lines.map((line) => {
      const isOfLine = (one: Readonly<{ order_line_id: string }>) => one.order_line_id === line;
      return [line, ofLine(open, refunds.filter(isOfLine), others.filter(isOfLine))];
    }),
  );
}

type Refunded = Awaited<ReturnType<typeof refundsWithoutReturn>>[number];
type Other = Awaited<ReturnType<typeof unpaidReturns>>[number];

/** The oldest refund belongs to the return that came first. */
function ofLine(open: OpenReturn, refunds: ReadonlyArray<Refunded>, all: ReadonlyArray<Other>): Elsewhere {
  const others = all.filter((other) => refunds.some((refund) => isDuring(refund, other)));
  let taken = others.reduce((sum, { quantity, paid }) => sum + Math.max(0, quantity - Number(paid ?? 0)), 0);
  let found = NONE;
  for (const refund of refunds) {
    const units = refund.quantity - refund.unshipped_quantity;
    if (refund.created_at > open.requested_at) {
      const own = Math.max(0, units - taken);
      found = {
        refunded: found.refunded + own,
        restocked: found.restocked + (refund.is_restocked === 1 ? own : 0),
      };
      taken = Math.max(0, taken - units);
    } else if (others.some((other) => isDuring(refund, other))) taken = Math.max(0, taken - units);
  }
  return found;
}

function isDuring({ created_at: at }: Refunded, { requested_at: from, received_at: to }: Other): boolean {
  return at > from && (to === null || at <= to);
}

function refundsWithoutReturn({ order_id: orderId }: OpenReturn) {
  return db()
    .selectFrom("refund_lines")
    .innerJoin("refunds", "refunds.id", "refund_lines.refund_id")
    .select(["order_line_id", "quantity", "unshipped_quantity", "is_restocked", "created_at"])
    .where("refunds.order_id", "=", orderId)
    .whereRef("quantity", ">", "unshipped_quantity")
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("order_returns")
            .select("order_returns.id")
            .whereRef("order_returns.refund_id", "=", "refunds.id"),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("refunds.id")
    .execute();
}

/** With the units that their own refund paid; those that were paid as credit are left out. */
function unpaidReturns({ id, order_id: orderId }: OpenReturn) {
  return db()
    .selectFrom("order_return_lines")
    .innerJoin("order_returns", "order_returns.id", "order_return_lines.return_id")
    .select(["order_line_id", "quantity", "requested_at", "received_at"])
    .select((row) =>
      row
        .selectFrom("refund_lines")
        .select(({ fn }) => fn.sum<number | string | null>("refund_lines.quantity").as("units"))
        .whereRef("refund_lines.refund_id", "=", "order_returns.refund_id")
        .whereRef("refund_lines.order_line_id", "=", "order_return_lines.order_line_id")
        .as("paid"),
    )
    .where("order_returns.order_id", "=", orderId)
    .where("order_returns.id", "<>", id)
    .where("status", "=", "received")
    .where("credit_minor", "=", 0)
    .execute();
}

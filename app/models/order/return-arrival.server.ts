/** Noting that a parcel has come refunds nothing. */
import { db, transact } from "#app/db/db.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type Beside, withBeside } from "./invariants/checked-transaction.server.ts";
import { refundDay } from "./return.ts";

export type ReturnArrival = Readonly<{
  number: string;
  orderNumber: number;
  /** The last day for the refund: "2026-11-30"; null once the arrival was taken back. */
  refundBy: string | null;
  isChanged: boolean;
}>;

export type ArrivalRefusal = "return-not-found" | "order-state-conflict";

type Noted = Readonly<{
  /** Empty for the shop's own commands. */
  by: string;
  now: Date;
}>;

/** Sets the day until which it is refunded. `beside` runs in the same transaction. Refused once it is accepted. */
export async function noteReturnArrival<Other extends string = never>(
  number: string,
  { by, now }: Noted,
  beside?: Beside<ReturnArrival, Other>,
): Promise<Result<ReturnArrival, ArrivalRefusal | Other>> {
  const store = await findStore();
  return changeArrival(number, beside, (row) => {
    if (row.arrived_at !== null) return null;
    const open = { requestedAt: row.requested_at, isWithdrawal: row.legal_basis !== null };
    return { arrived_at: now.toISOString(), arrived_by: by, refund_by: refundDay(open, store, now) };
  });
}

export function takeBackReturnArrival<Other extends string = never>(
  number: string,
  beside?: Beside<ReturnArrival, Other>,
): Promise<Result<ReturnArrival, ArrivalRefusal | Other>> {
  return changeArrival(number, beside, (row) =>
    row.arrived_at === null ? null : { arrived_at: null, arrived_by: "", refund_by: null },
  );
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;
type Values = Readonly<{ arrived_at: string | null; arrived_by: string; refund_by: string | null }>;

/** `valuesOf`: what the row becomes, or null where it stays. */
function changeArrival<Other extends string>(
  number: string,
  beside: Beside<ReturnArrival, Other> | undefined,
  valuesOf: (row: Row) => Values | null,
): Promise<Result<ReturnArrival, ArrivalRefusal | Other>> {
  return transact<Result<ReturnArrival, ArrivalRefusal | Other>>(async () => {
    const row = await findRow(number);
    if (!row) return refused("return-not-found");
    if (row.status !== "requested") return refused("order-state-conflict");
    const values = valuesOf(row);
    const { orderNumber } = row;
    if (!values) return ok({ number, orderNumber, refundBy: row.refund_by, isChanged: false });
    // Another process may have changed it since it was read.
    const changed = await db()
      .updateTable("order_returns")
      .set(values)
      .where("id", "=", row.id)
      .where("status", "=", "requested")
      .where("arrived_at", row.arrived_at === null ? "is" : "=", row.arrived_at)
      .executeTakeFirst();
    if (Number(changed.numUpdatedRows) === 0) return refused("order-state-conflict");
    return withBeside(ok({ number, orderNumber, refundBy: values.refund_by, isChanged: true }), beside);
  });
}

function findRow(number: string) {
  return db()
    .selectFrom("order_returns")
    .innerJoin("orders", "orders.id", "order_returns.order_id")
    .select(["order_returns.id", "order_returns.status", "requested_at", "legal_basis"])
    .select(["arrived_at", "refund_by", "orders.number as orderNumber"])
    .where("order_returns.number", "=", number)
    .executeTakeFirst();
}

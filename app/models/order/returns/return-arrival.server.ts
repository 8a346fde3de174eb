/** Noting that a parcel has come refunds nothing. */
import { db, transact } from "#app/db/db.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type Beside, withBeside } from "#app/models/order/invariants/checked-transaction.server.ts";
import { lockReturn, type StoredReturn } from "./return-rows.server.ts";
import { refundDay } from "./return.ts";

export type ReturnArrival = Readonly<{
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

/** `shown`: the arrival that the page had, ISO 8601; another one is refused. Null: whichever it is. */
export function takeBackReturnArrival<Other extends string = never>(
  number: string,
  shown: string | null,
  beside?: Beside<ReturnArrival, Other>,
): Promise<Result<ReturnArrival, ArrivalRefusal | Other>> {
  return changeArrival(number, beside, (row) => {
    if (row.arrived_at === null) return null;
    if (shown !== null && row.arrived_at !== shown) return "other";
    return { arrived_at: null, arrived_by: "", refund_by: null };
  });
}

type Values = Readonly<{ arrived_at: string | null; arrived_by: string; refund_by: string | null }>;

/** `valuesOf`: what the row becomes; null where it stays, "other" where it is not as the page had it. */
function changeArrival<Other extends string>(
  number: string,
  beside: Beside<ReturnArrival, Other> | undefined,
  valuesOf: (row: StoredReturn) => Values | "other" | null,
): Promise<Result<ReturnArrival, ArrivalRefusal | Other>> {
  return transact<Result<ReturnArrival, ArrivalRefusal | Other>>(async () => {
    const { row } = (await lockReturn(number)) ?? {};
    if (!row) return refused("return-not-found");
    if (row.status !== "requested") return refused("order-state-conflict");
    const values = valuesOf(row);
    if (values === "other") return refused("order-state-conflict");
    if (!values) return ok({ refundBy: row.refund_by, isChanged: false });
    await db().updateTable("order_returns").set(values).where("id", "=", row.id).execute();
    return withBeside(ok({ refundBy: values.refund_by, isChanged: true }), beside);
  });
}

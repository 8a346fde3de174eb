import { db } from "#app/db/db.server.ts";
import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { money } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type ListedCoupon, listedOf } from "./admin-coupons.server.ts";

export const COUPON_COLUMNS = [
  ...["code", "name", "status", "type", "per cent", "amount off", "orders from", "currency"],
  ...["starts", "ends", "most uses", "used", "made by"],
] as const;

export async function* exportCoupons(now: Date): AsyncGenerator<ReadonlyArray<ExportRow>> {
  const { currencies, currency } = await findStore();
  for (let last = -1; ;) {
    const rows = await db()
      .selectFrom("coupons")
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(EXPORT_BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => rowOf(listedOf(row, now), currencies[0] ?? currency));
    last = rows.at(-1)?.id ?? last;
  }
}

function rowOf(coupon: ListedCoupon, main: string): ExportRow {
  const { type, amount, minimumSpendMinor, onlyIn } = coupon;
  const currency = onlyIn ?? main;
  const hasAmount = type === "fixed" || minimumSpendMinor !== null;
  return {
    code: coupon.code,
    name: coupon.name,
    status: coupon.standing,
    type: type.replace("_", " "),
    "per cent": type === "percentage" ? amount : "",
    "amount off": amountText(type === "fixed" ? money(amount, currency) : null),
    "orders from": amountText(minimumSpendMinor === null ? null : money(minimumSpendMinor, currency)),
    currency: hasAmount ? currency : "",
    starts: coupon.startsAt,
    ends: coupon.endsAt ?? "",
    "most uses": coupon.maxUses ?? "",
    used: coupon.used,
    "made by": coupon.madeBy,
  };
}

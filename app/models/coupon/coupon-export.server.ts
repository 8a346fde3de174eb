import { db } from "#app/db/db.server.ts";
import { amountText, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { money } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { couponStanding, type OwnerCoupon, readCoupons } from "./admin-coupons.server.ts";
import { worthText } from "./coupon-terms.ts";

export const COUPON_COLUMNS = [
  ...["code", "name", "status", "type", "per cent", "amount off", "orders from", "currency"],
  ...["starts", "ends", "most uses", "used", "made by"],
] as const;

export async function* exportCoupons(now: Date): AsyncGenerator<ReadonlyArray<ExportRow>> {
  const { currencies, currency, locale } = await findStore();
  for (let last = -1; ;) {
    const rows = await db()
      .selectFrom("coupons")
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(EXPORT_BATCH)
      .execute();
    if (rows.length === 0) return;
    const coupons = await readCoupons(rows);
    yield coupons.map((coupon) => rowOf(coupon, { main: currencies[0] ?? currency, locale, now }));
    last = rows.at(-1)?.id ?? last;
  }
}

type Exporting = Readonly<{ main: string; locale: string; now: Date }>;

function rowOf(coupon: OwnerCoupon, { main, locale, now }: Exporting): ExportRow {
  const { type, amount, minimumSpend, onlyIn } = coupon;
  const currency = onlyIn ?? main;
  const hasAmount = type === "fixed" || minimumSpend !== null;
  return {
    code: coupon.code,
    name: coupon.name || worthText(coupon, { currency, locale }),
    status: couponStanding(coupon, now),
    type: type.replace("_", " "),
    "per cent": type === "percentage" ? amount : "",
    "amount off": amountText(type === "fixed" ? money(amount, currency) : null),
    "orders from": amountText(minimumSpend === null ? null : money(minimumSpend, currency)),
    currency: hasAmount ? currency : "",
    starts: coupon.startsAt,
    ends: coupon.endsAt ?? "",
    "most uses": coupon.maxUses ?? "",
    used: coupon.used,
    "made by": coupon.madeBy,
  };
}

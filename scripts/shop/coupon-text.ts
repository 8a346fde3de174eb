/** Coupons as the owner reads them. */
import type { ListedCoupon } from "#app/models/promotion/admin-coupons.server.ts";
import { worthText } from "#app/models/promotion/coupon-rules.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";

import { columns } from "./command.ts";

const HEADINGS = ["CODE", "NOW", "WORTH", "FROM", "USED", "UNTIL", "NAME"];

/** A table, one coupon a line. */
export function couponTable(
  coupons: ReadonlyArray<ListedCoupon>,
  place: Readonly<{ locale: string; timeZone: string }>,
): string {
  if (coupons.length === 0) return "There are no discount codes.";
  return columns(
    HEADINGS,
    coupons.map((coupon) => cells(coupon, place)),
  );
}

function cells(coupon: ListedCoupon, { locale, timeZone }: Readonly<{ locale: string; timeZone: string }>) {
  const { code, standing, minimumSpendMinor, used, maxUses, endsAt, name } = coupon;
  // It works up to, but not at, that moment: the day before is its last.
  const last = endsAt === null ? null : new Date(Date.parse(endsAt) - 1);
  const until = last && new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(last);
  return [
    code,
    standing,
    worthText(coupon),
    minimumSpendMinor ? formatMoney(money(minimumSpendMinor)) : "-",
    maxUses === null ? String(used) : `${used} of ${maxUses}`,
    until ?? "-",
    name,
  ];
}

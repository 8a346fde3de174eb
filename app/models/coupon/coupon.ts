import { pastedCode } from "#app/models/shared/text.ts";
import { currencyName } from "#app/models/shared/currency-name.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { formatMoney, type Money, money, shareOfMoney, splitMoney } from "#app/models/shared/money.ts";
import { ok, refused, type Refusal, type Result } from "#app/models/shared/result.ts";
import type { FreeMethods } from "#app/models/shipping/shipping.ts";

export type CouponType = "percentage" | "fixed" | "free_delivery";

export type CouponStanding = "works" | "not yet" | "ended" | "used up" | "disabled";

export type Coupon = Readonly<{
  id: number;
  /** In capitals (requirement coupon-1). */
  code: string;
  name: string;
  type: CouponType;
  /** Percentage points, minor units, or 0 for free delivery. */
  amount: number;
  minimumSpend: Money | null;
  /** The currency of its amounts, where it has none in the shopper's. */
  onlyIn: Currency | null;
  locale: string;
  minimumAppliesTo: "all" | "matching_items";
  /** ISO 8601, UTC; the end is not included. */
  startsAt: string;
  endsAt: string | null;
  isEnabled: boolean;
  maxUses: number | null;
  used: number;
  /** With the categories below them; null: all. */
  categoryIds: ReadonlySet<number> | null;
  productIds: ReadonlySet<number> | null;
  deliveryMethods: ReadonlyArray<string> | null;
  excludesSaleItems: boolean;
  isOncePerCustomer: boolean;
  isFirstOrderOnly: boolean;
  message: string;
}>;

export type CouponHistory = Readonly<{
  isUsedUp: boolean;
  /** When a payment page elsewhere that holds a use ends, as shoppers read it; null: none does, or it is used for good. */
  inUseUntil: string | null;
  isUsedByPerson: boolean;
  /** As `inUseUntil`, where the person's only uses are held by payment pages. */
  inUseByPersonUntil: string | null;
  hasOrdered: boolean;
}>;

/** `total` is unit price × quantity. */
export type CouponLine = Readonly<{
  productId: number;
  categoryIds: ReadonlyArray<number>;
  isOnSale: boolean;
  total: Money;
}>;

export type CouponCode =
  | "coupon-unknown"
  | "coupon-not-yet"
  | "coupon-ended"
  | "coupon-used-up"
  | "coupon-in-use"
  | "coupon-used-by-you"
  | "coupon-first-order"
  | "coupon-no-match"
  | "coupon-currency"
  | "coupon-minimum";

export type AppliedCoupon = Readonly<{
  discounts: ReadonlyArray<Money>;
  freeMethods: FreeMethods;
}>;

export type EvaluatedCoupon = AppliedCoupon & Pick<Coupon, "id" | "code" | "message" | "isOncePerCustomer">;

export type CouponState = Readonly<{ code: string; works: boolean; text: string }>;

/** Trimmed, without invisible characters, in capitals; null if it cannot be a code. */
export function couponCode(typed: string): string | null {
  const code = pastedCode(typed);
  return /^[A-Z0-9-]{3,40}$/.test(code) ? code : null;
}

type Basket = Readonly<{ lines: ReadonlyArray<CouponLine>; history: CouponHistory; now: Date }>;

export function couponDiscount(coupon: Coupon, basket: Basket): Result<AppliedCoupon, CouponCode> {
  const refusal = refusalInTime(coupon, basket) ?? refusalOfLines(coupon, basket.lines);
  if (refusal) return refusal;
  return ok({
    discounts: discountsOf(coupon, basket.lines),
    freeMethods: coupon.type === "free_delivery" ? (coupon.deliveryMethods ?? "all") : [],
  });
}

function refusalInTime(coupon: Coupon, { history, now }: Basket): Refusal<CouponCode> | null {
  const at = now.toISOString();
  if (!coupon.isEnabled) return refused("coupon-unknown");
  if (at < coupon.startsAt) return refused("coupon-not-yet", { startsAt: coupon.startsAt });
  if (coupon.endsAt !== null && at >= coupon.endsAt)
    return refused("coupon-ended", { endsAt: coupon.endsAt });
  if (history.isUsedUp && history.inUseUntil !== null)
    return refused("coupon-in-use", { until: history.inUseUntil });
  if (history.isUsedUp) return refused("coupon-used-up");
  return refusalOfPerson(coupon, history);
}

export function useByPerson({
  inUseByPersonUntil: until,
}: Pick<CouponHistory, "inUseByPersonUntil">): Refusal<"coupon-in-use" | "coupon-used-by-you"> {
  return until === null ? refused("coupon-used-by-you") : refused("coupon-in-use", { until });
}

/** A customer who used a coupon for a first order has placed it, under any name. */
function refusalOfPerson(coupon: Coupon, history: CouponHistory): Refusal<CouponCode> | null {
  if (coupon.isOncePerCustomer && history.isUsedByPerson) return useByPerson(history);
  const isLater = history.hasOrdered || history.isUsedByPerson;
  return coupon.isFirstOrderOnly && isLater ? refused("coupon-first-order") : null;
}

function refusalOfLines(coupon: Coupon, lines: ReadonlyArray<CouponLine>): Refusal<CouponCode> | null {
  const matching = lines.filter((line) => matches(coupon, line));
  if (coupon.onlyIn !== null) return refused("coupon-currency", { currency: currencyName(coupon.onlyIn) });
  if (matching.length === 0) return refused("coupon-no-match", { name: coupon.name });
  const counted = coupon.minimumAppliesTo === "all" ? lines : matching;
  const spent = sum(counted);
  const { minimumSpend } = coupon;
  if (minimumSpend === null || spent >= minimumSpend.minor) return null;
  return refused("coupon-minimum", {
    minimum: formatMoney(minimumSpend, coupon.locale),
    missing: formatMoney(money(minimumSpend.minor - spent, minimumSpend.currency), coupon.locale),
  });
}

/** They add up to the coupon's worth, and none exceeds its line. */
function discountsOf(coupon: Coupon, lines: ReadonlyArray<CouponLine>): ReadonlyArray<Money> {
  const weights = lines.map((line) => (matches(coupon, line) ? line.total.minor : 0));
  const [first] = lines;
  if (!first) return [];
  const items = money(
    weights.reduce((total, weight) => total + weight, 0),
    first.total.currency,
  );
  return splitMoney(worthOf(coupon, items), weights);
}

/** At most all of it; a percentage is rounded half up, once. */
function worthOf(coupon: Coupon, items: Money): Money {
  switch (coupon.type) {
    case "percentage":
      return shareOfMoney(items, coupon.amount, 100);
    case "fixed":
      return money(Math.min(coupon.amount, items.minor), items.currency);
    case "free_delivery":
      return money(0, items.currency);
  }
}

function matches(coupon: Coupon, line: CouponLine): boolean {
  if (coupon.excludesSaleItems && line.isOnSale) return false;
  if (coupon.productIds && !coupon.productIds.has(line.productId)) return false;
  const { categoryIds } = coupon;
  return categoryIds === null || line.categoryIds.some((id) => categoryIds.has(id));
}

function sum(lines: ReadonlyArray<CouponLine>): number {
  return lines.reduce((total, line) => total + line.total.minor, 0);
}

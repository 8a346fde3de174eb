import type { CouponStanding } from "#app/models/promotion/coupon.ts";

type CouponView = Readonly<{ key: string; title: string; standings: ReadonlyArray<CouponStanding> }>;

export const COUPON_VIEWS = [
  { key: "active", title: "Active", standings: ["works"] },
  { key: "planned", title: "Planned", standings: ["not yet"] },
  { key: "ended", title: "Ended", standings: ["ended", "used up"] },
  { key: "off", title: "Switched off", standings: ["disabled"] },
] as const satisfies ReadonlyArray<CouponView>;

export function couponView(key: string | null): CouponView {
  return COUPON_VIEWS.find((view) => view.key === key) ?? COUPON_VIEWS[0];
}

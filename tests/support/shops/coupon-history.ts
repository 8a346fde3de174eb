import type { CouponHistory } from "#app/models/coupon/coupon.ts";

/** Of a coupon that nobody has used or holds. */
export const NO_HISTORY: CouponHistory = {
  isUsedUp: false,
  inUseUntil: null,
  isUsedByPerson: false,
  inUseByPersonUntil: null,
  hasOrdered: false,
};

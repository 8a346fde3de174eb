import type { CouponTerms } from "#app/models/coupon/coupon-terms.ts";

/** A discount code with these terms, and no others. */
export function couponTerms(terms: Partial<CouponTerms> & Pick<CouponTerms, "code">): CouponTerms {
  const { percent = null, amountOff = null } = terms;
  return {
    type: percent === null ? (amountOff === null ? "free_delivery" : "fixed") : "percentage",
    ...{ percent, amountOff, otherAmounts: {}, minimumSpend: null, otherMinimums: {} },
    ...{ isMinimumOnMatching: false, firstDay: null, lastDay: null, maxUses: null },
    ...{ isOncePerCustomer: false, isFirstOrderOnly: false, excludesSaleItems: false },
    ...{ categories: [], products: [], deliveryMethods: [], name: "", message: "" },
    ...terms,
  };
}

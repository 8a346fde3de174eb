export const COUPON_ERRORS = {
  "coupon-code-taken": { status: 409, message: "There is already a discount code {code}" },
  "coupon-terms": { status: 422, message: "{problem}" },
} as const;

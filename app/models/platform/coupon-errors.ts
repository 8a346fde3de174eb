export const COUPON_ERRORS = {
  "coupon-code-taken": { status: 409, message: "There is already a discount code {code}" },
  "coupon-not-own": {
    status: 409,
    message:
      "A code of the catalogue’s file, or of a credit, cannot be changed here. Switch it off, and make another",
  },
  "coupon-terms": { status: 422, message: "{problem}" },
} as const;

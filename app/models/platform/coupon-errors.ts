export const COUPON_ERRORS = {
  "coupon-code-taken": { status: 409, message: "There is already a discount code {code}" },
  "coupon-draft-taken": { status: 409, message: "There is already a draft of the discount code {code}" },
  "coupon-draft-changed": {
    status: 409,
    message:
      "Somebody else has changed this draft meanwhile, and nothing was done. Do it again to replace theirs by what you see",
  },
  "coupon-draft-gone": {
    status: 409,
    message: "There is no draft of the discount code {code} any more: it was published or discarded",
  },
  "coupon-terms": { status: 422, message: "{problem}" },
} as const;

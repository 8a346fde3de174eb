import { errorsWith } from "./errors-with.ts";

export const COUPON_ERRORS = {
  ...errorsWith(409, {
    "coupon-code-taken": "There is already a discount code {code}",
    "coupon-not-own":
      "A code of the catalogue’s file, or of a credit, cannot be changed here. Switch it off, and make another",
  }),
  ...errorsWith(422, {
    "coupon-terms": "{problem}",
  }),
};

import { z } from "zod";

import type { TypedTerms } from "#app/models/promotion/coupon-form.ts";

const text = z.string().max(300).default("");
const targets = z.string().max(2_000).default("");

export const COUPON_FIELDS = {
  code: text,
  kind: z.enum(["percent", "fixed", "free-delivery"], { message: "Choose what it takes off" }),
  worth: text,
  "fixed-in": text,
  minimum: text,
  "minimum-in": text,
  starts: text,
  ends: text,
  categories: targets,
  products: targets,
  "max-uses": text,
  name: text,
  "once-per-customer": text,
  "first-order": text,
  "not-on-sale-items": text,
} as const;

type CouponFields = Readonly<z.infer<z.ZodObject<typeof COUPON_FIELDS>>>;

/** As the options of `coupons create`. */
export function typedTerms({ code, kind, worth, ...fields }: CouponFields): TypedTerms {
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== "");
  const options = filled.map(([name, value]) => [name, TICKS.includes(name) ? "" : value]);
  return {
    ...(Object.fromEntries(options) as TypedTerms),
    code,
    [kind]: kind === "free-delivery" ? "" : worth,
  };
}

const TICKS = ["once-per-customer", "first-order", "not-on-sale-items"];

/** Problems such as "--minimum: must be more than 0", by the field that they are about. */
export function couponErrors(problems: ReadonlyArray<string>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const problem of problems) {
    const [, option = "", words = ""] = /^(?:--)?([\w -]+?): (.*)$/s.exec(problem) ?? ["", "form", problem];
    const field = FIELD_OF[option] ?? option;
    errors[field] ??= words.charAt(0).toUpperCase() + words.slice(1);
  }
  return errors;
}

const FIELD_OF: Readonly<Record<string, string>> = { "the code": "code", percent: "worth", fixed: "worth" };

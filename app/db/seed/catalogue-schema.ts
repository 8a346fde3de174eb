import { z } from "zod";

import type { Currency } from "#app/models/shared/currency.ts";
import { priceSchema } from "#app/models/shared/decimal.ts";

import { rowCurrencySchema } from "#app/models/store/settings.ts";
import { daysAgo, daysAhead, id, path, image, slug, text, whole } from "./schema-parts.ts";

export const brandSchema = z.object({
  id,
  slug,
  name: text,
  country: text,
  materials: z.array(text),
  image: image,
  story: text,
  manufacturer_address: text,
  page_title: text,
  meta_description: text,
});

export const categorySchema = z.object({
  id,
  slug,
  path,
  name: text,
  parent_id: id.nullable(),
  parent: path.nullable(),
  description: text,
  image: image.nullable(),
  sort_order: whole,
  default_product_sort: z
    .enum(["featured", "newest", "price_asc", "price_desc", "rating", "name", "age_asc", "weight_asc"])
    .transform((sort) => sort.replace("_", "-")),
  page_title: text,
  meta_description: text,
  search_keywords: z.string(),
  age_band_months: z.object({ min: whole, max: whole.nullable() }).nullable(),
  is_visible: z.boolean(),
});

export const reviewSchema = z.object({
  id,
  product: slug,
  rating: z.number().int("must be a whole number").min(1, "must be 1 to 5").max(5, "must be 1 to 5"),
  title: text,
  text,
  author: text,
  days_ago: daysAgo,
  verified: z.boolean(),
  helpful_count: whole,
  shop_reply: text.nullable(),
});

/** A coupon whose amounts are in `currency`. Its amount is percentage points, minor units, or 0 for free delivery. */
export function couponSchema(currency: Currency) {
  const price = priceSchema(currency);
  return z
    .object({
      id,
      code: z.string().regex(/^[A-Z0-9-]{3,40}$/, "must be 3 to 40 capital letters, digits or hyphens"),
      name: text,
      type: z.enum(["percentage", "fixed", "free_delivery"]),
      amount: z.number().min(0, "must not be below 0"),
      minimum_spend: price.nullable(),
      currency: rowCurrencySchema(currency).optional(),
      starts_days_ago: daysAhead,
      ends_in_days: daysAhead.nullable(),
      single_use_per_customer: z.boolean(),
      first_order_only: z.boolean(),
      max_uses: whole.nullable(),
      categories: z.array(path),
      excludes_sale_items: z.boolean(),
      enabled: z.boolean(),
      message_ok: text,
      delivery_methods: z.array(text).optional(),
      minimum_applies_to: text.optional(),
    })
    .superRefine(({ type, amount }, context) => {
      if (type === "percentage" && (!Number.isInteger(amount) || amount < 1 || amount > 100)) {
        context.addIssue({ code: "custom", path: ["amount"], message: "must be 1 to 100 per cent" });
      }
      const read = type === "fixed" ? price.safeParse(amount) : null;
      for (const { message } of read?.error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["amount"], message });
    })
    .transform(({ amount, ...coupon }) => ({
      ...coupon,
      amount: amountOf({ type: coupon.type, amount }, price),
    }));
}

function amountOf(
  { type, amount }: Readonly<{ type: string; amount: number }>,
  price: ReturnType<typeof priceSchema>,
): number {
  if (type === "free_delivery") return 0;
  return type === "fixed" ? (price.safeParse(amount).data ?? 0) : amount;
}

export const synonymsSchema = z.object({
  groups: z.array(z.array(text).min(2, "must hold two words")),
  one_way: z.array(z.object({ from: z.array(text).min(1), to: z.array(text).min(1) })),
  misspellings: z.record(text, text),
  stop_words: z.array(text),
});

export type BrandRow = z.infer<typeof brandSchema>;
export type CategoryRow = z.infer<typeof categorySchema>;
export type ReviewRow = z.infer<typeof reviewSchema>;
export type CouponRow = z.infer<ReturnType<typeof couponSchema>>;

import { z } from "zod";

import { isSlug } from "#app/models/shared/slug.ts";

export const text = z.string().trim().min(1, "must not be empty");
export const id = z.number().int("must be a whole number").positive("must be above 0");
export const whole = z.number().int("must be a whole number").min(0, "must not be below 0");
export const slug = z.string().refine(isSlug, "must be small letters, digits and single hyphens");
export const path = z
  .string()
  .refine((value) => value.split("/").every(isSlug), "must be slugs with / between them");
export const image = z
  .string()
  .regex(
    /^[a-z0-9-]+(\/[a-z0-9-]+)*\.(jpg|jpeg|png|webp|avif)$/,
    "must be an image such as products/cot-1.jpg",
  );
export const daysAgo = z
  .number()
  .int("must be a whole number of days")
  .min(0, "must not be below 0")
  .max(36_500);
/** Days from now; below 0 is past. */
export const daysAhead = z.number().int("must be a whole number of days").min(-36_500).max(36_500);

import { z } from "zod";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { textSchema, lineSchema } from "#app/models/shared/text-field.ts";

import { RATING_MAX, REVIEW_AUTHOR_MAX, REVIEW_BODY_MAX, REVIEW_TITLE_MAX } from "./review.ts";

const REVIEW_BODY_MIN = 10;

const needed = (maximum: number, message: string) =>
  lineSchema(maximum).refine((text) => text.length > 0, { message });

const fields = {
  rating: z
    .string()
    .default("")
    .refine((text) => /^[1-9]$/.test(text) && Number(text) <= RATING_MAX, "Choose from 1 to 5 stars")
    .transform(Number),
  title: needed(REVIEW_TITLE_MAX, "Enter a title, such as “Sturdy and quiet”"),
  body: textSchema(REVIEW_BODY_MAX)
    .transform((text) => text ?? "")
    .refine((text) => text.length >= REVIEW_BODY_MIN, `Write at least ${REVIEW_BODY_MIN} characters`),
  author: needed(REVIEW_AUTHOR_MAX, "Enter a name to show, such as Hannah O"),
};

export const customerReviewSchema = z.object(fields);
export const guestReviewSchema = z.object({ ...fields, email: emailSchema });

export type ReviewWords = z.output<typeof customerReviewSchema>;

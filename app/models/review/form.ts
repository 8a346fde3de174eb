/** A review as somebody types it, and what is wrong with it. */
import { z } from "zod";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { textSchema, lineSchema } from "#app/models/shared/text-field.ts";

import { RATING_MAX } from "./review.ts";

/** Most characters of each field, and fewest of the text. */
export const REVIEW_TITLE_MAX = 100;
export const REVIEW_BODY_MAX = 3_000;
const REVIEW_BODY_MIN = 10;
export const REVIEW_AUTHOR_MAX = 60;

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
    .refine(
      (text) => text.length >= REVIEW_BODY_MIN,
      `Write at least ${REVIEW_BODY_MIN} characters about it`,
    ),
  author: needed(REVIEW_AUTHOR_MAX, "Enter the name to show, such as Hannah O"),
};

/** From a customer, whose e-mail address we know. */
export const customerReviewSchema = z.object(fields);
/** From a guest. */
export const guestReviewSchema = z.object({ ...fields, email: emailSchema });

export type ReviewWords = z.output<typeof customerReviewSchema>;

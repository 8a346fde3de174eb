/** The forms by which gifts come to a list and change there. */
import { z } from "zod";

import { isGiftListId } from "#app/models/shared/ids.ts";
import { textSchema } from "#app/models/shared/text-field.ts";
import { hasWebAddress } from "#app/models/shared/web-address.ts";

import { GIFT_NOTE_MAX, GIFT_QUANTITY_MAX, THANKS_MAX } from "./gift-list.ts";

const NUMBER = new RegExp(`^(?:[1-9]|1\\d|${GIFT_QUANTITY_MAX})$`);

export const giftQuantitySchema = z
  .string()
  .default("1")
  .transform((text) => text.trim())
  .refine((text) => NUMBER.test(text), `Choose a number from 1 to ${GIFT_QUANTITY_MAX}`)
  .transform(Number);

const note = textSchema(GIFT_NOTE_MAX).refine(
  (text) => text === null || !hasWebAddress(text),
  "Leave web addresses out of the note",
);

const variantIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** The choice that means a list still to be made. */
export const NEW_LIST = "new";

export const addGiftSchema = z.object({
  variant: variantIdSchema,
  quantity: giftQuantitySchema,
  note,
  any_colour: z.string().optional(),
  /** Missing in the form of a product page. */
  list: z
    .string()
    .refine((text) => text === NEW_LIST || isGiftListId(text), "Choose a list")
    .optional(),
  /** The line of the basket from which it comes. */
  line: z.string().max(60).optional(),
});

export const changeGiftSchema = z.object({
  /** Missing for a product without options. */
  variant: variantIdSchema.optional(),
  quantity: giftQuantitySchema,
  note,
  any_colour: z.string().optional(),
  most_needed: z.string().optional(),
});

export const thanksWordsSchema = textSchema(THANKS_MAX)
  .refine((text) => text === null || !hasWebAddress(text), "Leave web addresses out of your thank-you")
  .transform((text) => text ?? "")
  .refine((text) => text !== "", "Write your thank-you");

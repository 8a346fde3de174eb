import { z } from "zod";

import { PERSONALISATION_TYPED_MAX } from "#app/models/catalogue/personalisation.ts";
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

export const NEW_LIST = "new";

export const addGiftSchema = z.object({
  variant: variantIdSchema,
  quantity: giftQuantitySchema,
  note,
  any_colour: z.string().optional(),
  list: z
    .string()
    .refine((text) => text === NEW_LIST || isGiftListId(text), "Choose a list")
    .optional(),
  line: z.string().max(60).optional(),
});

export const changeGiftSchema = z.object({
  words: z.string().max(PERSONALISATION_TYPED_MAX).optional(),
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

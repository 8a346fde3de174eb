/** These forms are apart from the rules, because pages load those. */
import { z } from "zod";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { lineSchema, textSchema } from "#app/models/shared/text-field.ts";
import { hasWebAddress } from "#app/models/shared/web-address.ts";

import { CLAIM_WAYS, GIVER_MESSAGE_MAX, GIVER_NAME_MAX } from "./claim.ts";

const units = z
  .string()
  .default("1")
  .transform((text) => text.trim())
  .refine((text) => /^(?:[1-9]|1\d|20)$/.test(text), "Choose how many you would like to give")
  .transform(Number);

export const claimFormSchema = z.object({
  way: z.enum(CLAIM_WAYS, { message: "Choose how you would like to give it" }),
  units,
  giver_name: lineSchema(GIVER_NAME_MAX)
    .refine((text) => text !== "", "Enter your name as they will read it")
    .refine((text) => !hasWebAddress(text), "Enter a name without a web address"),
  email: emailSchema,
  message: textSchema(GIVER_MESSAGE_MAX),
});

export type ClaimForm = z.output<typeof claimFormSchema>;

export const claimMessageSchema = z.object({
  giver_name: claimFormSchema.shape.giver_name,
  message: claimFormSchema.shape.message,
});

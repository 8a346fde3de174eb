import { z } from "zod";

import { lineSchema } from "#app/models/shared/text-field.ts";

import { EMAIL_MAX, isEmailAddress, normalEmail } from "./address.ts";

const EMAIL_MESSAGE = "Enter an email address in the correct format, such as name@example.com";

export const emailSchema = z
  .string()
  .default("")
  .transform(normalEmail)
  .pipe(lineSchema(EMAIL_MAX))
  .refine((text) => text.length > 0, "Enter your email address")
  .refine((text) => text === "" || isEmailAddress(text), EMAIL_MESSAGE);

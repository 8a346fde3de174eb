import { lineSchema } from "#app/models/shared/text-field.ts";

import { EMAIL_MAX, isEmailAddress } from "./address.ts";

const EMAIL_MESSAGE = "Enter an email address in the correct format, such as name@example.com";

export const emailSchema = lineSchema(EMAIL_MAX)
  .refine((text) => text.length > 0, "Enter your email address")
  .refine((text) => text === "" || isEmailAddress(text), EMAIL_MESSAGE);

/** An e-mail address in a form. */
import { lineSchema } from "#app/models/shared/text-field.ts";

import { EMAIL_MAX, isEmailAddress } from "./address.ts";

const EMAIL_MESSAGE = "Enter an e-mail address with an @ and a dot, such as name@example.com";

/** An e-mail address as people type it: trimmed, one line, an @ and a dot. */
export const emailSchema = lineSchema(EMAIL_MAX)
  .refine((text) => text.length > 0, "Enter an e-mail address")
  .refine((text) => text === "" || isEmailAddress(text), EMAIL_MESSAGE);

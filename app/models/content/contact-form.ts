import { z } from "zod";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";
import { lineSchema } from "#app/models/shared/text-field.ts";

import {
  CONTACT_MESSAGE_MAX,
  CONTACT_ORDER_NUMBER_MAX,
  CONTACT_TOPICS,
  type ContactTopic,
} from "./contact.ts";

const TOPICS = CONTACT_TOPICS.map(({ value }) => value);

/** Each field is one line, so that none can add a header to the email. */
export const contactSchema = z.object({
  name: lineSchema(NAME_MAX).refine((text) => text.length > 0, "Enter your name"),
  email: emailSchema,
  topic: z
    .string()
    .default("")
    .refine((text): text is ContactTopic["value"] => isTopic(text), "Choose a topic"),
  orderNumber: lineSchema(CONTACT_ORDER_NUMBER_MAX),
  message: z
    .string()
    .default("")
    .transform((text) => text.trim())
    .refine((text) => text.length > 0, "Enter your message")
    .refine((text) => text.length <= CONTACT_MESSAGE_MAX, `Use at most ${CONTACT_MESSAGE_MAX} characters`),
});

function isTopic(text: string): text is ContactTopic["value"] {
  return (TOPICS as ReadonlyArray<string>).includes(text);
}

/** Reads the contact form. */
import { z } from "zod";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { lineSchema, NAME_MAX } from "#app/models/shared/text-field.ts";

import {
  CONTACT_MESSAGE_MAX,
  CONTACT_ORDER_NUMBER_MAX,
  CONTACT_TOPICS,
  type ContactTopic,
} from "./contact.ts";

const TOPICS = CONTACT_TOPICS.map(({ value }) => value);

/** Every line is one line: what becomes a subject or a sender cannot bring another header along. */
export const contactSchema = z.object({
  name: lineSchema(NAME_MAX).refine((text) => text.length > 0, "Enter your name"),
  email: emailSchema,
  topic: z
    .string()
    .default("")
    .refine((text): text is ContactTopic["value"] => isTopic(text), "Choose what it is about"),
  orderNumber: lineSchema(CONTACT_ORDER_NUMBER_MAX),
  message: z
    .string()
    .default("")
    .transform((text) => text.trim())
    .refine((text) => text.length > 0, "Write your message")
    .refine((text) => text.length <= CONTACT_MESSAGE_MAX, `Use at most ${CONTACT_MESSAGE_MAX} characters`),
});

function isTopic(text: string): text is ContactTopic["value"] {
  return (TOPICS as ReadonlyArray<string>).includes(text);
}

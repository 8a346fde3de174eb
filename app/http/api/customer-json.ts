import { z } from "zod";

import { personNameSchema } from "#app/models/customer/address-form.ts";
import { PERSON_NAME_MAX } from "#app/models/customer/address.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { EMAIL_MAX } from "#app/models/email/address.ts";

/** Longest password that is read, in characters. The model has the rule for good passwords. */
const TYPED_MAX = 1_000;

const name = (message: string) => z.string().max(PERSON_NAME_MAX).pipe(personNameSchema(message));
const email = z.string().max(EMAIL_MAX).pipe(emailSchema);
const password = z.string().min(1).max(TYPED_MAX);
const newPassword = password.describe("At least 12 characters, and not one that is easy to guess.");
const wantsNewsletter = z.boolean().describe("Takes effect once the email address is confirmed.");

export const newCustomerSchema = z.object({
  first_name: name("Enter a first name"),
  last_name: name("Enter a last name"),
  email,
  password: newPassword,
  wants_newsletter: wantsNewsletter.optional(),
});

export const customerChangeSchema = z
  .object({
    first_name: name("Enter a first name").optional(),
    last_name: name("Enter a last name").optional(),
    wants_newsletter: wantsNewsletter.optional(),
    email: email
      .optional()
      .describe("Another address. It becomes the customer's once the link sent to it has been used."),
    new_password: newPassword.optional(),
    password: password
      .optional()
      .describe("The current password. Needed with another email or a new_password."),
  })
  .refine((change) => change.email === undefined || change.new_password === undefined, {
    path: ["new_password"],
    message: "Change the email address and the password one after the other",
  })
  .refine((change) => change.new_password === undefined || change.password !== undefined, {
    path: ["password"],
    message: "Needed with a new_password",
  });

export const credentialsSchema = z.object({ email, password });

const customerSchema = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_verified: z.boolean().describe("True once a link sent to the address has been used."),
    wants_newsletter: z.boolean(),
    date_created: z.string().datetime(),
  })
  .strict();

export const customerAnswerSchema = z.object({ id: z.string(), data: customerSchema }).strict();

/** A new password ends every session of the customer, so the answer has a new token. */
export const changedCustomerSchema = z
  .object({
    id: z.string(),
    data: customerSchema,
    customer_token: z
      .string()
      .optional()
      .describe("Only after a new_password: it replaces the token that was sent."),
  })
  .strict();

/** The same for every address, so that nobody learns which have an account. */
export const newCustomerAnswerSchema = z
  .object({
    id: z.null().describe("Known once the customer logs in."),
    data: customerSchema.omit({ date_created: true, is_verified: true }).strict(),
  })
  .strict();

export const loginAnswerSchema = z
  .object({
    customer_token: z.string().describe("For the header X-Auth-Token. Keep it from scripts and logs."),
    id: z.string(),
  })
  .strict();

export function customerJson(customer: Customer): z.output<typeof customerAnswerSchema> {
  return {
    id: customer.id,
    data: {
      first_name: customer.firstName,
      last_name: customer.lastName,
      email: customer.email,
      is_verified: customer.isVerified,
      wants_newsletter: customer.wantsNewsletter,
      date_created: customer.createdAt,
    },
  };
}

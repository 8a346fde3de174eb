/** Stripe's objects, as far as this shop looks at them. Whatever else they hold is let through and not read. */
import { z } from "zod";

const id = z.string().min(1).max(200);
const minor = z.number().int().nonnegative().safe();
const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/)
  .transform((code) => code.toUpperCase());
const seconds = z.number().int().nonnegative();
/** An id, or the object itself where it was expanded. */
const idOrObject = z
  .union([id, z.object({ id })])
  .nullish()
  .transform((value) => (typeof value === "string" ? value : (value?.id ?? null)));
const metadata = z.record(z.string()).nullish();

const problemSchema = z
  .object({ code: z.string().nullish(), decline_code: z.string().nullish() })
  .nullish()
  .transform((problem) => problem?.decline_code ?? problem?.code ?? null);

export const refundSchema = z.object({
  id,
  amount: minor,
  currency,
  status: z.string().nullish(),
  created: seconds,
  payment_intent: idOrObject,
  metadata,
});
export type StripeRefund = z.infer<typeof refundSchema>;

export const disputeSchema = z.object({
  id,
  amount: minor,
  currency,
  status: z.string(),
  created: seconds,
  payment_intent: idOrObject,
});
export type StripeDispute = z.infer<typeof disputeSchema>;

export const chargeSchema = z.object({
  id,
  amount_refunded: minor,
  currency,
  created: seconds,
  payment_intent: idOrObject,
  metadata,
  disputed: z.boolean().nullish(),
  refunds: z.object({ data: z.array(refundSchema), has_more: z.boolean() }).nullish(),
});
export type StripeCharge = z.infer<typeof chargeSchema>;

export const intentSchema = z.object({
  id,
  amount: minor,
  amount_received: minor.nullish(),
  currency,
  status: z.string(),
  client_secret: z.string().nullish(),
  created: seconds,
  metadata,
  last_payment_error: problemSchema,
});
export type StripeIntent = z.infer<typeof intentSchema>;

export const sessionSchema = z.object({
  id,
  mode: z.string(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: minor,
  currency,
  created: seconds,
  metadata,
  payment_intent: idOrObject,
});
export type StripeSession = z.infer<typeof sessionSchema>;

export const wholeSchema = sessionSchema.extend({
  payment_intent: intentSchema.extend({ latest_charge: chargeSchema.nullish() }).nullish(),
});
export type WholeSession = z.infer<typeof wholeSchema>;

/** The forms of the cart. None of them has a field for a price. */
import { z } from "zod";

import type { FormRefusal } from "#app/http/request/form.server.ts";
import { isCartLineId } from "#app/models/shared/ids.ts";
import { refused } from "#app/models/shared/result.ts";

const WHOLE_NUMBER = /^[0-9]{1,9}$/;
const POSTCODE_MAX_CHARACTERS = 20;
const KEY_MAX_CHARACTERS = 30;
const COUPON_MAX_CHARACTERS = 100;
/** In characters. The store's settings have the real limit. */
const MESSAGE_MAX_CHARACTERS = 5_000;

const whole = z
  .string()
  .trim()
  .regex(WHOLE_NUMBER)
  .transform((text) => Number(text));
const partId = z.string().max(KEY_MAX_CHARACTERS);

/** Parts for a pushchair, alone ("add-parts") or with the chosen variant ("add-set"). */
function partsSchema<Intent extends "add-parts" | "add-set">(intent: Intent) {
  return z.object({
    intent: z.literal(intent),
    chassis: partId,
    part: partId,
    variantId: whole,
    redirectTo: z.string().optional(),
    panel: z.literal("1").optional(),
  });
}
const lineId = z.string().refine(isCartLineId);
const giftFields = {
  paper: z.string().max(KEY_MAX_CHARACTERS).default(""),
  message: z.string().max(MESSAGE_MAX_CHARACTERS).default(""),
};

/** Option fields ("option-1011") have names that the schema cannot list. */
export const cartFormSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("add"),
      productId: whole.optional(),
      variantId: whole,
      quantity: whole.default("1"),
      redirectTo: z.string().optional(),
      /** Sent by scripts: answer with the mini-basket. */
      panel: z.literal("1").optional(),
    })
    .passthrough(),
  partsSchema("add-parts"),
  partsSchema("add-set"),
  z.object({ intent: z.literal("set-quantity"), lineId, quantity: whole }),
  z.object({ intent: z.literal("increase"), lineId }),
  z.object({ intent: z.literal("decrease"), lineId }),
  z.object({ intent: z.literal("remove"), lineId }),
  z.object({ intent: z.literal("undo"), variantId: whole, quantity: whole, ...giftFields }),
  z.object({ intent: z.literal("set-gift"), lineId, ...giftFields }),
  z.object({ intent: z.literal("remove-gift"), lineId }),
  z.object({ intent: z.literal("apply-coupon"), coupon: z.string().trim().max(COUPON_MAX_CHARACTERS) }),
  z.object({ intent: z.literal("remove-coupon") }),
  z.object({
    intent: z.literal("estimate-delivery"),
    postcode: z.string().trim().max(POSTCODE_MAX_CHARACTERS).optional(),
    method: z.string().max(KEY_MAX_CHARACTERS).optional(),
  }),
]);

export type CartForm = z.output<typeof cartFormSchema>;
export type AddForm = Extract<CartForm, { intent: "add" }>;
export type PartsForm = Extract<CartForm, { intent: "add-parts" | "add-set" }>;
export type ChangeForm = Exclude<CartForm, AddForm | PartsForm>;

const OPTION_FIELD = /^option-\d+$/;

export function selectionOf(form: AddForm): Readonly<Record<string, string>> {
  const given = Object.entries(form).flatMap(([name, value]) =>
    OPTION_FIELD.test(name) && typeof value === "string" ? [[name, value] as const] : [],
  );
  return Object.fromEntries(given);
}

/** The refusal for the first invalid field. */
export function formRefusal({ errors, values }: FormRefusal) {
  const intent = values["intent"] ?? "";
  if (!INTENTS.includes(intent)) return refused("unknown-action");
  if ("quantity" in errors) return refused("quantity-invalid");
  if ("lineId" in errors) return refused("line-not-found");
  if ("variantId" in errors || "productId" in errors) return refused("variant-not-found");
  if ("coupon" in errors) return refused("coupon-unknown");
  return "postcode" in errors ? refused("postcode-invalid") : refused("invalid-form");
}

const INTENTS: ReadonlyArray<string> = cartFormSchema.options.map((option) => option.shape.intent.value);

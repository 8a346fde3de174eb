/** The forms of the basket: what each intent needs, and nothing that a browser could make up a price with. */
import { z } from "zod";

import type { FormRefusal } from "#app/http/form.server.ts";
import { isCartLineId } from "#app/models/ids.ts";
import { refused } from "#app/models/result.ts";

/** Most digits of a number that can mean anything here. */
const WHOLE_NUMBER = /^[0-9]{1,9}$/;
const POSTCODE_MAX_CHARACTERS = 20;
const KEY_MAX_CHARACTERS = 30;

const whole = z
  .string()
  .trim()
  .regex(WHOLE_NUMBER)
  .transform((text) => Number(text));
const lineId = z.string().refine(isCartLineId);

/** Everything that may be posted to the basket. Option fields ("option-1011") have names not known beforehand. */
export const cartFormSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("add"),
      productId: whole.optional(),
      variantId: whole,
      quantity: whole.default("1"),
      redirectTo: z.string().optional(),
      /** Sent by scripts: answer with the mini-basket, not with a redirect. */
      panel: z.literal("1").optional(),
    })
    .passthrough(),
  z.object({ intent: z.literal("set-quantity"), lineId, quantity: whole }),
  z.object({ intent: z.literal("increase"), lineId }),
  z.object({ intent: z.literal("decrease"), lineId }),
  z.object({ intent: z.literal("remove"), lineId }),
  z.object({ intent: z.literal("undo"), variantId: whole, quantity: whole }),
  z.object({
    intent: z.literal("estimate-delivery"),
    postcode: z.string().trim().max(POSTCODE_MAX_CHARACTERS).optional(),
    method: z.string().max(KEY_MAX_CHARACTERS).optional(),
  }),
]);

export type CartForm = z.output<typeof cartFormSchema>;
export type AddForm = Extract<CartForm, { intent: "add" }>;
export type ChangeForm = Exclude<CartForm, { intent: "add" }>;

const OPTION_FIELD = /^option-\d+$/;

/** The option fields of a buying form. */
export function selectionOf(form: AddForm): Readonly<Record<string, string>> {
  const given = Object.entries(form).flatMap(([name, value]) =>
    OPTION_FIELD.test(name) && typeof value === "string" ? [[name, value] as const] : [],
  );
  return Object.fromEntries(given);
}

/** The refusal that a form which says nothing sensible deserves: of its fields the first that is wrong. */
export function formRefusal({ errors, values }: FormRefusal) {
  const intent = values["intent"] ?? "";
  if (!INTENTS.includes(intent)) return refused("unknown-action");
  if ("quantity" in errors) return refused("quantity-invalid");
  if ("lineId" in errors) return refused("line-not-found");
  if ("variantId" in errors || "productId" in errors) return refused("variant-not-found");
  return "postcode" in errors ? refused("postcode-invalid") : refused("invalid-form");
}

const INTENTS: ReadonlyArray<string> = cartFormSchema.options.map((option) => option.shape.intent.value);

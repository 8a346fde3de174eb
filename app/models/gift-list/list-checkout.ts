import { z } from "zod";

import type { CheckoutValues } from "#app/models/checkout/checkout.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { prefixed } from "#app/models/checkout/checkout.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

import { claimFormSchema } from "./claim-form.ts";
import type { GiftList } from "./gift-list.ts";

export const giverSchema = z.object({
  giver_name: claimFormSchema.shape.giver_name,
  email: claimFormSchema.shape.email,
  gift_message: claimFormSchema.shape.message,
});

export function orderedValues(typed: CheckoutValues, { address }: Pick<GiftList, "address">): CheckoutValues {
  if (!address) return typed;
  return { delivery_day: "", ...withoutPlace(typed), ...prefixed(address, "delivery"), billing: "different" };
}

/** Of fields or their errors, those that say nothing of a delivery address. */
export function withoutPlace(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const own = Object.entries(fields).filter(
    ([name]) => !name.startsWith("delivery_") || name === "delivery_day",
  );
  return Object.fromEntries(own);
}

const SURCHARGE = "A surcharge applies to this address.";

/** `view` was made with the list's address; nothing of it may tell where that is. */
export function withoutListAddress(view: CheckoutView, typed: CheckoutValues): CheckoutView {
  return {
    ...view,
    values: withoutPlace(typed),
    options: view.options
      .filter(({ method, unavailableReason }) => !isCollection(method) && unavailableReason === null)
      .map((option) => ({ ...option, surcharge: option.surcharge ? SURCHARGE : option.surcharge })),
    collection: null,
    zoneNote: null,
  };
}

export function cardText(message: string | null, giverName: string): string {
  return message === null ? `From ${giverName}` : `${message}\n${giverName}`;
}

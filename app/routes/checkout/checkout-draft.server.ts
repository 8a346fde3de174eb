/** The checkout form saved for a customer whose session ended. */
import type { CheckoutValues } from "#app/models/checkout/checkout.ts";
import { dropDraft, findDraft } from "#app/models/customer/saved-form.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

/** Fields that the page fills in anew. */
const OWN_FIELDS = ["intent", "attempt", "agreedTotal", "confirmedDelivery", "cartVersion"];

export function withoutOwnFields(values: CheckoutValues): CheckoutValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OWN_FIELDS.includes(name)));
}

/** Values saved within the last hour, or null. */
export async function findTypedCheckout(customerId: CustomerId, now: Date): Promise<CheckoutValues | null> {
  const draft = await findDraft({ customerId, path: paths.checkout() }, now);
  return draft && withoutOwnFields(draft);
}

export function forgetTypedCheckout(customerId: CustomerId): Promise<void> {
  return dropDraft({ customerId, path: paths.checkout() });
}

/** What was typed at the checkout, as it is kept for a customer whose session ended and shown again. */
import type { CheckoutValues } from "#app/models/checkout/checkout.ts";
import { dropDraft, findDraft } from "#app/models/customer/saved-form.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

/** Fields that the page itself puts into the form. They are made anew with each page. */
const OWN_FIELDS = ["intent", "attempt", "agreedTotal", "agreedArrival", "cartVersion"];

/** What people typed, without what the page itself put into the form. */
export function withoutOwnFields(values: CheckoutValues): CheckoutValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OWN_FIELDS.includes(name)));
}

/** What the customer had typed when their session ended, within the last hour, or null. */
export async function findTypedCheckout(customerId: CustomerId, now: Date): Promise<CheckoutValues | null> {
  const draft = await findDraft({ customerId, path: paths.checkout() }, now);
  return draft && withoutOwnFields(draft);
}

/** Forgets it: the order is placed. */
export function forgetTypedCheckout(customerId: CustomerId): Promise<void> {
  return dropDraft({ customerId, path: paths.checkout() });
}

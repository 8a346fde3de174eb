/** What the checkout's checkboxes request. A failure never undoes the order. */
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { asksToSave } from "#app/models/checkout/addresses.ts";
import type { CheckoutValues } from "#app/models/checkout/checkout.ts";
import type { CheckoutDetails } from "#app/models/order/checkout-details.ts";
import { keepAddress } from "#app/models/customer/address-book.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import { requestSubscription } from "#app/models/newsletter/subscription.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

import { forgetTypedCheckout } from "./checkout-draft.server.ts";

type Ordered = Readonly<{
  details: CheckoutDetails;
  cartId: CartId | null;
  visitor: Customer | null;
  headers: Headers;
}>;

/** Saves the customer's address and subscribes to the newsletter. `headers` get the guest marker. */
export async function applyOptIns(values: CheckoutValues, ordered: Ordered, now: Date): Promise<void> {
  const { details, visitor } = ordered;
  if (visitor) await forgetTypedCheckout(visitor.id);
  if (visitor && asksToSave(values)) await keepAddress(visitor.id, details.deliveryAddress, now);
  if (values["newsletter"] === "on") await subscribeBuyer(ordered, now);
}

/** Confirmed by email, or at once for a customer's own confirmed address. */
async function subscribeBuyer({ details: { email }, cartId, visitor, headers }: Ordered, now: Date) {
  await requestSubscription({ email, source: "checkout", visitor }, now);
  if (visitor) return;
  headers.append(
    "Set-Cookie",
    await setGuestMarker(await markGuest({ email, cartId, source: "checkout" }, now)),
  );
}

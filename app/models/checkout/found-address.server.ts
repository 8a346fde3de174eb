import { limitVisitor } from "#app/models/platform/rate-limits.server.ts";
import { isBritish, normalisePostcode } from "#app/models/shared/postcode.ts";
import { isCollection } from "#app/models/shipping/shipping.ts";
import { addressLookup } from "#app/services/address-lookup/address-lookup.server.ts";

import { NEW_ADDRESS } from "./addresses.ts";
import type { CheckoutValues } from "./checkout.ts";
import { type AddressLookup, choiceOf } from "./found-address.ts";

type About = Readonly<{
  /** The shop's own country. */
  home: string;
  /** The visitor's network address: each look-up costs the shop money. */
  visitor: string;
  now: Date;
}>;

/**
 * The addresses for the typed postcode; null where no list is used or needed: no provider, a postcode that is none or not
 * British, a saved address, collection. Never throws for a provider that fails.
 */
export async function findAddresses(
  values: CheckoutValues,
  { home, visitor, now }: About,
): Promise<AddressLookup> {
  const port = addressLookup();
  const country = values["delivery_country_code"] || home;
  if (port.name === "none" || !isBritish(country) || isCollection(values["method"] ?? null)) return null;
  if ((values["delivery_saved"] ?? NEW_ADDRESS) !== NEW_ADDRESS) return null;
  const postcode = normalisePostcode(values["delivery_postal_code"] ?? "", country);
  if (postcode === null) return null;
  const allowed = await limitVisitor("address-lookup", visitor, now);
  const found = allowed.ok ? await port.find(postcode) : null;
  if (found === null || found.length === 0) return { postcode, choices: null };
  return { postcode, choices: found.map((address) => choiceOf(postcode, address)) };
}

import { limitVisitor } from "#app/models/platform/rate-limits.server.ts";
import { isBritish, normalisePostcode } from "#app/models/shared/postcode.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { addressLookup } from "#app/services/address-lookup/address-lookup.server.ts";

import type { CheckoutValues } from "./checkout.ts";
import { type AddressLookup, choiceOf, needsAddress } from "./found-address.ts";

type About = Readonly<{
  home: string;
  /** The visitor's network address: each look-up costs the shop money. */
  visitor: string;
  now: Date;
}>;

/**
 * Null without a provider, for a saved address, for collection, or for a postcode that is not British; never throws for
 * a provider that fails.
 */
export async function findAddresses(
  values: CheckoutValues,
  { home, visitor, now }: About,
): Promise<AddressLookup> {
  const port = addressLookup();
  if (port.name === "none") return null;
  const postcode = postcodeToFind(values, home);
  if (postcode === null) return null;
  const allowed = await limitVisitor("address-lookup", visitor, now);
  const found = allowed.ok ? await port.find(postcode) : null;
  if (found === null || found.length === 0) return { postcode, choices: null };
  return { postcode, choices: found.map((address) => choiceOf(postcode, address)) };
}

function postcodeToFind(values: CheckoutValues, home: string): string | null {
  const country = values["delivery_country_code"] || home;
  const isTyped = needsAddress(values) && !isCollection(values["method"] ?? null);
  return isTyped && isBritish(country)
    ? normalisePostcode(values["delivery_postal_code"] ?? "", country)
    : null;
}

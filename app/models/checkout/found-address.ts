/** The address that a shopper chooses from the list for their postcode. */
import { normalisePostcode } from "#app/models/shared/postcode.ts";
import type { FoundAddress } from "#app/services/address-lookup/address-lookup-port.ts";

import { NEW_ADDRESS } from "./addresses.ts";
import type { CheckoutValues } from "./checkout.ts";

/** The choice that means the fields below the list. */
export const TYPED_ADDRESS = "typed";

/** What the page shows of a look-up. `choices` is null if nobody could say; the whole is null if nobody was to say. */
export type AddressLookup = Readonly<{
  /** As it is written: "GL5 1QN". */
  postcode: string;
  choices: ReadonlyArray<Readonly<{ value: string; label: string }>> | null;
}> | null;

/** The form's choice for an address: it holds the whole of it, so that nobody is called again when the form comes back. */
export function choiceOf(postcode: string, { line1, line2, town }: FoundAddress) {
  const label = [line1, line2, town].filter(Boolean).join(", ");
  return { value: JSON.stringify([postcode, line1, line2, town]), label };
}

/**
 * The values with the fields of the chosen address filled in. An address of another postcode than the typed one does not
 * count: nothing is chosen then.
 */
export function withFoundAddress(values: CheckoutValues, home: string): CheckoutValues {
  const { delivery_found: chosen, ...others } = values;
  if (chosen === undefined || (values["delivery_saved"] ?? NEW_ADDRESS) !== NEW_ADDRESS) return others;
  if (chosen === TYPED_ADDRESS) return values;
  const country = values["delivery_country_code"] || home;
  const [postcode, line1, line2, town] = partsOf(chosen);
  const isThere =
    postcode !== undefined && postcode === normalisePostcode(values["delivery_postal_code"] ?? "", country);
  return {
    ...others,
    delivery_found: isThere ? chosen : "",
    delivery_address1: (isThere && line1) || "",
    delivery_address2: (isThere && line2) || "",
    delivery_company: "",
    delivery_city: (isThere && town) || "",
  };
}

/** What is wrong with the list, or null: it was shown, and nothing was chosen. */
export function foundProblem(values: CheckoutValues): string | null {
  return values["delivery_found"] === "" ? "Choose your address, or choose to type it" : null;
}

function partsOf(chosen: string): ReadonlyArray<string> {
  try {
    const parts: unknown = JSON.parse(chosen);
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

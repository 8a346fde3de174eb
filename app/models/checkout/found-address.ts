/** The address that a shopper chooses from the list for their postcode. */
import { normalisePostcode } from "#app/models/shared/postcode.ts";

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

type FoundAddress = Readonly<{ line1: string; line2: string; town: string }>;

/** The form's choice for an address: it holds the whole of it, so that nobody is called again when the form comes back. */
export function choiceOf(postcode: string, { line1, line2, town }: FoundAddress) {
  const label = [line1, line2, town].filter(Boolean).join(", ");
  return { value: JSON.stringify([postcode, line1, line2, town]), label };
}

/** False where the shopper has chosen an address that they keep. */
export function needsAddress(values: CheckoutValues): boolean {
  return (values["delivery_saved"] ?? NEW_ADDRESS) === NEW_ADDRESS;
}

/**
 * The values with the fields of the chosen address filled in. An address of another postcode than the typed one does not
 * count: nothing is chosen then. `home` is the shop's own country.
 */
export function withFoundAddress(values: CheckoutValues, home: string): CheckoutValues {
  const { delivery_found: chosen, ...others } = values;
  if (chosen === undefined || !needsAddress(values)) return others;
  if (chosen === TYPED_ADDRESS) return values;
  const lines = linesThere(chosen, values, home);
  const [line1 = "", line2 = "", town = ""] = lines ?? [];
  return {
    ...others,
    delivery_found: lines === null ? "" : chosen,
    delivery_address1: line1,
    delivery_address2: line2,
    delivery_company: "",
    delivery_city: town,
  };
}

/** The lines of the chosen address, or null if it does not have the typed postcode. */
function linesThere(chosen: string, values: CheckoutValues, home: string): ReadonlyArray<string> | null {
  const { delivery_postal_code: typed = "", delivery_country_code: country } = values;
  const [postcode, ...lines] = partsOf(chosen);
  return postcode !== undefined && postcode === normalisePostcode(typed, country || home) ? lines : null;
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

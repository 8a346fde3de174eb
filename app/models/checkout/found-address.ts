import { normalisePostcode } from "#app/models/shared/postcode.ts";

import type { CheckoutValues } from "./checkout.ts";

export const NEW_ADDRESS = "new";
export const TYPED_ADDRESS = "typed";

/** `choices` null: nobody could say; the whole null: nobody was to say. */
export type AddressLookup = Readonly<{
  postcode: string;
  choices: ReadonlyArray<Readonly<{ value: string; label: string }>> | null;
}> | null;

type FoundAddress = Readonly<{ line1: string; line2: string; town: string }>;

/** Holds the whole address, so that nobody is called again when the form comes back. */
export function choiceOf(postcode: string, { line1, line2, town }: FoundAddress) {
  const label = [line1, line2, town].filter(Boolean).join(", ");
  return { value: JSON.stringify([postcode, line1, line2, town]), label };
}

export function needsAddress(values: CheckoutValues): boolean {
  return (values["delivery_saved"] ?? NEW_ADDRESS) === NEW_ADDRESS;
}

/** An address of another postcode than the typed one does not count. */
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

function linesThere(chosen: string, values: CheckoutValues, home: string): ReadonlyArray<string> | null {
  const { delivery_postal_code: typed = "", delivery_country_code: country } = values;
  const [postcode, ...lines] = partsOf(chosen);
  return postcode !== undefined && postcode === normalisePostcode(typed, country || home) ? lines : null;
}

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

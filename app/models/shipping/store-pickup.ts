import { formatAddress } from "#app/models/store/format-address.ts";
import { openingHoursLines } from "#app/models/store/opening-hours.ts";
import type { Store } from "#app/models/store/store.ts";

/** The key of the method by which shoppers fetch an order themselves. */
export const COLLECTION = "collection";

export function isCollection(method: string | null): boolean {
  return method === COLLECTION;
}

export type CollectionPlace = Readonly<{
  address: ReadonlyArray<string>;
  /** A line each; the last one is about bank holidays. */
  hours: ReadonlyArray<string>;
}>;

export function collectionPlace({ company, contact }: Pick<Store, "company" | "contact">): CollectionPlace {
  return {
    address: formatAddress({ ...company.address, county: "", country: "" }),
    hours: [...openingHoursLines(contact.openingHours), contact.bankHolidays],
  };
}

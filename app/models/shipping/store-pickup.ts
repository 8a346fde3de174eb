/** The place of collection as an order stores it. */
import { formatAddress } from "#app/models/store/format-address.ts";
import { openingHoursLines } from "#app/models/store/opening-hours.ts";
import type { Store } from "#app/models/store/store.ts";

export type CollectionPlace = Readonly<{
  /** Lines without the country. */
  address: ReadonlyArray<string>;
  /** "Monday to Friday, 9 am to 5.30 pm", a line each; the last one is about bank holidays. */
  hours: ReadonlyArray<string>;
}>;

export function collectionPlace({ company, contact }: Pick<Store, "company" | "contact">): CollectionPlace {
  return {
    address: formatAddress({ ...company.address, county: "", country: "" }),
    hours: [...openingHoursLines(contact.openingHours), contact.bankHolidays],
  };
}

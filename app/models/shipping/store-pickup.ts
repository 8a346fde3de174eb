/** The place of collection as an order stores it. */
import { openingHoursLines } from "#app/models/store/opening-hours.ts";
import type { Store } from "#app/models/store/store.ts";

export type CollectionPlace = Readonly<{
  /** Lines without the country. */
  address: ReadonlyArray<string>;
  /** "Monday to Friday, 9 am to 5.30 pm", a line each; the last one is about bank holidays. */
  hours: ReadonlyArray<string>;
}>;

export function collectionPlace({ company, contact }: Pick<Store, "company" | "contact">): CollectionPlace {
  const { address } = company;
  const town = `${address.city} ${address.postalCode}`;
  return {
    address: [address.company, address.address1, address.address2, town].filter(Boolean),
    hours: [...openingHoursLines(contact.openingHours), contact.bankHolidays],
  };
}

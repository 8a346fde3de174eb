/** Where goods are fetched from: the shop's own address and hours, as an order keeps them. */
import type { Address } from "#app/models/customer/address.ts";
import { openingHoursLines } from "#app/models/store/opening-hours.ts";
import type { Store } from "#app/models/store/store.ts";

export type CollectionPlace = Readonly<{
  /** One line each, without the country. */
  address: ReadonlyArray<string>;
  /** "Monday to Friday, 9 am to 5.30 pm", one line each; the last says what holds on bank holidays. */
  hours: ReadonlyArray<string>;
}>;

/** The place as people need it to get there. */
export function collectionPlace({ company, contact }: Pick<Store, "company" | "contact">): CollectionPlace {
  const { address } = company;
  const town = `${address.city} ${address.postalCode}`;
  return {
    address: [address.company, address.address1, address.address2, town].filter(Boolean),
    hours: [...openingHoursLines(contact.openingHours), contact.bankHolidays],
  };
}

/** The place as the address of an order, with the name and telephone number of who collects. */
export function collectionAddress({ company }: Pick<Store, "company">, collector: Address): Address {
  const { address } = company;
  return {
    first_name: collector.first_name,
    last_name: collector.last_name,
    phone: collector.phone,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    postal_code: address.postalCode,
    country: address.country,
    country_code: address.countryCode,
  };
}

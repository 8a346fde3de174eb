import { withoutInvisible } from "#app/models/shared/text.ts";

type Carrier = Readonly<{
  key: string;
  name: string;
  /** {number} is the tracking number. Null: there is no page. */
  page: string | null;
}>;

export const COURIERS = [
  {
    key: "royal-mail",
    name: "Royal Mail",
    page: "https://www.royalmail.com/track-your-item#/tracking-results/{number}",
  },
  {
    key: "parcelforce",
    name: "Parcelforce",
    page: "https://www.parcelforce.com/track-trace?trackNumber={number}",
  },
  { key: "dpd", name: "DPD", page: "https://track.dpd.co.uk/search?reference={number}" },
  { key: "evri", name: "Evri", page: "https://www.evri.com/track/parcel/{number}" },
  { key: "ups", name: "UPS", page: "https://www.ups.com/track?loc=en_GB&tracknum={number}" },
  { key: "own", name: "Our own van", page: null },
  { key: "collection", name: "Collection", page: null },
] as const satisfies ReadonlyArray<Carrier>;

/** By key or name, in any case; an unknown name is a carrier without a page. */
export function carrierOf(text: string): Pick<Carrier, "name" | "page"> {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const known = COURIERS.find(({ key, name }) => [plain(key), plain(name)].includes(plain(text)));
  return known ?? { name: text.trim(), page: null };
}

/** As it was typed, scanned or imported. */
export function trackingNumber(text: string): string {
  return withoutInvisible(text).trim();
}

export function trackingPage({ page }: Pick<Carrier, "page">, number: string): string | null {
  return page && number ? page.replace("{number}", encodeURIComponent(number)) : null;
}

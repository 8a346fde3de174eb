/** Finds the delivery zone of a postcode. */
import type { Money } from "#app/models/shared/money.ts";
import { normalisePostcode } from "#app/models/shared/postcode.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

/** A postcode area such as "PO", whole or a range of districts, both ends included. */
export type PostcodeRange = Readonly<{ area: string; from?: number; to?: number }>;

/** The surcharge and the extra working days of a method in a zone. */
export type ZoneMethod = Readonly<{
  surcharge: Readonly<Partial<Record<DeliveryClass, Money>>>;
  extraDays: number;
  /** The only delivery weekdays, 1 is Monday; missing: all. */
  weekdays?: ReadonlyArray<number>;
}>;

export type DeliveryZone = Readonly<{
  key: string;
  name: string;
  isDefault: boolean;
  /** True if ordinary estimates do not hold; the note says what does. */
  isExcluded: boolean;
  postcodes: ReadonlyArray<PostcodeRange>;
  /** By method key; null or missing: unavailable. */
  methods: Readonly<Record<string, ZoneMethod | null>>;
  note: string | null;
}>;

/** Countries with British postcodes. */
const POSTCODE_COUNTRIES = ["GB", "JE", "GG", "IM"];

/** Without a postcode the default zone counts. */
export type Destination = Readonly<{ postcode: string | null; countryCode?: string }>;

/** Null if the shop does not deliver there. */
export function zoneOf(
  zones: ReadonlyArray<DeliveryZone>,
  { postcode, countryCode = "GB" }: Destination,
): DeliveryZone | null {
  if (!POSTCODE_COUNTRIES.includes(countryCode)) {
    return zones.find((zone) => zone.isExcluded && zone.postcodes.length === 0) ?? null;
  }
  const place = postcode === null ? null : outward(postcode);
  const special = place
    ? zones.find((zone) => zone.postcodes.some((range) => isWithin(range, place)))
    : undefined;
  return special ?? zones.find((zone) => zone.isDefault) ?? null;
}

/** The letters at the beginning of a postcode, such as "IV"; null if it is none. */
export function postcodeArea(postcode: string): string | null {
  return outward(postcode)?.area ?? null;
}

type Outward = Readonly<{ area: string; district: number }>;

/** Area and district: "PO30 1AA" is PO, district 30. */
function outward(postcode: string): Outward | null {
  const normal = normalisePostcode(postcode);
  if (normal?.startsWith("BFPO")) return { area: "BF", district: 0 };
  const parts = /^([A-Z]+)(\d+)/.exec(normal?.split(" ")[0] ?? "");
  return parts ? { area: parts[1] ?? "", district: Number(parts[2]) } : null;
}

function isWithin(range: PostcodeRange, place: Outward): boolean {
  if (range.area !== place.area) return false;
  return place.district >= (range.from ?? 0) && place.district <= (range.to ?? Number.POSITIVE_INFINITY);
}

/** Which delivery zone a postcode lies in, and how postcodes are written. */
import type { Money } from "#app/models/shared/money.ts";
import { normalisePostcode } from "#app/models/shared/postcode.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

/** A postcode area such as "PO", whole or from one district to another, both included. */
export type PostcodeRange = Readonly<{ area: string; from?: number; to?: number }>;

/** What a method costs more, and how many working days longer it takes, in one zone. */
export type ZoneMethod = Readonly<{
  surcharge: Readonly<Partial<Record<DeliveryClass, Money>>>;
  extraDays: number;
  /** The only weekdays on which anybody goes there, 1 being Monday; missing: any. */
  weekdays?: ReadonlyArray<number>;
}>;

export type DeliveryZone = Readonly<{
  key: string;
  name: string;
  isDefault: boolean;
  /** Ordinary promises do not hold here: the note says what does. */
  isExcluded: boolean;
  postcodes: ReadonlyArray<PostcodeRange>;
  /** By method key; null or missing: not available there. */
  methods: Readonly<Record<string, ZoneMethod | null>>;
  note: string | null;
}>;

/** Countries whose postcodes are British ones: the United Kingdom, Jersey, Guernsey and the Isle of Man. */
const POSTCODE_COUNTRIES = ["GB", "JE", "GG", "IM"];

/** Where something goes. Without a postcode the default zone is meant. */
export type Destination = Readonly<{ postcode: string | null; countryCode?: string }>;

/** The zone of `destination`, or null when the shop has no zone for it. */
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

/** The letters that a postcode begins with, such as "IV"; null when it is none. */
export function postcodeArea(postcode: string): string | null {
  return outward(postcode)?.area ?? null;
}

type Outward = Readonly<{ area: string; district: number }>;

/** The area and district of a postcode: "PO30 1AA" lies in PO, district 30. */
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

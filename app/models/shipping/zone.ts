import type { Money } from "#app/models/shared/money.ts";
import { countryOfPostcode, isBritish, normalisePostcode } from "#app/models/shared/postcode.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

/**
 * A British postcode area such as "PO", whole or a range of districts, both ends included; or the beginning of
 * postcodes of any country, without spaces and hyphens.
 */
export type PostcodeRange = Readonly<{ area: string; from?: number; to?: number } | { prefix: string }>;

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
  /** Ordinary estimates do not hold; the note says what does. */
  isExcluded: boolean;
  /** ISO 3166-1 alpha-2. None of an excluded zone that stands for all countries that no other has. */
  countries: ReadonlyArray<string>;
  /** Empty: all of its countries. */
  postcodes: ReadonlyArray<PostcodeRange>;
  /** By method key; null or missing: unavailable. */
  methods: Readonly<Record<string, ZoneMethod | null>>;
  note: string | null;
}>;

/** Without a postcode the default zone counts, without a country the shop's own. */
export type Destination = Readonly<{ postcode: string | null; countryCode?: string }>;

type DeliveryArea = Readonly<{ zones: ReadonlyArray<DeliveryZone>; country: string }>;

export function zoneOf(
  { zones, country: home }: DeliveryArea,
  { postcode, countryCode = home }: Destination,
): DeliveryZone | null {
  const country = postcode === null ? countryCode : countryOfPostcode(postcode, countryCode);
  const own = zones.filter(({ countries }) => countries.includes(country));
  if (own.length === 0) return zones.find((zone) => zone.isExcluded && zone.countries.length === 0) ?? null;
  const special =
    postcode === null
      ? undefined
      : own.find((zone) => zone.postcodes.some((range) => isWithin(range, postcode, country)));
  // A zone of whole countries goes before the default zone, which may have them too.
  const whole = own.find((zone) => !zone.isDefault && zone.postcodes.length === 0);
  return special ?? whole ?? own.find((zone) => zone.isDefault) ?? null;
}

export function postcodeArea(postcode: string): string | null {
  return outward(postcode)?.area ?? null;
}

type Outward = Readonly<{ area: string; district: number }>;

function outward(postcode: string): Outward | null {
  const normal = normalisePostcode(postcode, "GB");
  if (normal?.startsWith("BFPO")) return { area: "BF", district: 0 };
  const parts = /^([A-Z]+)(\d+)/.exec(normal?.split(" ")[0] ?? "");
  return parts ? { area: parts[1] ?? "", district: Number(parts[2]) } : null;
}

function isWithin(range: PostcodeRange, postcode: string, country: string): boolean {
  if ("prefix" in range) {
    const normal = normalisePostcode(postcode, country) ?? "";
    return normal.replace(/[\s-]/g, "").startsWith(range.prefix);
  }
  const place = isBritish(country) ? outward(postcode) : null;
  if (range.area !== place?.area) return false;
  return place.district >= (range.from ?? 0) && place.district <= (range.to ?? Number.POSITIVE_INFINITY);
}

import { isInUnion } from "./country.ts";

/*
 * Regulation (EU) 2023/988 (General Product Safety) applies in the Union and, by the Windsor Framework, in Northern
 * Ireland.
 */

/** In trade with the Union. */
const NORTHERN_IRELAND = "XI";

/** ISO 3166-1, or "XI" for Northern Ireland. */
export function isSafetyAreaCode(code: string): boolean {
  return code === NORTHERN_IRELAND || isInUnion(code);
}

type Place = Readonly<{ country_code: string; postal_code: string }>;

/** Null where the regulation does not apply; a postcode may have any case and spaces. */
export function safetyAreaOf({ country_code: country, postal_code: postcode }: Place): string | null {
  const code = country === "GB" && /^\s*BT\s*\d/i.test(postcode) ? NORTHERN_IRELAND : country;
  return isSafetyAreaCode(code) ? code : null;
}

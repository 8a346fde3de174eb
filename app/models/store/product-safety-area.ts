import { isInUnion } from "./country.ts";

/*
 * Where the EU's General Product Safety Regulation (Regulation (EU) 2023/988) applies: the Union and, by the Windsor
 * Framework, Northern Ireland.
 */

/** The code of Northern Ireland in trade with the Union. */
const NORTHERN_IRELAND = "XI";

/** True for an ISO 3166-1 code of the Union and for "XI". */
export function isSafetyAreaCode(code: string): boolean {
  return code === NORTHERN_IRELAND || isInUnion(code);
}

type Place = Readonly<{ country_code: string; postal_code: string }>;

/** The code of the place if the regulation applies there, else null. A postcode may have any case and spaces. */
export function safetyAreaOf({ country_code: country, postal_code: postcode }: Place): string | null {
  const code = country === "GB" && /^\s*BT\s*\d/i.test(postcode) ? NORTHERN_IRELAND : country;
  return isSafetyAreaCode(code) ? code : null;
}

/** Telephone numbers by ITU-T E.164 and the national numbering plans. */
import { withoutInvisible } from "./text.ts";

const PHONE_DIGITS = { min: 7, max: 15 } as const;

type Dialling = Readonly<{
  code: string;
  /** What national numbers begin with and international ones do not: "0", or nothing. */
  trunk: string;
}>;

const DIALLING: ReadonlyMap<string, Dialling> = new Map(
  (
    "GB 44 0|IM 44 0|JE 44 0|GG 44 0|IE 353 0|AT 43 0|BE 32 0|BG 359 0|HR 385 0|CY 357|CZ 420|DK 45|EE 372|" +
    "FI 358 0|FR 33 0|DE 49 0|GR 30|HU 36 06|IT 39|LV 371|LT 370 0|LU 352|MT 356|NL 31 0|PL 48|PT 351|RO 40 0|" +
    "SK 421 0|SI 386 0|ES 34|SE 46 0|IS 354|LI 423|NO 47|CH 41 0|JP 81 0|KR 82 0|SG 65|MY 60 0|KW 965|BH 973|" +
    "OM 968|QA 974|SA 966 0|AE 971 0|US 1 1|CA 1 1|AU 61 0|NZ 64 0|ZA 27 0"
  )
    .split("|")
    .map((entry) => {
      const [country = "", code = "", trunk = ""] = entry.split(" ");
      return [country, { code, trunk }] as const;
    }),
);

/**
 * "07700 900142" in GB becomes "+447700900142". A number that could be either, and one of a country that the shop does
 * not know, stays as it is.
 */
export function normalisePhone(text: string, country: string): string {
  const bare = withoutInvisible(text.normalize("NFKC"))
    .replace(/\(0\)/g, "")
    .replace(/[\s().\-–/]/gu, "");
  const international = bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  const dialling = DIALLING.get(country);
  if (!dialling || !/^\d+$/.test(international)) return international;
  const { code, trunk } = dialling;
  if (trunk !== "" && !international.startsWith(trunk)) return international;
  const national = international.slice(trunk.length);
  return trunk === "" && national.length < PHONE_DIGITS.min ? international : `+${code}${national}`;
}

export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?\d+$/.test(text) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}

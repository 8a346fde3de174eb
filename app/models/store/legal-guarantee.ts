/** Who is shown the notice on the legal guarantee of conformity (Directive 2011/83/EU, Article 6(1)(l)). */
import { legalGuaranteeText, type LegalGuaranteeText, type NoticeLanguage } from "./legal-guarantee-texts.ts";
import type { Store } from "./store.ts";

/** Of each country of the Union, those of which the notice is published; Ireland reads it in English. */
const LANGUAGES: ReadonlyMap<string, ReadonlyArray<NoticeLanguage>> = new Map(
  Object.entries<ReadonlyArray<NoticeLanguage>>({
    ...{ AT: ["de"], BE: ["nl", "fr", "de"], BG: ["bg"], CY: ["el"], CZ: ["cs"], DE: ["de"], DK: ["da"] },
    ...{ EE: ["et"], ES: ["es"], FI: ["fi", "sv"], FR: ["fr"], GR: ["el"], HR: ["hr"], HU: ["hu"] },
    ...{ IE: ["en"], IT: ["it"], LT: ["lt"], LU: ["fr", "de"], LV: ["lv"], MT: ["mt", "en"] },
    ...{ NL: ["nl"], PL: ["pl"], PT: ["pt"], RO: ["ro"], SE: ["sv"], SI: ["sl"], SK: ["sk"] },
  }),
);

type Seller = Pick<Store, "law" | "places">;

/**
 * Empty where an order to `country` (ISO 3166-1) needs no notice. Null is a country that the buyer must not learn: the
 * same wherever that is.
 */
export function legalGuaranteeTexts(
  { law, places }: Seller,
  country: string | null,
): ReadonlyArray<LegalGuaranteeText> {
  if (!law.hasLegalGuaranteeNotice) return [];
  if (country !== null) return (LANGUAGES.get(country) ?? []).map(legalGuaranteeText);
  return places.delivered.some((one) => LANGUAGES.has(one)) ? [legalGuaranteeText("en")] : [];
}

/** What a page holds of the notice; its markup is the shop's own. */
export type LegalGuaranteeNotice = Readonly<{ languages: string; title: string; html: string }>;

export function languagesOf(texts: ReadonlyArray<LegalGuaranteeText>): string {
  return texts.map(({ language }) => language).join(" ");
}

import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import { currencyName } from "#app/models/shared/currency-name.ts";
import { taxNumberText } from "#app/models/email/legal-disclosures.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { sentences } from "#app/models/shared/text.ts";
import { openingHoursText } from "#app/models/store/opening-hours.ts";
import type { Store } from "#app/models/store/store.ts";

export function summariseStore(
  store: Store,
  promises: StoreSummary["promises"],
  closure: string | null = null,
): StoreSummary {
  return {
    name: store.name,
    strapline: store.strapline,
    themeColour: store.themeColour,
    loadingBarColour: store.loadingBarColour,
    ...(store.themeCss === null ? {} : { themeCss: store.themeCss }),
    language: store.language,
    locale: store.locale,
    ...(store.locales.length > 1 ? { locales: store.locales.map((tag) => named(tag, store.language)) } : {}),
    places: store.places,
    taxName: store.tax.name,
    currency: store.currency,
    ...(store.currencies.length > 1 ? { currencies: store.currencies.map(currencyChoice) } : {}),
    contact: {
      phone: store.contact.phone,
      phoneE164: store.contact.phoneE164,
      email: store.contact.email,
      hours: openingHoursText(store.contact.openingHours),
    },
    imprint: imprintOf(store),
    notices: [store.demoNotice, closure].filter((notice) => notice !== null),
    hasWithdrawal: store.law.hasWithdrawalFunction,
    paymentMethods: store.paymentMethods,
    promises,
  };
}

function imprintOf({ company, currency, tax }: Store): StoreSummary["imprint"] {
  const included = tax.name === null ? "" : ` and include ${tax.name}`;
  return {
    prices: sentences(company.legalName, `Prices are in ${currencyName(currency)}${included}`),
    company: sentences(company.registration, taxNumberText({ company, tax })),
  };
}

function currencyChoice(code: Currency) {
  const name = currencyName(code);
  return { value: code, label: `${name.charAt(0).toUpperCase()}${name.slice(1)} (${code})` };
}

function named(tag: string, language: string) {
  return { tag, label: new Intl.DisplayNames(language, { type: "language" }).of(tag) ?? tag };
}

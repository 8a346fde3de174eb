import { type Currency, minorPerUnit } from "#app/models/shared/currency.ts";
import { postcodeFamily } from "#app/models/shared/postcode.ts";
import { money, moneyOrNull } from "#app/models/shared/money.ts";

import { lawFrom } from "./law.ts";
import { readBrands } from "./brands-not-sold.ts";
import { returnCostText } from "./return-cost.ts";
import type { Division } from "./bank-holidays.ts";
import { camelKeys } from "./camel-keys.ts";
import type { StoreChoice } from "./choice.ts";
import type { Closure } from "./closure.ts";
import { filled, storeValues } from "./placeholders.ts";
import type { StoreSettings } from "./settings.ts";
import type { Store, TaxRates } from "./store.ts";
import { themeCss } from "./theme.ts";

/** The amounts of `settings` are in the currency of `choice`; texts have what their placeholders stand for. */
export function storeFrom(settings: StoreSettings, choice: StoreChoice = settings.settings): Store {
  const store = storeAsWritten(settings, choice);
  return filled(store, storeValues(store));
}

/** `Store` is what this returns. */
export function storeAsWritten(settings: StoreSettings, choice: StoreChoice) {
  const base = { ...settings.settings, currency: choice.currency };
  return {
    ...identityOf(settings.settings, choice),
    ...numbersOf(base),
    ...peopleOf(settings),
    ...promisesOf({ ...settings, settings: base }, choice.locale),
    delivery: {
      shipsFrom: settings.delivery.dispatch_from,
      /** 1 is Monday. */
      workingDays: settings.delivery.working_days,
      /** Null: never. */
      freeStandardOver: moneyOrNull(settings.delivery.free_standard_over, base.currency),
      freeStandardNote: settings.delivery.free_standard_note,
      mixedOrders: settings.delivery.mixed_orders,
      classes: settings.delivery.classes,
    },
    places: {
      home: base.country,
      delivered: settings.delivery.countries ?? postcodeFamily(base.country),
    },
    tax: taxOf(settings.tax),
    paymentMethods: settings.payment_methods,
    closures: [] as ReadonlyArray<Closure>,
    law: lawFrom(settings.law),
  };
}

/** `name` is null where prices hold no tax that is called anything. */
function taxOf({ name, default_rate, rates, countries }: StoreSettings["tax"]) {
  const inCountries: TaxRates = Object.fromEntries(
    Object.entries(countries).map(([country, own]) => [
      country,
      Object.fromEntries(rates.map(({ code, rate }) => [rate, own[code] ?? rate])),
    ]),
  );
  return { name, defaultRateBasisPoints: default_rate, rates: inCountries };
}

/** Britain's holidays are worked out, and those of other countries are listed. */
function divisionOf({ settings, bank_holidays: { division } }: StoreSettings): Division {
  return division ?? (settings.country === "GB" ? "england-and-wales" : "none");
}

function identityOf(base: StoreSettings["settings"], { currency, locale }: StoreChoice) {
  return {
    name: base.store_name,
    strapline: base.store_strapline,
    description: base.description,
    pageTitle: base.page_title,
    metaDescription: base.meta_description,
    demoNotice: base.demo_notice ?? null,
    /** Of every amount here: the shopper's choice, or the store's own. */
    currency,
    currencies: [...new Set([base.currency, ...base.currencies])],
    cartValueMax: money(base.basket_value_max ?? usualCartMax(currency), currency),
    language: base.language,
    /** BCP 47: the shopper's choice, or the store's own. */
    locale,
    locales: [...new Set([base.locale, ...base.other_locales])],
    country: base.country,
    timeZone: base.time_zone,
    themeColour: base.theme_colour,
    loadingBarColour: base.loading_bar_colour,
    theme: base.theme,
    /** Null where the stylesheet has all its colours. */
    themeCss: themeCss(base.theme),
  };
}

const CART_UNITS_MAX = 50_000;
const HUNDREDTHS = 100;

/** Minor units: 50,000 pounds or dinars, five million yen. */
function usualCartMax(currency: Currency): number {
  return CART_UNITS_MAX * Math.max(minorPerUnit(currency), HUNDREDTHS);
}

function numbersOf(base: StoreSettings["settings"]) {
  return {
    labels: camelKeys(base.labels),
    newInDays: base.new_in_days,
    newThisWeekDays: base.new_this_week_days,
    backInStockDays: base.back_in_stock_days,
    lowStockThreshold: base.low_stock_threshold,
    brandsNotSold: readBrands(base.brands_not_sold),
  };
}

function peopleOf({
  company: { vat_number: taxNumber = null, address, ...company },
  contact,
}: StoreSettings) {
  return {
    company: { ...camelKeys(company), taxNumber, address: camelKeys(address) },
    contact: { ...camelKeys(contact), keepsMessages: contact.keeps_messages === "on" },
  };
}

function promisesOf(all: StoreSettings, locale: string) {
  const { settings, returns, gift, bank_holidays: holidays } = all;
  const returnPrice = {
    small: moneyOrNull(returns.price.small, settings.currency),
    large: moneyOrNull(returns.price.large, settings.currency),
    two_person: money(returns.price.two_person, settings.currency),
  };
  return {
    returns: {
      ...camelKeys(returns),
      price: returnPrice,
      /** What a return costs, in words. */
      returnCost: returnCostText(returnPrice, locale),
    },
    gift: {
      ...camelKeys(gift),
      wrapFee: money(gift.wrap_fee, settings.currency),
      wrapFreeOver: money(gift.wrap_free_over, settings.currency),
      budgets: gift.budgets.map((minor) => money(minor, settings.currency)),
    },
    bankHolidays: {
      division: divisionOf(all),
      days: holidays.days,
      elsewhere: holidays.elsewhere,
      /** "12-24" closed from "12:00" on. */
      alsoClosed: holidays.also_closed.map(camelKeys),
    },
  };
}

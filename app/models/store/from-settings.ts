import { type Currency, minorPerUnit } from "#app/models/shared/currency.ts";
import { postcodeFamily } from "#app/models/shared/postcode.ts";
import { money, moneyOrNull } from "#app/models/shared/money.ts";

import { lawFrom } from "./law.ts";
import { readBrands } from "./brands-not-sold.ts";
import { returnCostText } from "./return-cost.ts";
import type { Division } from "./bank-holidays.ts";
import type { StoreChoice } from "./choice.ts";
import { filled, storeValues } from "./placeholders.ts";
import type { StoreSettings } from "./settings.ts";
import type { Store } from "./store.ts";
import { themeCss } from "./theme.ts";

/** The amounts of `settings` are in the currency of `choice`; texts have what their placeholders stand for. */
export function storeFrom(settings: StoreSettings, choice: StoreChoice = settings.settings): Store {
  const store = storeAsWritten(settings, choice);
  return filled(store, storeValues(store));
}

function storeAsWritten(settings: StoreSettings, choice: StoreChoice): Store {
  const base = { ...settings.settings, currency: choice.currency };
  return {
    ...identityOf(settings.settings, choice),
    ...numbersOf(base),
    ...peopleOf(settings),
    ...promisesOf({ ...settings, settings: base }, choice.locale),
    delivery: {
      shipsFrom: settings.delivery.dispatch_from,
      workingDays: settings.delivery.working_days,
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
    closures: [],
    law: lawFrom(settings.law),
  };
}

function taxOf(tax: StoreSettings["tax"]): Store["tax"] {
  const { name, default_rate, rates, countries } = tax;
  return {
    name,
    defaultRateBasisPoints: default_rate,
    rates: Object.fromEntries(
      Object.entries(countries).map(([country, own]) => [
        country,
        Object.fromEntries(rates.map(({ code, rate }) => [rate, own[code] ?? rate])),
      ]),
    ),
  };
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
    currency,
    currencies: [...new Set([base.currency, ...base.currencies])],
    cartValueMax: money(base.basket_value_max ?? usualCartMax(currency), currency),
    language: base.language,
    locale,
    locales: [...new Set([base.locale, ...base.other_locales])],
    country: base.country,
    timeZone: base.time_zone,
    themeColour: base.theme_colour,
    loadingBarColour: base.loading_bar_colour,
    theme: base.theme,
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
    labels: {
      noProducts: base.labels.no_products,
      oneProduct: base.labels.one_product,
      manyProducts: base.labels.many_products,
    },
    newInDays: base.new_in_days,
    newThisWeekDays: base.new_this_week_days,
    backInStockDays: base.back_in_stock_days,
    lowStockThreshold: base.low_stock_threshold,
    brandsNotSold: readBrands(base.brands_not_sold),
  };
}

function peopleOf({ company, contact }: StoreSettings) {
  return {
    company: {
      legalName: company.legal_name,
      registration: company.registration,
      companyNumber: company.company_number,
      taxNumber: company.vat_number ?? null,
      address: {
        company: company.address.company,
        address1: company.address.address1,
        address2: company.address.address2,
        city: company.address.city,
        county: company.address.county,
        postalCode: company.address.postal_code,
        country: company.address.country,
        countryCode: company.address.country_code,
      },
    },
    contact: {
      phone: contact.phone,
      phoneE164: contact.phone_e164,
      email: contact.email,
      repairsEmail: contact.repairs_email,
      privacyEmail: contact.privacy_email,
      safetyEmail: contact.safety_email,
      orderEmails: contact.order_emails,
      keepsMessages: contact.keeps_messages === "on",
      replyWithinWorkingDays: contact.reply_within_working_days,
      openingHours: contact.opening_hours,
      bankHolidays: contact.bank_holidays,
      social: contact.social,
    },
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
      statutoryCancellationDays: returns.statutory_cancellation_days,
      sendBackWithinDays: returns.send_back_within_days,
      ourReturnsDays: returns.our_returns_days,
      refundWithinDays: returns.refund_within_days,
      price: returnPrice,
      returnCost: returnCostText(returnPrice, locale),
      exceptions: returns.exceptions,
      faulty: returns.faulty,
    },
    gift: {
      wrapFee: money(gift.wrap_fee, settings.currency),
      wrapFeeNote: gift.wrap_fee_note,
      wrapFreeOver: money(gift.wrap_free_over, settings.currency),
      budgets: gift.budgets.map((minor) => money(minor, settings.currency)),
      messageMaxCharacters: gift.message_max_characters,
      excludedClasses: gift.excluded_classes,
      papers: gift.papers,
    },
    bankHolidays: {
      division: divisionOf(all),
      days: holidays.days,
      elsewhere: holidays.elsewhere,
      alsoClosed: holidays.also_closed.map(({ month_day, from, reason }) => ({
        monthDay: month_day,
        from,
        reason,
      })),
    },
  };
}

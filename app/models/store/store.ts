import type { Currency } from "#app/models/shared/currency.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { BrandNotSold } from "./brands-not-sold.ts";
import type { Division } from "./bank-holidays.ts";
import type { Closure } from "./closure.ts";
import type { DeliveryClass } from "./delivery-class.ts";
import type { ReturnPrice } from "./return-cost.ts";
import type { LowestPriceRule, StoreLaw } from "./law.ts";
import type { Theme } from "./theme.ts";

export type StoreLabels = Readonly<{
  noProducts: string;
  oneProduct: string;
  manyProducts: string;
}>;

export type CompanyAddress = Readonly<{
  company: string;
  address1: string;
  address2: string;
  city: string;
  county: string;
  postalCode: string;
  country: string;
  countryCode: string;
}>;

export type OpeningHours = Readonly<{
  days: ReadonlyArray<string>;
  /** "09:00"; null when closed. */
  opens: string | null;
  closes: string | null;
  what: string;
}>;

type Holidays = ReadonlyArray<Readonly<{ date: string; name: string }>>;

/** By country of delivery and by the rate at home, in hundredths of a per cent. */
export type TaxRates = Readonly<Record<string, Readonly<Record<number, number>>>>;

/** ISO 3166-1 alpha-2. */
export type AddressPlaces = Readonly<{
  home: string;
  delivered: ReadonlyArray<string>;
}>;

export type Store = Readonly<{
  name: string;
  strapline: string;
  description: string;
  pageTitle: string;
  metaDescription: string;
  demoNotice: string | null;
  /** Of every amount here: the shopper's choice, or the store's own. */
  currency: Currency;
  currencies: ReadonlyArray<Currency>;
  cartValueMax: Money;
  language: string;
  /** BCP 47: the shopper's choice, or the store's own. */
  locale: string;
  locales: ReadonlyArray<string>;
  country: string;
  places: AddressPlaces;
  timeZone: string;
  themeColour: string;
  loadingBarColour: string;
  theme: Theme;
  /** Null where the stylesheet has all its colours. */
  themeCss: string | null;
  labels: StoreLabels;
  newInDays: number;
  newThisWeekDays: number;
  backInStockDays: number;
  lowStockThreshold: number;
  brandsNotSold: ReadonlyArray<BrandNotSold>;
  company: Readonly<{
    legalName: string;
    registration: string;
    companyNumber: string;
    taxNumber: string | null;
    address: CompanyAddress;
  }>;
  contact: Readonly<{
    phone: string;
    phoneE164: string;
    email: string;
    repairsEmail: string;
    privacyEmail: string;
    safetyEmail: string;
    /** To the shop, about orders that were paid. */
    orderEmails: "each" | "daily" | "none";
    /** The desk has the words of messages, beside the mailbox. */
    keepsMessages: boolean;
    replyWithinWorkingDays: number;
    openingHours: ReadonlyArray<OpeningHours>;
    bankHolidays: string;
    social: ReadonlyArray<Readonly<{ name: string; url: string; handle: string }>>;
  }>;
  delivery: Readonly<{
    shipsFrom: string;
    /** 1 is Monday. */
    workingDays: ReadonlyArray<number>;
    /** Null: never. */
    freeStandardOver: Money | null;
    freeStandardNote: string;
    mixedOrders: string;
    classes: ReadonlyArray<
      Readonly<{ key: string; name: string; description: string; methods: ReadonlyArray<string> }>
    >;
  }>;
  returns: Readonly<{
    statutoryCancellationDays: number;
    sendBackWithinDays: number;
    ourReturnsDays: number;
    refundWithinDays: number;
    price: ReturnPrice;
    /** What a return costs, in words. */
    returnCost: string;
    exceptions: ReadonlyArray<string>;
    faulty: string;
  }>;
  gift: Readonly<{
    wrapFee: Money;
    wrapFeeNote: string;
    wrapFreeOver: Money;
    budgets: ReadonlyArray<Money>;
    messageMaxCharacters: number;
    excludedClasses: ReadonlyArray<DeliveryClass>;
    papers: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  }>;
  tax: Readonly<{
    /** "VAT", "GST", "consumption tax"; null where prices hold no tax that is called anything. */
    name: string | null;
    defaultRateBasisPoints: number;
    rates: TaxRates;
  }>;
  paymentMethods: ReadonlyArray<string>;
  law: StoreLaw;
  bankHolidays: Readonly<{
    division: Division;
    days: Holidays;
    elsewhere: ReadonlyArray<Readonly<{ division: Division; days: Holidays }>>;
    /** "12-24" closed from "12:00" on. */
    alsoClosed: ReadonlyArray<Readonly<{ monthDay: string; from: string; reason: string }>>;
  }>;
  closures: ReadonlyArray<Closure>;
}>;

/** Without the shop's name in front of " | ", which every page adds. */
export function homeTitle({ pageTitle }: Pick<Store, "pageTitle">): string {
  return pageTitle.split(" | ").slice(1).join(" | ") || pageTitle;
}

export type PriceTerms = Readonly<{
  lowStockThreshold: number;
  currency: Currency;
  priceList: Currency | null;
  lowestPrice: LowestPriceRule;
}>;

export type SaleTerms = PriceTerms & Readonly<{ cartValueMax: Money }>;

export function saleTerms(store: Store): SaleTerms {
  const { lowStockThreshold, currency, cartValueMax, law } = store;
  return {
    lowStockThreshold,
    currency,
    priceList: priceListOf(store),
    cartValueMax,
    lowestPrice: law.lowestPrice,
  };
}

/** Null for the main prices. */
export function priceListOf({
  currency,
  currencies,
}: Pick<Store, "currency" | "currencies">): Currency | null {
  return currency === currencies[0] ? null : currency;
}

import type { Currency } from "#app/models/shared/currency.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { Division } from "./bank-holidays.ts";
import type { DeliveryClass } from "./delivery-class.ts";
import type { LowestPriceRule, StoreLaw } from "./law.ts";

export type StoreLabels = Readonly<{
  noProducts: string;
  oneProduct: string;
  /** Holds {n}. */
  manyProducts: string;
  oneItem: string;
  /** Holds {n}. */
  manyItems: string;
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
  /** "09:00", or null when closed. */
  opens: string | null;
  closes: string | null;
  what: string;
}>;

/** Days such as "2026-12-25". */
type Holidays = ReadonlyArray<Readonly<{ date: string; name: string }>>;

/** Rates by country of delivery and by the rate at home, in hundredths of a per cent. */
export type TaxRates = Readonly<Record<string, Readonly<Record<number, number>>>>;

/** Countries of addresses, as ISO 3166-1 alpha-2. */
export type AddressPlaces = Readonly<{
  /** The shop's own: the one of an address that names none. */
  home: string;
  /** Those to which the shop delivers, in the order of the form. */
  delivered: ReadonlyArray<string>;
}>;

export type Store = Readonly<{
  name: string;
  strapline: string;
  description: string;
  pageTitle: string;
  metaDescription: string;
  /** On every page of a demonstration, or null. */
  demoNotice: string | null;
  /** Of every amount in these settings: the shopper's choice, or the store's own. */
  currency: Currency;
  /** The store's own comes first. */
  currencies: ReadonlyArray<Currency>;
  /** The highest value of the items in one cart. */
  cartValueMax: Money;
  language: string;
  /** A BCP 47 language tag for dates and amounts: the shopper's choice, or the store's own. */
  locale: string;
  /** The store's own comes first. */
  locales: ReadonlyArray<string>;
  country: string;
  places: AddressPlaces;
  timeZone: string;
  /** "#252729". */
  themeColour: string;
  loadingBarColour: string;
  labels: StoreLabels;
  newInDays: number;
  newThisWeekDays: number;
  backInStockDays: number;
  lowStockThreshold: number;
  company: Readonly<{
    legalName: string;
    registration: string;
    companyNumber: string;
    /** Null where the shop has none. */
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
    replyWithinWorkingDays: number;
    openingHours: ReadonlyArray<OpeningHours>;
    bankHolidays: string;
    social: ReadonlyArray<Readonly<{ name: string; url: string; handle: string }>>;
  }>;
  delivery: Readonly<{
    shipsFrom: string;
    /** 1 is Monday. */
    workingDays: ReadonlyArray<number>;
    /** Items from this amount on have free standard delivery; null: never. */
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
    countedFrom: string;
    outboundDeliveryRefunded: string;
    returnCost: string;
    exceptions: ReadonlyArray<string>;
    faulty: string;
  }>;
  warranty: Readonly<{
    toysYears: number;
    pushchairsAndPramsYears: number;
    furnitureYears: number;
    repairs: string;
  }>;
  gift: Readonly<{
    wrapFee: Money;
    wrapFeeNote: string;
    wrapFreeOver: Money;
    /** Upper limits that the gift finder offers, lowest first. */
    budgets: ReadonlyArray<Money>;
    messageMaxCharacters: number;
    /** Classes that are neither wrapped nor sent with a card. */
    excludedClasses: ReadonlyArray<DeliveryClass>;
    papers: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  }>;
  tax: Readonly<{
    /** "VAT", "GST", "consumption tax"; null where prices hold no tax that is called anything. */
    name: string | null;
    defaultRateBasisPoints: number;
    deliveryTaxFollowsItems: boolean;
    /** By country of delivery and the rate at home: the rate there. Hundredths of a per cent. */
    rates: TaxRates;
  }>;
  paymentMethods: ReadonlyArray<string>;
  law: StoreLaw;
  bankHolidays: Readonly<{
    /** The division whose bank holidays the shop keeps. */
    division: Division;
    days: Holidays;
    /** Days proclaimed in other divisions, beside the yearly ones. */
    elsewhere: ReadonlyArray<Readonly<{ division: Division; days: Holidays }>>;
    /** "12-24" closed from "12:00" on. */
    alsoClosed: ReadonlyArray<Readonly<{ monthDay: string; from: string; reason: string }>>;
  }>;
}>;

/** The home page's title without the shop's name, which every page adds. The setting has the name in front of " | ". */
export function homeTitle({ pageTitle }: Pick<Store, "pageTitle">): string {
  return pageTitle.split(" | ").slice(1).join(" | ") || pageTitle;
}

/** What a variant's row is read with: the threshold for "Only 2 left", the currency of its prices, and their rule. */
export type PriceTerms = Readonly<{
  lowFrom: number;
  currency: Currency;
  /** The price list that the prices are read from; null for the main prices. */
  priceList: Currency | null;
  lowestPrice: LowestPriceRule;
}>;

/** The same with the highest value of a cart. */
export type SaleTerms = PriceTerms & Readonly<{ cartValueMax: Money }>;

export function saleTerms(store: Store): SaleTerms {
  const { lowStockThreshold, currency, cartValueMax, law } = store;
  return {
    lowFrom: lowStockThreshold,
    currency,
    priceList: priceListOf(store),
    cartValueMax,
    lowestPrice: law.lowestPrice,
  };
}

/** The price list of a store in another currency than its main one; null for the main prices. */
export function priceListOf({
  currency,
  currencies,
}: Pick<Store, "currency" | "currencies">): Currency | null {
  return currency === currencies[0] ? null : currency;
}

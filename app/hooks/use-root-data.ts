import { useRouteLoaderData } from "@remix-run/react";

import type { MenuDepartment } from "#app/components/layout/department-columns.ts";
import type { IconName } from "#app/components/ui/icon.tsx";
import type { AgreedServices, Consent } from "#app/models/analytics/consent.ts";
import type { AddressPlaces } from "#app/models/store/store.ts";
import type { TransformationService } from "#app/services/images/transformation-address.ts";

/** Store settings in every page, so it must be small. */
export type StoreSummary = Readonly<{
  name: string;
  strapline: string;
  /** "#252729". */
  themeColour: string;
  /** "#47bb9c". */
  loadingBarColour: string;
  /** "en". */
  language: string;
  /** "en-GB". */
  locale: string;
  /** All locales, where the settings offer a choice. */
  locales?: ReadonlyArray<Readonly<{ tag: string; label: string }>>;
  places: AddressPlaces;
  /** "VAT"; null where no tax is named. */
  taxName: string | null;
  /** ISO 4217; null if the root failed. */
  currency: string | null;
  /** All currencies, where the settings offer a choice. */
  currencies?: ReadonlyArray<Readonly<{ value: string; label: string }>>;
  contact: Readonly<{ phone: string; phoneE164: string; email: string; hours: string | null }>;
  /** The last lines of a page: who sells and what prices include, and the numbers of the company. */
  imprint: Readonly<{ prices: string; company: string }>;
  /** A line on every page of a demo shop, or null. */
  demoNotice: string | null;
  /** "Withdraw from contract here" is offered. */
  hasWithdrawal?: boolean;
  paymentMethods: ReadonlyArray<string>;
  promises: ReadonlyArray<Readonly<{ icon: IconName; title: string; href: string | null }>>;
}>;

export type RootData = Readonly<{
  store: StoreSummary;
  departments: ReadonlyArray<MenuDepartment>;
  /** For the footer. */
  information: ReadonlyArray<Readonly<{ slug: string; title: string; group: string }>>;
  /** Quantity of all items. */
  cartCount: number;
  /** Product ids, newest first. */
  favourites: ReadonlyArray<number>;
  /** Product ids. */
  compared: ReadonlyArray<number>;
  /** "https://shop.example". */
  origin: string;
  /** Null before the visitor has chosen. */
  consent: Consent | null;
  /** Services that may start, or null. */
  agreed: AgreedServices | null;
  /** Null where the shop serves images itself. */
  imageService: TransformationService | null;
}>;

/** Undefined if the root failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** A store without texts if the root failed. */
export function useStore(): StoreSummary {
  return useRootData()?.store ?? FALLBACK_STORE;
}

/** In which amounts and dates are written: a BCP 47 tag, such as "en-GB". */
export function useLocale(): string {
  return useStore().locale;
}

const FALLBACK_STORE: StoreSummary = {
  name: "Shop",
  strapline: "",
  themeColour: "#252729",
  loadingBarColour: "#47bb9c",
  language: "en",
  locale: "en",
  places: { home: "", delivered: [] },
  taxName: null,
  currency: null,
  contact: { phone: "", phoneE164: "", email: "", hours: null },
  imprint: { prices: "", company: "" },
  demoNotice: null,
  paymentMethods: [],
  promises: [],
};

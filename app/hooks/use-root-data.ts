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
  themeColour: string;
  loadingBarColour: string;
  /** The style of a shop whose colours are not those of the stylesheet. */
  themeCss?: string;
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
  currencies?: ReadonlyArray<Readonly<{ value: string; label: string }>>;
  contact: Readonly<{ phone: string; phoneE164: string; email: string; hours: string | null }>;
  imprint: Readonly<{ prices: string; company: string }>;
  /** On top of every page. */
  notices: ReadonlyArray<string>;
  hasWithdrawal?: boolean;
  paymentMethods: ReadonlyArray<string>;
  promises: ReadonlyArray<Readonly<{ icon: IconName; title: string; href: string | null }>>;
}>;

export type RootData = Readonly<{
  store: StoreSummary;
  departments: ReadonlyArray<MenuDepartment>;
  information: ReadonlyArray<Readonly<{ slug: string; title: string; group: string }>>;
  /** Quantity of all items. */
  cartCount: number;
  /** Product ids, newest first. */
  favourites: ReadonlyArray<number>;
  compared: ReadonlyArray<number>;
  origin: string;
  /** Null before the visitor has chosen. */
  consent: Consent | null;
  agreed: AgreedServices | null;
  imageService: TransformationService | null;
}>;

/** Undefined if the root failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

export function useStore(): StoreSummary {
  return useRootData()?.store ?? FALLBACK_STORE;
}

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
  notices: [],
  paymentMethods: [],
  promises: [],
};

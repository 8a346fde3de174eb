import { useRouteLoaderData } from "@remix-run/react";

import type { MenuDepartment } from "#app/components/layout/department-columns.ts";
import type { AgreedServices, Consent } from "#app/models/analytics/consent.ts";
import type { TransformationService } from "#app/services/images/transformation-address.ts";

/** What every page says about the shop. Small, because it is in every page. */
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
  /** Where the settings offer a choice: all of them, with their names for people. */
  locales?: ReadonlyArray<Readonly<{ tag: string; label: string }>>;
  /** "GBP". */
  currency: string;
  contact: Readonly<{ phone: string; phoneE164: string; email: string; hours: string | null }>;
  seller: Readonly<{ legalName: string; registration: string; vatNumber: string }>;
  /** Said on every page of a demonstration, or null. */
  demoNotice: string | null;
  paymentMethods: ReadonlyArray<string>;
  promises: ReadonlyArray<Readonly<{ icon: string; title: string; href: string | null }>>;
}>;

export type RootData = Readonly<{
  store: StoreSummary;
  departments: ReadonlyArray<MenuDepartment>;
  /** The information pages, for the footer. */
  information: ReadonlyArray<Readonly<{ slug: string; title: string; group: string }>>;
  /** Units in this browser's basket. */
  cartCount: number;
  /** Products that this visitor has saved, the newest first. */
  favourites: ReadonlyArray<number>;
  /** Products that this browser is about to compare. */
  compared: ReadonlyArray<number>;
  /** "https://shop.example". */
  origin: string;
  /** What this shopper agreed to; null while they were not asked. */
  consent: Consent | null;
  /** What the browser may start because of it; null where there is nothing. */
  agreed: AgreedServices | null;
  /** Where browsers find pictures; null when that is this shop. */
  pictureService: TransformationService | null;
}>;

/** The root's data, or undefined where the root itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** The store, or a shop without words where the root itself failed. */
export function useStore(): StoreSummary {
  return useRootData()?.store ?? NAMELESS;
}

const NAMELESS: StoreSummary = {
  name: "Shop",
  strapline: "",
  themeColour: "#252729",
  loadingBarColour: "#47bb9c",
  language: "en",
  locale: "en-GB",
  currency: "GBP",
  contact: { phone: "", phoneE164: "", email: "", hours: null },
  seller: { legalName: "", registration: "", vatNumber: "" },
  demoNotice: null,
  paymentMethods: [],
  promises: [],
};

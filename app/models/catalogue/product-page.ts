/** Everything a product's page shows. */
import type { Availability } from "#app/models/catalogue/inventory/stock.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

import type { Breadcrumb } from "./category.ts";
import type { Size } from "./dimensions-check.ts";
import type { Picture, Price, ProductCard, ProductOption, StockState, Variant } from "./product.ts";
import type { Rating } from "./rating.ts";

/** A picture in the gallery. `variantKey` is the colour it shows, or null when it shows them all. */
export type ProductPicture = Picture &
  Readonly<{ variantKey: string | null; role: "hero" | "detail" | "lifestyle" }>;

export type Warning = Readonly<{ code: string; text: string }>;

export type Safety = Readonly<{
  standards: ReadonlyArray<string>;
  /** "UKCA and CE", or null. */
  conformityMark: string | null;
  manufacturer: Readonly<{ name: string; address: string }>;
  importer: Readonly<{ name: string; address: string }> | null;
}>;

export type Specification = Readonly<{ label: string; value: string }>;

export type Product = Readonly<{
  id: number;
  slug: string;
  name: string;
  sku: string;
  brand: Readonly<{ id: number; name: string; slug: string }>;
  /** Canonical address, "/p/…", without a query. */
  path: string;
  /** From the department down to the canonical category; the product itself is not among them. */
  breadcrumbs: ReadonlyArray<Breadcrumb>;
  /** All pictures, in the catalogue's order. */
  pictures: ReadonlyArray<ProductPicture>;
  options: ReadonlyArray<ProductOption>;
  /** At least one, with stock as it is now. */
  variants: ReadonlyArray<Variant>;
  /** Of the cheapest variant. */
  price: Price;
  /** True when variants cost different amounts. */
  isFromPrice: boolean;
  /** Of all variants together. */
  stock: StockState;
  /** Units of a variant at and below which it is "Only n left". */
  lowStockThreshold: number;
  ageText: string | null;
  isToy: boolean;
  ageMinMonths: number | null;
  ageMaxMonths: number | null;
  suitableFromMonths: number | null;
  warnings: ReadonlyArray<Warning>;
  safety: Safety;
  shortDescription: string;
  /** Paragraphs of plain text; *word* means emphasis. */
  description: ReadonlyArray<string>;
  highlights: ReadonlyArray<string>;
  specification: ReadonlyArray<Specification>;
  metafields: ReadonlyArray<Specification>;
  /** Plain text items of what is in the box; none where the catalogue does not say. */
  boxContents: ReadonlyArray<string>;
  /** Outer measures in millimetres, or null where one is not known. */
  size: Size | null;
  foldedSize: Size | null;
  care: string;
  assembly: string;
  isAssemblyRequired: boolean;
  rating: Rating | null;
  /** What goes well with it, by the catalogue's own list. */
  related: ReadonlyArray<ProductCard>;
  /** Others of its category. */
  similar: ReadonlyArray<ProductCard>;
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  availability: Availability;
  /** ISO 8601, or null when it is no pre-order. */
  preorderReleaseAt: string | null;
  /** With the date in it, or null. */
  preorderMessage: string | null;
  quantityMinimum: number;
  quantityMaximum: number;
  isNew: boolean;
  isBackInStock: boolean;
  taxRateBasisPoints: number;
  pageTitle: string;
  metaDescription: string;
  /** The category path of the canonical category. */
  categoryPath: string;
}>;

/** The pictures to show while a variant of the colour `variantKey` is chosen: its own first, then those of all. */
export function picturesFor(
  pictures: ReadonlyArray<ProductPicture>,
  variantKey: string | null,
): ReadonlyArray<ProductPicture> {
  const own = pictures.filter((picture) => picture.variantKey === variantKey);
  const others = pictures.filter((picture) => picture.variantKey !== variantKey);
  return [...own, ...others];
}

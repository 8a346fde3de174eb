import type { Availability } from "#app/models/catalogue/inventory/stock.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

import type { Breadcrumb } from "./category.ts";
import type { PackedBox, Size } from "./dimensions-check.ts";
import type { PersonalisationRules } from "./personalisation.ts";
import type { ProductImage, Price, ProductSummary, ProductOption, StockState, Variant } from "./product.ts";
import type { Safety } from "./product-safety.ts";
import type { SetMember } from "./product-set.ts";
import type { AgeGuidance } from "./age.ts";
import type { Rating } from "./rating.ts";

/** `variantKey` is the colour of the image, or null if it shows all. */
export type ProductPageImage = ProductImage &
  Readonly<{ variantKey: string | null; role: "hero" | "detail" | "lifestyle" }>;

export type Warning = Readonly<{
  code: string;
  text: string;
  /** The part of the product that it is about, "Seat"; without one, the whole product. */
  part?: string | undefined;
}>;

export type Specification = Readonly<{ label: string; value: string }>;

export type Product = Readonly<{
  id: number;
  slug: string;
  name: string;
  sku: string;
  brand: Readonly<{ id: number; name: string; slug: string }>;
  /** Canonical path, "/p/…", without a query. */
  path: string;
  /** False: only its address shows it. */
  isListed: boolean;
  /** From the department down to the canonical category, without the product. */
  breadcrumbs: ReadonlyArray<Breadcrumb>;
  images: ReadonlyArray<ProductPageImage>;
  options: ReadonlyArray<ProductOption>;
  /** At least one, with present stock. */
  variants: ReadonlyArray<Variant>;
  price: Price;
  isFromPrice: boolean;
  stock: StockState;
  lowStockThreshold: number;
  ageText: string | null;
  ages: AgeGuidance | null;
  isToy: boolean;
  ageMinMonths: number | null;
  ageMaxMonths: number | null;
  suitableFromMonths: number | null;
  warnings: ReadonlyArray<Warning>;
  safety: Safety;
  shortDescription: string;
  /** Plain text; *word* means emphasis. */
  description: ReadonlyArray<string>;
  highlights: ReadonlyArray<string>;
  specification: ReadonlyArray<Specification>;
  metafields: ReadonlyArray<Specification>;
  /** Plain text; empty if the catalogue does not say. */
  boxContents: ReadonlyArray<string>;
  /** In millimetres, or null if one is unknown. */
  size: Size | null;
  foldedSize: Size | null;
  /** Null for what arrives as it stands; empty for what comes flat in boxes that nobody has measured. */
  boxes: ReadonlyArray<PackedBox> | null;
  care: string;
  assembly: string;
  isAssemblyRequired: boolean;
  rating: Rating | null;
  related: ReadonlyArray<ProductSummary>;
  similar: ReadonlyArray<ProductSummary>;
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  availability: Availability;
  /** ISO 8601; null if it is no pre-order. */
  preorderReleaseAt: string | null;
  /** With the date in it, or null. */
  preorderMessage: string | null;
  /** What belongs to it. */
  set: ReadonlyArray<SetMember>;
  /** Null: nothing can be written on it. */
  personalisation: PersonalisationRules | null;
  quantityMinimum: number;
  quantityMaximum: number;
  isNew: boolean;
  isBackInStock: boolean;
  taxRateBasisPoints: number;
  pageTitle: string;
  metaDescription: string;
  categoryPath: string;
}>;

/** The images for the colour `variantKey`: its own first, then those of all colours. */
export function imagesFor(
  images: ReadonlyArray<ProductPageImage>,
  variantKey: string | null,
): ReadonlyArray<ProductPageImage> {
  const own = images.filter((image) => image.variantKey === variantKey);
  const others = images.filter((image) => image.variantKey !== variantKey);
  return [...own, ...others];
}

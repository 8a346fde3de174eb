import type { Availability } from "#app/models/catalogue/inventory/stock.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

import type { Breadcrumb } from "./category.ts";
import type { DeclaredTexts } from "./editing/declared-fields.ts";
import type { PackedBox, Size } from "./dimensions-check.ts";
import type { PersonalisationRules } from "./personalisation.ts";
import type { ProductImage, Price, ProductSummary, ProductOption, StockState, Variant } from "./product.ts";
import type { Safety } from "./product-safety.ts";
import type { Durability } from "./durability.ts";
import type { SetMember } from "./product-set.ts";
import type { AgeGuidance } from "./age.ts";
import type { Rating } from "./rating.ts";

export type ProductPageImage = ProductImage &
  Readonly<{ variantKey: string | null; role: "hero" | "detail" | "lifestyle" }>;

export type Warning = Readonly<{
  code: string;
  text: string;
  part?: string | undefined;
}>;

export type Specification = Readonly<{ label: string; value: string }>;

/** With all declared texts: what a new one is called there, a page can show. */
export type Product = Omit<DeclaredTexts, "description"> &
  Readonly<{
    id: number;
    slug: string;
    sku: string;
    brand: Readonly<{ id: number; name: string; slug: string }>;
    path: string;
    isListed: boolean;
    breadcrumbs: ReadonlyArray<Breadcrumb>;
    images: ReadonlyArray<ProductPageImage>;
    options: ReadonlyArray<ProductOption>;
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
    /** Plain text; *word* means emphasis. */
    description: ReadonlyArray<string>;
    highlights: ReadonlyArray<string>;
    specification: ReadonlyArray<Specification>;
    metafields: ReadonlyArray<Specification>;
    /** Empty if the catalogue does not say. */
    boxContents: ReadonlyArray<string>;
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
    preorderReleaseAt: string | null;
    set: ReadonlyArray<SetMember>;
    personalisation: PersonalisationRules | null;
    durability?: Durability | undefined;
    quantityMinimum: number;
    quantityMaximum: number;
    isNew: boolean;
    isBackInStock: boolean;
    taxRateBasisPoints: number;
    categoryPath: string;
  }>;

export function imagesFor(
  images: ReadonlyArray<ProductPageImage>,
  variantKey: string | null,
): ReadonlyArray<ProductPageImage> {
  const own = images.filter((image) => image.variantKey === variantKey);
  const others = images.filter((image) => image.variantKey !== variantKey);
  return [...own, ...others];
}

/** A gift as its family sees it: nothing in it depends on who has claimed what. */
import type { Price, ProductImage } from "#app/models/catalogue/product.ts";

export type ShownGift = Readonly<{
  id: string;
  name: string;
  /** Null if the product is no longer shown. */
  path: string | null;
  image: ProductImage | null;
  price: Price | null;
  /** "Charcoal", "Charcoal, or any colour"; null for a product without options. */
  optionText: string | null;
  ageText: string | null;
  note: string | null;
  isMostNeeded: boolean;
  /** "discontinued": givers cannot choose it. "sold-out": they can reserve it. */
  sale: "on-sale" | "sold-out" | "discontinued";
  quantity: number;
  /** The most that may be wanted. */
  quantityMaximum: number;
}>;

/** "Charcoal, or any colour"; null where there is nothing to choose. */
export function optionText(variantLabel: string | null, isAnyColour: boolean): string | null {
  if (!isAnyColour) return variantLabel;
  return variantLabel ? `${variantLabel}, or any colour` : "Any colour will do";
}

/** What one must know of a product to make it. */
export type NewProduct = Readonly<{
  name: string;
  /** The article number; empty: the next one. */
  sku: string;
  categoryId: number;
  brandId: number;
  isToy: boolean;
  /** With tax, in the shop's own currency. */
  priceMinor: number;
  /** May be empty. */
  shortDescription: string;
}>;

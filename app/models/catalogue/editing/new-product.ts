export type NewProduct = Readonly<{
  name: string;
  /** Empty: the next one. */
  sku: string;
  categoryId: number;
  brandId: number;
  isToy: boolean;
  /** With tax, in the shop's own currency. */
  priceMinor: number;
  shortDescription: string;
}>;

/** What a product can be of: categories, brands and classes of tax. */
export type ProductChoice = Readonly<{ id: number; name: string }>;

export type ProductChoices = Readonly<{
  /** "Wooden toys > Stackers", in the order of the shop. */
  categories: ReadonlyArray<ProductChoice>;
  brands: ReadonlyArray<ProductChoice>;
  /** Rates at home in hundredths of a per cent, the usual one first. */
  taxes: ReadonlyArray<number>;
}>;

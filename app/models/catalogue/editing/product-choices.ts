export type ProductChoice = Readonly<{ id: number; name: string }>;

export type ProductChoices = Readonly<{
  categories: ReadonlyArray<ProductChoice>;
  brands: ReadonlyArray<ProductChoice>;
  /** At home, in hundredths of a per cent, the usual one first. */
  taxes: ReadonlyArray<number>;
}>;

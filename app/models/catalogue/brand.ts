export type Brand = Readonly<{
  id: number;
  slug: string;
  name: string;
  country: string;
  materials: ReadonlyArray<string>;
  /** A brand that was made at the desk has none. */
  image: string | null;
  story: string;
  manufacturerAddress: string;
  pageTitle: string;
  metaDescription: string;
  /** True: shoppers see at least one product of it. */
  isSold: boolean;
}>;

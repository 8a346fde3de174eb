export type Brand = Readonly<{
  id: number;
  slug: string;
  name: string;
  country: string;
  materials: ReadonlyArray<string>;
  /** Picture file under the picture folder. */
  image: string;
  story: string;
  manufacturerAddress: string;
  pageTitle: string;
  metaDescription: string;
  /** Visible products. */
  productCount: number;
}>;

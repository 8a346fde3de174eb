/** All the shop asks of a product search. */

export type SearchDocument = Readonly<{
  productId: number;
  name: string;
  brand: string;
  categories: string;
  keywords: string;
  description: string;
  options: string;
  skus: string;
}>;

export type SearchAnswer = Readonly<{
  /** Best first. */
  productIds: ReadonlyArray<number>;
  /** What was searched for instead, when the words as typed find nothing. */
  corrected: string | null;
}>;

export interface SearchPort {
  search(query: string): Promise<SearchAnswer>;
}

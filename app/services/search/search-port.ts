import type { Synonyms } from "#app/models/search/tokenizer.ts";

/** Most products that one search finds; the page says so when there are as many. */
export const FOUND_MAX = 1_000;

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
  productIds: ReadonlyArray<number>;
  corrected: string | null;
}>;

export interface SearchPort {
  /** `words` are tidied and without ages and prices. A hosted engine throws when it cannot answer properly. */
  search(words: string): Promise<SearchAnswer>;
}

/** The way products reach a hosted engine. Every method resolves once the engine has taken the change in. */
export interface SearchIndexPort {
  /** Names provider, server and index: what went to another has not gone to this one. */
  readonly name: string;
  configure(synonyms: Synonyms): Promise<void>;
  /** Rejects with status 400, 413 or 422 where the engine refuses at least one of them. */
  save(documents: ReadonlyArray<SearchDocument>): Promise<void>;
  /** Ids that are not there are no mistake. */
  remove(productIds: ReadonlyArray<number>): Promise<void>;
  /** Reads something with the key that writes. Rejects when it may not. */
  probe?(): Promise<void>;
}

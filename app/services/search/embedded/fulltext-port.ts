/** What the search asks of a database's own full text index. Products are known by their places. */
import type { TermQuery } from "#app/models/search/query-terms.ts";

export type FulltextRow = Readonly<{
  place: number;
  productId: number;
  fields: string;
  fingerprint: string;
  terms: ReadonlyArray<string>;
  /** From 0: engines without an order of their own look through one slice after another. */
  slice: number;
}>;

export interface FulltextPort {
  /** Whether it looks through one slice of the products after another. */
  readonly hasSlices: boolean;
  /** In order, at most `max`. `expected` is the most that there can be, as far as is known, else Infinity. */
  find(query: TermQuery, max: number, expected: number): Promise<ReadonlyArray<number>>;
  readFields(
    places: ReadonlyArray<number>,
  ): Promise<ReadonlyArray<Readonly<{ place: number; fields: string }>>>;
  /** Adds rows; whatever stood for the same products must have been removed. */
  add(rows: ReadonlyArray<FulltextRow>): Promise<void>;
  remove(places: ReadonlyArray<number>): Promise<void>;
  tidy(): Promise<void>;
}

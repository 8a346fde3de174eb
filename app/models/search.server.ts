/** Searches the catalogue: products through the search port, categories and brands by their names. */
import { searchPort } from "#app/services/search/search.server.ts";

import { listBrands } from "./brand.server.ts";
import { findCategoryTree } from "./category-tree.server.ts";
import { categoryAddress } from "./category.ts";
import { listProducts } from "./product-listing.server.ts";
import { foldedWords } from "./search-words.ts";
import { type SearchResults, tidyQuery } from "./search.ts";

/** Most categories, and most brands, that a search suggests. */
const SUGGESTIONS_MAX = 6;
/** Shortest beginning of a name's word, in letters. */
const PREFIX_MIN_LETTERS = 4;

type SearchRequest = Readonly<{
  query: string;
  /** From 1. */
  page: number;
  now: Date;
}>;

/** What `query` finds, best first. */
export async function searchProducts({ query, page, now }: SearchRequest): Promise<SearchResults> {
  const tidied = tidyQuery(query);
  const answer = tidied ? await searchPort().search(tidied) : { productIds: [], corrected: null };
  const meant = foldedWords(answer.corrected ?? tidied);
  const [listing, categories, brands] = await Promise.all([
    listProducts({ scope: { kind: "ids", productIds: answer.productIds }, sort: "featured", page, now }),
    matchingCategories(meant),
    matchingBrands(meant),
  ]);
  return { query: tidied, listing, corrected: answer.corrected, categories, brands };
}

async function matchingCategories(words: ReadonlyArray<string>): Promise<SearchResults["categories"]> {
  const { byId } = await findCategoryTree();
  return [...byId.values()]
    .filter((category) => isNamed(category.name, words))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name, path }) => ({ name, path: categoryAddress(path) }));
}

async function matchingBrands(words: ReadonlyArray<string>): Promise<SearchResults["brands"]> {
  const brands = await listBrands();
  return brands
    .filter((brand) => isNamed(brand.name, words))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name, slug }) => ({ name, path: `/brands/${slug}` }));
}

/** True when every one of `words` is a word of `name`, or the beginning of one. */
function isNamed(name: string, words: ReadonlyArray<string>): boolean {
  const named = foldedWords(name);
  const isIn = (word: string) =>
    named.some((one) => one === word || (word.length >= PREFIX_MIN_LETTERS && one.startsWith(word)));
  return words.length > 0 && words.every(isIn);
}

/** Suggestions come from this process, because every key press asks. */
import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { embeddedSearch, suggestSearches } from "#app/services/search/embedded/search.server.ts";

import { findProducts } from "./search.server.ts";
import { type FoundPlaces, type Suggestions, tidyQuery } from "./search.ts";

const TYPED_MIN_CHARACTERS = 2;
const MAX = { searches: 4, places: 4, products: 4 } as const;

const NOTHING: Suggestions = { searches: [], places: [], products: [], total: 0 };

export async function suggest(typed: string, now: Date): Promise<Suggestions> {
  const query = tidyQuery(typed);
  if (query.length < TYPED_MIN_CHARACTERS) return NOTHING;
  const [searches, found] = await Promise.all([
    suggestSearches(query, MAX.searches),
    findProducts(query, embeddedSearch),
  ]);
  const [cards, { locale }] = await Promise.all([
    listProductCards(found.productIds.slice(0, MAX.products), now),
    findStore(),
  ]);
  return {
    searches,
    places: placesOf(found.places).slice(0, MAX.places),
    products: cards.map(({ name, path, image, price, isFromPrice, ageText }) => ({
      name,
      path,
      image,
      price: `${isFromPrice ? "From " : ""}${formatMoney(price.now, locale)}`,
      age: ageText,
    })),
    total: found.productIds.length,
  };
}

function placesOf({ category, categories, brands, pages, articles }: FoundPlaces): Suggestions["places"] {
  const posts = articles.map(({ id, title, section }) => ({
    name: title,
    path: `/blog/${section.slug}/${id}`,
  }));
  const kinds = category ? [{ name: category.name, path: category.path }, ...categories] : categories;
  return [...kinds.slice(0, 2), ...brands.slice(0, 1), ...pages.slice(0, 1), ...posts];
}

import { db } from "#app/db/db.server.ts";
import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import { findProductPath } from "#app/models/catalogue/product.server.ts";
import type { SortKey } from "#app/models/catalogue/sort-key.ts";
import type { RequestedFilters } from "#app/models/listing/filter.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import {
  type ListingColumns,
  NONE,
  ordinalOf,
  withValue,
} from "#app/models/listing/listing-index/columns.ts";
import { isIn } from "#app/models/listing/listing-index/product-id-set.ts";
import { type FilteredListing, listFilteredProducts } from "#app/models/listing/listing.server.ts";
import { formatMoney, formatShortMoney, money } from "#app/models/shared/money.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { FOUND_MAX, type SearchPort } from "#app/services/search/search-port.ts";
import { searchPort } from "#app/services/search/search.server.ts";

import { inAnswerOrder, isOfAge } from "./answer-order.ts";
import { findPlaces, NO_PLACES } from "./entity-suggestions.server.ts";
import { filterText, hasSubject, readIntent, type SearchFilter, type SearchIntent } from "./query-parser.ts";
import {
  type CatalogueRules,
  findSearchRules,
  findSearchTitles,
  type SearchTitle,
} from "./search-rules.server.ts";
import { applyRules, type ColourWord, type RuledWords, subjectKey, withoutWords } from "./search-rules.ts";
import {
  type FoundPlaces,
  type SearchApart,
  type SearchNotice,
  type SearchResults,
  tidyQuery,
  type UnderstoodFilter,
} from "./search.ts";

type SearchRequest = Readonly<{
  query: string;
  page: number;
  now: Date;
  sort?: SortKey;
  requested?: RequestedFilters;
}>;

export async function searchProducts({
  query,
  ...narrowed
}: SearchRequest): Promise<SearchResults & Readonly<{ list: FilteredListing }>> {
  const tidied = tidyQuery(query);
  const [found, store] = await Promise.all([findProducts(tidied), findStore()]);
  const { now } = narrowed;
  const list = await listFilteredProducts({
    sort: "featured",
    ...narrowed,
    scope: { kind: "ids", productIds: found.productIds },
  });
  const { corrected, filters, totalWithoutFilters, places, notice, onlyOne } = found;
  const first = list.listing.products[0];
  const isFeatured = onlyOne !== null && first?.id === onlyOne.id && isWholeAnswer(list);
  return {
    query: tidied,
    listing: list.listing,
    list,
    isCut: totalWithoutFilters >= FOUND_MAX,
    corrected,
    filters: filters.map((filter) => understood(filter, store)),
    totalWithoutFilters,
    notice,
    apart: await shownApart(found.apart, store, now),
    featuredText: isFeatured ? onlyOne.text : null,
    ...places,
  };
}

/** The address of the variant that has `query` as its article number, or null. */
export async function findNumbered(query: string): Promise<string | null> {
  if (!/\d/.test(query) || /\s/.test(query)) return null;
  const variant = await db()
    .selectFrom("variants")
    .select(["id", "product_id"])
    .where("sku", "in", [query, query.toUpperCase()])
    .where("is_visible", "=", 1)
    .executeTakeFirst();
  const path = variant && (await findProductPath(variant.product_id));
  return path ? `${path}?variant=${variant.id}` : null;
}

function isWholeAnswer({ listing, unfilteredTotal }: FilteredListing): boolean {
  const { total, page, sort } = listing;
  return total > 1 && total === unfilteredTotal && page === 1 && sort === "featured";
}

const APART_MAX = 6;

async function shownApart(
  groups: ReadonlyArray<ProductsApart>,
  { locale }: PriceFormat,
  now: Date,
): Promise<ReadonlyArray<SearchApart>> {
  const first = groups.map(({ productIds }) => productIds.slice(0, APART_MAX));
  const cards = new Map((await listProductCards(first.flat(), now)).map((card) => [card.id, card]));
  return groups.map(({ heading }, at) => ({
    heading,
    products: (first[at] ?? []).flatMap((id) => {
      const card = cards.get(id);
      if (!card) return [];
      const { name, path, image, price } = card;
      return [{ name, path, image, price: formatMoney(price.now, locale) }];
    }),
  }));
}

type ProductsApart = Readonly<{ heading: string; productIds: ReadonlyArray<number> }>;

type OnlyOne = Readonly<{ id: number; text: string }>;

type FoundProducts = Readonly<{
  /** Best first; a hosted engine's ids may be gone or hidden. */
  productIds: ReadonlyArray<number>;
  onlyOne: OnlyOne | null;
  corrected: string | null;
  filters: ReadonlyArray<AppliedCondition>;
  totalWithoutFilters: number;
  places: FoundPlaces;
  notice: SearchNotice | null;
  apart: ReadonlyArray<ProductsApart>;
}>;

type Condition = SearchFilter | Readonly<{ kind: "colour"; colour: ColourWord }>;
type AppliedCondition = Readonly<{ filter: Condition; without: string }>;

export async function findProducts(query: string, port: SearchPort = searchPort()): Promise<FoundProducts> {
  const intent = readIntent(query, await findStore());
  const catalogue = await findSearchRules();
  const ruled = applyRules(intent.words, catalogue.rules);
  const conditions = conditionsOf(query, { intent, ruled });
  const { notice } = ruled;
  if (ruled.products !== null)
    return findNearest(ruled.products, { catalogue, words: intent.words, conditions, notice });
  const found = await findMatches({ catalogue, ruled, conditions }, port);
  return { ...found, notice: notice && { ...notice, hasProducts: false } };
}

async function findMatches(
  { catalogue, ruled, conditions }: Arrangement,
  port: SearchPort,
): Promise<Omit<FoundProducts, "notice">> {
  const words = conditions.length === 0 || hasSubject(ruled.words) ? ruled.words : "";
  const { productIds: ids, corrected, places } = words ? await searchWords(words, port) : EVERYTHING;
  const isEmpty = words === "" && conditions.length === 0;
  const { productIds, filters } = isEmpty ? NOTHING_FOUND : await filterByConditions(ids, conditions);
  const meant = corrected === null ? ruled : applyRules(corrected, catalogue.rules);
  return {
    ...(await arrange(productIds, { catalogue, ruled: meant, conditions: filters })),
    corrected,
    filters,
    totalWithoutFilters: ids?.length ?? productIds.length,
    places,
  };
}

const NOTHING_FOUND = { productIds: [], filters: [] };

type ReadWords = Readonly<{ intent: SearchIntent; ruled: RuledWords }>;

/** A figure says an age better than a word. */
function conditionsOf(query: string, { intent, ruled }: ReadWords): ReadonlyArray<AppliedCondition> {
  const conditions: Array<AppliedCondition> = [...intent.filters];
  const hasAge = intent.filters.some(({ filter }) => filter.kind === "age");
  if (ruled.age && !hasAge) {
    const { months, typed } = ruled.age;
    conditions.unshift({ filter: { kind: "age", months }, without: withoutWords(query, typed) });
  }
  if (ruled.colour) {
    const { typed, ...colour } = ruled.colour;
    conditions.push({ filter: { kind: "colour", colour }, without: withoutWords(query, typed) });
  }
  return conditions;
}

async function filterByConditions(
  productIds: ReadonlyArray<number> | null,
  filters: ReadonlyArray<AppliedCondition>,
): Promise<Pick<FoundProducts, "productIds" | "filters">> {
  const apply = (some: ReadonlyArray<AppliedCondition>) =>
    filterProducts({ productIds, filters: some.map(({ filter }) => filter), max: FOUND_MAX });
  const found = await apply(filters);
  const others = filters.filter(({ filter }) => filter.kind !== "colour");
  if (found.length > 0 || others.length === filters.length || (productIds === null && others.length === 0))
    return { productIds: found, filters };
  return { productIds: await apply(others), filters: others };
}

type Nearest = Readonly<{
  catalogue: CatalogueRules;
  words: string;
  conditions: ReadonlyArray<AppliedCondition>;
  notice: RuledWords["notice"];
}>;

async function findNearest(
  slugs: ReadonlyArray<string>,
  { catalogue, words, conditions, notice }: Nearest,
): Promise<FoundProducts> {
  const ids = slugs.flatMap((slug) => catalogue.products.get(slug) ?? []);
  return {
    ...(await filterByConditions(ids, conditions)),
    onlyOne: null,
    apart: [],
    corrected: null,
    totalWithoutFilters: ids.length,
    places: (await findPlaces(words)).places,
    notice: notice && { ...notice, hasProducts: true },
  };
}

type Arrangement = Readonly<{
  catalogue: CatalogueRules;
  ruled: RuledWords;
  conditions: ReadonlyArray<AppliedCondition>;
}>;

const ORDERED_MAX = 60;

async function arrange(
  productIds: ReadonlyArray<number>,
  arrangement: Arrangement,
): Promise<Pick<FoundProducts, "productIds" | "onlyOne" | "apart">> {
  const { catalogue, ruled } = arrangement;
  if (productIds.length < 2) return { productIds, onlyOne: null, apart: [] };
  const { columns } = await findListing();
  const isWithin = (paths: ReadonlyArray<string>) => memberOf(columns, catalogue.idsWithin(paths));
  const groups = ruled.apart.map(({ heading, categories }) => {
    const isHere = isWithin(categories);
    return { heading, productIds: productIds.filter(isHere) };
  });
  const apart = new Set(groups.flatMap(({ productIds: ids }) => ids));
  const others = productIds.filter((id) => !apart.has(id));
  if (others.length === 0) return { ...(await ordered(productIds, columns, arrangement)), apart: [] };
  return {
    ...(await ordered(others, columns, arrangement)),
    apart: groups.filter(({ productIds: ids }) => ids.length > 0),
  };
}

function memberOf(columns: ListingColumns, categories: ReadonlyArray<number>): (id: number) => boolean {
  const sets = categories.flatMap((id) => columns.categories.get(id) ?? []);
  return (id) => {
    const at = sets.length === 0 ? null : ordinalOf(columns, id);
    return at !== null && sets.some((set) => isIn(set, at));
  };
}

async function ordered(
  productIds: ReadonlyArray<number>,
  columns: ListingColumns,
  { catalogue, ruled, conditions }: Arrangement,
): Promise<Pick<FoundProducts, "productIds" | "onlyOne">> {
  const ids = productIds.slice(0, ORDERED_MAX);
  const titles = await findSearchTitles(ids);
  const phrase = ruled.subject.join(" ");
  const isFirst = memberOf(columns, catalogue.idsWithin(ruled.first));
  const isOfCategory = memberOf(columns, catalogue.named.get(subjectKey(ruled.subject)) ?? []);
  const { age, colour } = requestedIn(conditions);
  const inOrder = inAnswerOrder(ids, (id) => {
    const at = ordinalOf(columns, id);
    const title = titles.get(id);
    return {
      isNamed: title !== undefined && phrase !== "" && isNamedBy(title, phrase),
      colourPlace: colour && at !== null ? colourPlace(columns, at, colour) : 0,
      isOfAge: age === null || (at !== null && isOfAge(columns.product.ageMinMonths[at] ?? NONE, age)),
      isOfCategory: isOfCategory(id),
      isOfKind: isFirst(id),
    };
  });
  const only = productIds.find(isOfCategory);
  const isOnly = productIds.findLast(isOfCategory) === only;
  const title = only !== undefined && isOnly ? titles.get(only) : undefined;
  return {
    productIds: [...inOrder, ...productIds.slice(ORDERED_MAX)],
    onlyOne: only !== undefined && title ? { id: only, text: title.text } : null,
  };
}

function requestedIn(conditions: ReadonlyArray<AppliedCondition>) {
  let age: number | null = null;
  let colour: ColourWord | null = null;
  for (const { filter } of conditions) {
    if (filter.kind === "age") age = filter.months;
    if (filter.kind === "colour") ({ colour } = filter);
  }
  return { age, colour } as Readonly<{ age: number | null; colour: ColourWord | null }>;
}

function isNamedBy({ head, keywords }: SearchTitle, phrase: string): boolean {
  return head === phrase || head.endsWith(` ${phrase}`) || keywords.has(phrase);
}

function colourPlace(columns: ListingColumns, at: number, { keys }: ColourWord): number {
  const { variantStart, variantValues, codes } = columns;
  const seen = new Set<number>();
  for (let variant = variantStart[at] ?? 0; variant < (variantStart[at + 1] ?? 0); variant += 1) {
    const value = variantValues.colour[variant] ?? 0;
    if (keys.includes(codes.colour[value - 1] ?? "")) return seen.size;
    seen.add(value);
  }
  return seen.size;
}

const EVERYTHING = { productIds: null, corrected: null, places: NO_PLACES };

async function searchWords(words: string, port: SearchPort) {
  const [answer, typed] = await Promise.all([port.search(words), findPlaces(words)]);
  const { places, isAsTyped } = typed;
  if (answer.corrected === null) return { ...answer, places };
  // A word of a page or an article is no spelling error: "returns" is not "turns".
  const isThere = isAsTyped && places.articles.length + places.pages.length > 0;
  if (isThere) return { productIds: [], corrected: null, places };
  return { ...answer, places: (await findPlaces(answer.corrected)).places };
}

function understood(
  { filter, without }: AppliedCondition,
  { currency, locale }: PriceFormat,
): UnderstoodFilter {
  if (filter.kind === "colour") return { text: upperFirst(filter.colour.name), without };
  const text = filterText(filter, (minor) => formatShortMoney(money(minor, currency), locale));
  return { text, without };
}

type Criteria = Readonly<{
  /** Best first; null means every product. */
  productIds: ReadonlyArray<number> | null;
  filters: ReadonlyArray<Condition>;
  max: number;
}>;

/**
 * In the given order, else by popularity; an age alone finds only products with an age range, which toys have and
 * wardrobes do not.
 */
async function filterProducts({ productIds, filters, max }: Criteria): Promise<ReadonlyArray<number>> {
  if (productIds?.length === 0) return [];
  if (productIds && filters.length === 0) return productIds;
  const index = await findListing();
  const { columns } = index;
  const isPassing = (at: number) => filters.every((filter) => passes(columns, at, filter));
  if (productIds) {
    return productIds.filter((id) => {
      const at = ordinalOf(columns, id);
      return at !== null && isPassing(at);
    });
  }
  const { ageMinMonths } = columns.product;
  const needsRange = filters.some(({ kind }) => kind === "age");
  const isRequested = (at: number) => (!needsRange || ageMinMonths[at] !== NONE) && isPassing(at);
  return firstIds(columns, await index.ordered(index.all, "featured"), { isRequested, max });
}

type Choice = Readonly<{ isRequested: (at: number) => boolean; max: number }>;

function firstIds(
  { product }: ListingColumns,
  order: Int32Array,
  { isRequested, max }: Choice,
): ReadonlyArray<number> {
  const found: Array<number> = [];
  for (const at of order) {
    if (found.length === max) break;
    if (isRequested(at)) found.push(product.id[at] ?? 0);
  }
  return found;
}

/** The legal minimum age holds here too, and a product without a stated age does not pass (requirement catalogue-3). */
function passes(columns: ListingColumns, at: number, filter: Condition): boolean {
  const { product } = columns;
  if (filter.kind === "age") return suits(product, at, filter.months);
  if (filter.kind === "colour")
    return filter.colour.keys.some((key) => isIn(withValue(columns, "colour", key), at));
  const price = product.sortPriceMinor[at] ?? 0;
  return price >= (filter.fromMinor ?? 0) && price <= (filter.toMinor ?? Infinity);
}

function suits(product: ListingColumns["product"], at: number, months: number): boolean {
  const from = product.ageMinMonths[at] ?? NONE;
  const advised = product.suitableFromMonths[at] ?? NONE;
  const to = product.ageMaxMonths[at] ?? NONE;
  // A missing age is below every other.
  const isStated = from !== NONE || advised !== NONE;
  return isStated && Math.max(from, advised) <= months && (to === NONE || to >= months);
}

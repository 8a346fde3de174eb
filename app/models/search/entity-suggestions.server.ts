import { listBrands } from "#app/models/catalogue/brand.server.ts";
import type { Brand } from "#app/models/catalogue/brand.ts";
import {
  type CategoryTree,
  findCategoryTree,
  type TreeCategory,
} from "#app/models/catalogue/category-tree.server.ts";
import { categoryAddress } from "#app/models/catalogue/category.ts";
import { listArticlesById, withFilledTexts } from "#app/models/content/content.server.ts";
import type { Article, InformationPage } from "#app/models/content/content.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { sumOf } from "#app/models/listing/listing-index/sort.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import { withoutTags } from "#app/models/shared/text.ts";
import { content } from "#app/services/content/content.server.ts";
import { readSynonyms } from "#app/services/search/embedded/documents.server.ts";
import { type PlaceDocument, searchPlaces } from "#app/services/search/embedded/places.server.ts";

import { subjectKey, subjectWords } from "./search-rules.ts";
import type { FoundPlaces, SearchPlace } from "./search.ts";

export const NO_PLACES: FoundPlaces = { category: null, categories: [], brands: [], articles: [], pages: [] };

const MAX = { categories: 6, brands: 6, articles: 3, pages: 4 } as const;

const POPULAR_MAX = 8;

export async function listPopularCategories(): Promise<ReadonlyArray<SearchPlace>> {
  const { departments } = await findCategoryTree();
  const ratings = await ratingsPerCategory();
  const count = ({ id }: Pick<TreeCategory, "id">) => ratings.get(id) ?? 0;
  const kinds = departments.flatMap(({ children }) => children);
  const popular = [...kinds].sort((a, b) => count(b) - count(a) || a.id - b.id).slice(0, POPULAR_MAX);
  return kinds
    .filter((kind) => popular.includes(kind))
    .map(({ name, path }) => ({ name, path: categoryAddress(path) }));
}

const ratingsPerCategory = cachedPerVersion(async () => {
  const { columns } = await findListing();
  return new Map(
    [...columns.categories].map(([id, set]) => [id, sumOf(columns, "ratingCount", set)] as const),
  );
});

type Sources = Readonly<{
  tree: CategoryTree;
  brands: ReadonlyArray<Brand>;
  articles: ReadonlyArray<Article>;
  pages: ReadonlyArray<InformationPage>;
}>;

export async function findPlaces(
  words: string,
): Promise<Readonly<{ places: FoundPlaces; isAsTyped: boolean }>> {
  const [tree, brands, articles, pages] = await Promise.all([
    findCategoryTree(),
    listBrands(),
    content().listArticles(),
    content().listPages(),
  ]);
  const documents = documentsOf({ tree, brands, articles, pages });
  const { ids, isAsTyped } = searchPlaces(documents, words, await findSynonyms());
  const found = (kind: keyof typeof MAX) =>
    ids.flatMap((id) => (id.startsWith(`${kind}:`) ? [id.slice(kind.length + 1)] : [])).slice(0, MAX[kind]);
  const named = (await categoriesByName()).get(subjectKey(subjectWords(words))) ?? null;
  const places: FoundPlaces = {
    category: named && { ...placeOf(named), description: named.description },
    categories: found("categories").flatMap((id) => {
      const category = tree.byId.get(Number(id));
      return category && category.id !== named?.id ? [placeOf(category)] : [];
    }),
    brands: found("brands").flatMap((slug) =>
      brands.filter((brand) => brand.slug === slug).map(({ name }) => ({ name, path: `/brands/${slug}` })),
    ),
    articles: await listArticlesById(found("articles")),
    pages: await withFilledTexts(
      found("pages").flatMap((slug) =>
        pages
          .filter((page) => page.slug === slug)
          .map(({ title }) => ({ name: title, path: `/information/${slug}` })),
      ),
    ),
  };
  return { places, isAsTyped };
}

const placeOf = ({ name, path }: TreeCategory) => ({ name, path: categoryAddress(path) });

const categoriesByName = cachedPerVersion(async () => {
  const { byId } = await findCategoryTree();
  const depth = ({ path }: TreeCategory) => path.split("/").length;
  const lowestFirst = [...byId.values()].sort((one, other) => depth(other) - depth(one) || other.id - one.id);
  const named = lowestFirst.map((category) => [subjectKey(subjectWords(category.name)), category] as const);
  return new Map(named.filter(([key]) => key !== ""));
});

const findSynonyms = cachedPerVersion(readSynonyms);

let stored: Readonly<{ sources: Sources; documents: ReadonlyArray<PlaceDocument> }> | null = null;

function documentsOf(sources: Sources): ReadonlyArray<PlaceDocument> {
  const isSame =
    stored?.sources.tree === sources.tree &&
    stored.sources.articles === sources.articles &&
    stored.sources.pages === sources.pages;
  if (isSame && stored) return stored.documents;
  const documents = withUnchanged(makeDocuments(sources), stored?.documents ?? []);
  stored = { sources, documents };
  return documents;
}

/** Every change of the catalogue reads the tree anew, seldom a place: what is the same in `before` is not indexed again. */
function withUnchanged(
  documents: ReadonlyArray<PlaceDocument>,
  before: ReadonlyArray<PlaceDocument>,
): ReadonlyArray<PlaceDocument> {
  const known = new Map(before.map((document) => [document.id, document]));
  const all = documents.map((document) => {
    const same = known.get(document.id);
    return same && isSameText(same, document) ? same : document;
  });
  return all.length === before.length && all.every((document, at) => document === before[at]) ? before : all;
}

function isSameText(one: PlaceDocument, other: PlaceDocument): boolean {
  return one.name === other.name && one.keywords === other.keywords && one.text === other.text;
}

const contentDocuments = new WeakMap<Article | InformationPage, PlaceDocument>();

/** Taking the tags out of all texts takes milliseconds. */
function contentDocument(source: Article | InformationPage, id: string, keywords: string): PlaceDocument {
  const { title, excerpt, html } = source;
  const document = contentDocuments.get(source) ?? {
    ...{ id, name: title, keywords },
    text: `${excerpt} ${withoutTags(html, " ")}`,
  };
  contentDocuments.set(source, document);
  return document;
}

function makeDocuments({ tree, brands, articles, pages }: Sources): ReadonlyArray<PlaceDocument> {
  return [
    ...[...tree.byId.values()].map(({ id, name, searchKeywords, bandFromMonths }) => ({
      id: `categories:${id}`,
      name,
      // "Gift" alone does not mean an age.
      keywords: bandFromMonths === null ? searchKeywords : "",
      text: "",
    })),
    ...brands.map(({ slug, name }) => ({ id: `brands:${slug}`, name, keywords: "", text: "" })),
    ...articles.map((article) => contentDocument(article, `articles:${article.id}`, article.tags.join(", "))),
    ...pages.map((page) => contentDocument(page, `pages:${page.slug}`, "")),
  ];
}

import { findCategoryTree, idsBelow } from "#app/models/catalogue/category-tree.server.ts";
import { backSince } from "#app/models/catalogue/product-summaries.server.ts";
import {
  type ListingColumns,
  NONE,
  ordinalOf,
  withValue,
} from "#app/models/listing/listing-index/columns.ts";
import type { ListingIndex, Scope } from "#app/models/listing/listing-index/listing-index.server.ts";
import {
  anyOf,
  EMPTY_SET,
  isIn,
  onlyIf,
  type ProductSet,
  setOf,
} from "#app/models/listing/listing-index/product-id-set.ts";
import { inOrder, someOf } from "#app/models/listing/listing-index/sort.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { isSafeAt } from "./filter-values.ts";
import { type GiftAnswers, isGift } from "./gift-finder.ts";
import type { ListingScope } from "./listing.ts";
import type { SortKey } from "#app/models/catalogue/sort-key.ts";

let idLists = 0;

export async function productsIn(scope: ListingScope, index: ListingIndex, now: Date): Promise<Scope> {
  const { columns } = index;
  switch (scope.kind) {
    case "all":
      return index.all;
    case "newest": {
      const order = await index.ordered(index.all, "newest");
      return index.scope(`newest ${scope.count}`, true, () =>
        ofOrdinals(order.slice(0, scope.count), columns),
      );
    }
    case "brand":
      return index.scope(`brand ${scope.brandId}`, true, () => ofBrand(index, scope.brandId));
    case "category":
      return inCategory(index, scope.categoryId);
    case "gifts": {
      const inside = await inCategory(index, scope.categoryId);
      const key = `gifts ${scope.categoryId} ${answersKey(scope.answers)}`;
      return index.scope(key, false, () => giftsIn(columns, inside.set, scope.answers));
    }
    case "new": {
      const since = Date.parse(startOfDay(now, scope.days, (await findStore()).timeZone));
      const { createdAt } = columns.product;
      const isNew = (at: number) => (createdAt[at] ?? 0) >= since;
      return index.scope(`new ${since}`, true, () => onlyIf(index.all.set, isNew, columns.count));
    }
    case "back-in-stock": {
      const since = Date.parse(backSince(await findStore(), now));
      return index.scope(`back ${since}`, false, () => backIn(columns, index.all.set, since));
    }
    case "ids": {
      idLists += 1;
      const order = placesOf(columns, scope.productIds);
      return { key: `ids ${idLists}`, set: ofOrdinals(order, columns), isFixed: true, order };
    }
  }
}

export type Ordering = Readonly<{ kind: ListingScope; sort: SortKey; index: ListingIndex; upTo: number }>;

export async function ordered(scope: Scope, { kind, sort, index, upTo }: Ordering): Promise<Int32Array> {
  if (scope.order) return sort === "featured" ? scope.order : index.sortedSet(scope.set, sort);
  if (kind.kind === "back-in-stock" && sort === "newest") {
    const { returnedAt } = index.columns.product;
    return inOrder(scope.set, (at) => -(returnedAt[at] ?? 0), false);
  }
  return index.ordered(scope, sort, upTo);
}

type Narrowed = Ordering &
  Readonly<{ matches: ProductSet; part: Readonly<{ start: number; count: number }> }>;

/** A short list is sorted by itself; of a long one the matches are picked from all products in order. */
export async function narrowedPart(
  scope: Scope,
  { matches, part, ...order }: Narrowed,
): Promise<ReadonlyArray<number>> {
  const { index, sort } = order;
  if (hasOwnOrder(order)) return someOf(await ordered(scope, order), matches, part);
  if (matches.members && sort !== "name") {
    const sorted = await index.sortedSet(matches, sort);
    return [...sorted.subarray(part.start, part.start + part.count)];
  }
  return someOf(await index.ordered(index.all, sort), matches, part);
}

/** Any other order of a scope may have been cut after its beginning. */
function hasOwnOrder({ kind, sort }: Ordering): boolean {
  return kind.kind === "ids" || (kind.kind === "back-in-stock" && sort === "newest");
}

function placesOf(columns: ListingColumns, ids: ReadonlyArray<number>): Int32Array {
  const isThere = new Uint8Array(columns.count);
  const places = new Int32Array(ids.length);
  let size = 0;
  for (const id of ids) {
    const at = ordinalOf(columns, id);
    if (at === null || isThere[at] === 1) continue;
    isThere[at] = 1;
    places[size] = at;
    size += 1;
  }
  return places.slice(0, size);
}

function ofOrdinals(ordinals: Int32Array, { count }: ListingColumns): ProductSet {
  return setOf(ordinals.slice().sort(), count);
}

function ofBrand({ columns, all }: ListingIndex, brandId: number): ProductSet {
  const { brandId: brands } = columns.product;
  return onlyIf(all.set, (at) => brands[at] === brandId, columns.count);
}

async function inCategory(index: ListingIndex, categoryId: number): Promise<Scope> {
  const category = (await findCategoryTree()).byId.get(categoryId);
  const ids = category ? idsBelow(category) : [];
  const from = category?.bandFromMonths ?? null;
  // The children of a category may change without a change of products.
  return index.scope(`category ${ids.join()} ${from ?? ""}`, true, () => {
    const { columns } = index;
    const inside = ofCategories(columns, ids);
    // Requirement catalogue-3: the legal minimum age wins, whatever a list says.
    return from === null
      ? inside
      : onlyIf(inside, (at) => isSafeAt(agesAt(columns, at), from), columns.count);
  });
}

export function ofCategories(columns: ListingColumns, ids: ReadonlyArray<number>): ProductSet {
  return anyOf(
    ids.map((id) => columns.categories.get(id) ?? EMPTY_SET),
    columns.count,
  );
}

function agesAt({ product }: ListingColumns, at: number) {
  const age = (months: number | undefined) => (months === undefined || months === NONE ? null : months);
  return {
    ageMinMonths: age(product.ageMinMonths[at]),
    ageMaxMonths: age(product.ageMaxMonths[at]),
    suitableFromMonths: age(product.suitableFromMonths[at]),
  };
}

type Gift = Parameters<typeof isGift>[0];

function giftAt(columns: ListingColumns, at: number, answers: GiftAnswers): Gift {
  const themes = [answers.interest, answers.occasion].flatMap((theme) => theme?.categoryIds ?? []);
  return {
    ...agesAt(columns, at),
    sortPriceMinor: columns.product.sortPriceMinor[at] ?? 0,
    categoryIds: themes.filter((id) => isIn(columns.categories.get(id) ?? EMPTY_SET, at)),
  };
}

function giftsIn(columns: ListingColumns, inside: ProductSet, answers: GiftAnswers): ProductSet {
  return onlyIf(inside, (at) => isGift(giftAt(columns, at, answers), answers), columns.count);
}

export async function countGifts(
  index: ListingIndex,
  { categoryId, answers }: Readonly<{ categoryId: number; answers: GiftAnswers }>,
  isCounted: (gift: Gift, answers: GiftAnswers) => boolean,
): Promise<number> {
  const inside = await inCategory(index, categoryId);
  const { columns } = index;
  const key = `early ${categoryId} ${answersKey(answers)}`;
  const counted = (at: number) => isCounted(giftAt(columns, at, answers), answers);
  return index.scope(key, false, () => onlyIf(inside.set, counted, columns.count)).set.size;
}

function answersKey({ band, budgetMinor, interest, occasion }: GiftAnswers): string {
  return [band?.slug, budgetMinor, interest?.slug, occasion?.slug].join();
}

/** Requirement listing-2: back within the window and still there; nothing discontinued, no pre-orders. */
function backIn(columns: ListingColumns, all: ProductSet, since: number): ProductSet {
  const { isAvailable, returnedAt } = columns.product;
  const inStock = withValue(columns, "stock", "in-stock");
  const isBack = (at: number) =>
    isAvailable[at] === 1 && (returnedAt[at] ?? NONE) >= since && isIn(inStock, at);
  return onlyIf(all, isBack, columns.count);
}

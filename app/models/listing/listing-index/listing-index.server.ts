import { LRUCache } from "lru-cache";

import type { FilterCounts } from "#app/models/listing/filter.ts";
import type { Band, ProductFacts } from "#app/models/listing/filter-values.ts";
import { filterKey, type Filters, type FilterVocabulary } from "#app/models/listing/filter.ts";
import type { SortKey } from "#app/models/catalogue/sort-key.ts";

import { type ListingColumns, ordinalOf } from "./columns.ts";
import { countListed, type Listed } from "./count.ts";
import { fullSet, isIn, type ProductSet } from "./product-id-set.ts";
import { inOrder, inOrderOf, isDescending, keyFor, move, placeInOrder } from "./sort.ts";
import { canPatch, patchProduct } from "./build.ts";

/** About a thousand filtered lists, of which the rendered pages are stored as well. */
const CACHE_BYTES = 8 * 1_048_576;
const ENTRY_BYTES = 512;
const COUNTS_BYTES = 8_192;
const BEGINNING = 2_400;
const MOVED_MAX = 100;

/** Equal keys mean equal products. */
export type Scope = Readonly<{
  key: string;
  set: ProductSet;
  /** False if prices or stock decide which products belong to it. */
  isFixed: boolean;
  /** Of a list of ids: its products in the order of the list. */
  order?: Int32Array;
}>;

export type ListingContents = Readonly<{
  columns: ListingColumns;
  vocabulary: FilterVocabulary;
  bands: ReadonlyArray<Band>;
  /** Reads the names of all products, and puts these in their order. */
  readNames: () => Promise<Int32Array>;
}>;

const bytesOf = ({ members, bits }: ProductSet): number => ((members ?? bits)?.byteLength ?? 0) + ENTRY_BYTES;

function newCache<Value extends object>(sizeCalculation: (value: Value) => number) {
  return new LRUCache<string, Value>({ maxSize: CACHE_BYTES, sizeCalculation });
}

export class ListingIndex {
  readonly columns: ListingColumns;
  readonly vocabulary: FilterVocabulary;
  readonly bands: ReadonlyArray<Band>;
  readonly all: Scope;
  readonly #readNames: () => Promise<Int32Array>;
  #names: Promise<Int32Array> | null = null;
  #patches = 0;
  readonly #whole = new Map<Exclude<SortKey, "name">, Int32Array>();
  readonly #scopes = newCache<Scope>(({ set }) => bytesOf(set));
  readonly #orders = newCache<Readonly<{ scope: Scope; order: Int32Array }>>(
    ({ order }) => order.byteLength + ENTRY_BYTES,
  );
  readonly #counts = newCache<Readonly<{ scope: Scope; listed: Listed }>>(
    ({ listed }) => bytesOf(listed.matches) + COUNTS_BYTES,
  );

  constructor({ columns, vocabulary, bands, readNames }: ListingContents) {
    this.columns = columns;
    this.vocabulary = vocabulary;
    this.bands = bands;
    this.#readNames = readNames;
    this.all = { key: "all", set: fullSet(columns.count), isFixed: true };
  }

  scope(key: string, isFixed: boolean, make: () => ProductSet): Scope {
    const known = this.#scopes.get(key);
    if (known) return known;
    const scope = { key, set: make(), isFixed };
    this.#scopes.set(key, scope);
    return scope;
  }

  /** Of a long list only the beginning is cached. */
  async ordered(scope: Scope, sort: SortKey, upTo = Infinity): Promise<Int32Array> {
    if (scope === this.all) return this.#wholeOrder(sort);
    const { set } = scope;
    const isStored = set.members !== null || upTo <= BEGINNING;
    if (!isStored) return inOrderOf(await this.#wholeOrder(sort), set, upTo);
    const key = `${scope.key} ${sort}`;
    const known = this.#orders.get(key);
    if (known?.scope === scope) return known.order;
    const patches = this.#patches;
    const order = await this.sortedSet(set, sort, BEGINNING);
    if (patches === this.#patches) this.#orders.set(key, { scope, order });
    return order;
  }

  /** Of a large set the first `upTo`; not cached. */
  async sortedSet(set: ProductSet, sort: SortKey, upTo = Infinity): Promise<Int32Array> {
    if (set.bits || sort === "name")
      return inOrderOf(await this.#wholeOrder(sort), set, set.bits ? upTo : Infinity);
    return inOrder(set, keyFor(this.columns, sort), isDescending(sort));
  }

  async #wholeOrder(sort: SortKey): Promise<Int32Array> {
    if (sort === "name") return this.#nameOrder();
    const known = this.#whole.get(sort);
    if (known) return known;
    const order = inOrder(this.all.set, keyFor(this.columns, sort), isDescending(sort));
    this.#whole.set(sort, order);
    return order;
  }

  /** Names are read when lists are first sorted by them, and again after one has changed. */
  #nameOrder(): Promise<Int32Array> {
    const names = (this.#names ??= this.#readNames());
    names.catch(() => (this.#names = null));
    return names;
  }

  listed(scope: Scope, filters: Filters): Listed {
    const key = `${scope.key} ${filterKey(filters)}`;
    const known = this.#counts.get(key);
    if (known?.scope === scope) return known.listed;
    const listed = countListed(this.columns, scope.set, filters);
    this.#counts.set(key, { scope, listed });
    return listed;
  }

  countsOfAll(): FilterCounts {
    return this.listed(this.all, { values: {}, minMinor: null, maxMinor: null }).counts;
  }

  /**
   * `facts` are those of `ids` that are still visible; false: nothing has changed, and everything must be read again.
   */
  patch(ids: ReadonlyArray<number>, facts: ReadonlyArray<ProductFacts>): boolean {
    const known = ids.filter((id) => ordinalOf(this.columns, id) !== null);
    if (known.length !== facts.length) return false;
    const placed = facts.map((fact) => [ordinalOf(this.columns, fact.id), fact] as const);
    const changes = placed.flatMap(([at, fact]) =>
      at !== null && canPatch(this.columns, at, fact) ? [[at, fact] as const] : [],
    );
    if (changes.length !== facts.length) return false;
    this.#patches += 1;
    if (changes.length > MOVED_MAX) this.#whole.clear();
    for (const [ordinal, fact] of changes) this.#patchOne(ordinal, fact);
    this.#forget(changes.map(([ordinal]) => ordinal));
    return true;
  }

  /** Its position is looked up before its row changes, and its new one after. */
  #patchOne(ordinal: number, facts: ProductFacts): void {
    const moves = [...this.#whole].map(([sort, order]) => {
      const by = { keyOf: keyFor(this.columns, sort), isTurned: isDescending(sort) };
      const key = by.keyOf(ordinal);
      return { order, by, key, from: placeInOrder(order, by, [ordinal, key]) };
    });
    const { hash } = this.columns.product;
    const name = hash[ordinal];
    patchProduct(this.columns, ordinal, facts);
    if (hash[ordinal] !== name) this.#names = null;
    for (const { order, by, key, from } of moves) {
      const now = by.keyOf(ordinal);
      if (now === key) continue;
      // Moved out first, so that the rest is in order for the search.
      move(order, from, order.length - 1);
      move(order, order.length - 1, placeInOrder(order.subarray(0, -1), by, [ordinal, now]));
    }
  }

  #forget(ordinals: ReadonlyArray<number>): void {
    const isTouched = ({ set, isFixed }: Scope) => !isFixed || ordinals.some((ordinal) => isIn(set, ordinal));
    for (const [key, { scope }] of this.#orders.entries()) if (isTouched(scope)) this.#orders.delete(key);
    for (const [key, { scope }] of this.#counts.entries()) if (isTouched(scope)) this.#counts.delete(key);
    for (const [key, scope] of this.#scopes.entries()) if (!scope.isFixed) this.#scopes.delete(key);
  }
}

import type { BulkPageData } from "#app/components/desk/products/bulk-check.tsx";
import type { ProductChoice, ProductChoices } from "#app/models/catalogue/editing/product-choices.ts";
import {
  BULK_PRODUCTS_MAX,
  countProductViews,
  type DeskProduct,
  findDeskProducts,
  findListedProducts,
  type ProductFilters,
  type ProductSelection,
} from "#app/models/desk/products/product-list.server.ts";
import { productView } from "#app/models/desk/products/product-views.ts";
import { refused, type Result } from "#app/models/shared/result.ts";
import { tickedNumbers } from "#app/routes/desk/selection.server.ts";

const QUERY_MAX = 80;

type Typed = URLSearchParams | Readonly<Record<string, string>>;

export type NamedProducts = Readonly<{
  selection: ProductSelection;
  after: number | null;
  query: Readonly<Record<string, string>>;
}>;

function readerOf(typed: Typed): (name: string) => string {
  return (name) => (typed instanceof URLSearchParams ? typed.get(name) : typed[name])?.trim() ?? "";
}

/** Values that make no sense are left out: an old link still opens a list. */
export function namedProducts(typed: Typed): NamedProducts {
  const read = readerOf(typed);
  const id = (name: string) => (/^[1-9]\d{0,8}$/.test(read(name)) ? Number(read(name)) : null);
  const { key: view } = productView(read("view"));
  const filters = { query: read("q").slice(0, QUERY_MAX), category: id("category"), brand: id("brand") };
  const { query: q, category, brand } = filters;
  const query = Object.fromEntries(
    Object.entries({ view, q, category, brand }).flatMap(([name, value]) =>
      value ? [[name, String(value)]] : [],
    ),
  );
  return { selection: { view, filters }, after: id("after"), query };
}

/** "“stacker”, Wooden toys > Stackers, Hollybough Workshop". */
export function filterWords({ query, category, brand }: ProductFilters, choices: ProductChoices): string {
  const nameIn = (list: ReadonlyArray<ProductChoice>, id: number | null) =>
    id === null ? "" : (list.find((choice) => choice.id === id)?.name ?? "Nothing that the shop has");
  return [
    query === "" ? "" : `“${query}”`,
    nameIn(choices.categories, category),
    nameIn(choices.brands, brand),
  ]
    .filter(Boolean)
    .join(", ");
}

export type ChosenProducts = Readonly<{
  products: ReadonlyArray<DeskProduct>;
  /** Products of the list that have changed since the page was made, and so are none of them. */
  changedSince: number;
  query: Readonly<Record<string, string>>;
  list: Readonly<Record<string, string>>;
}>;

const TICKED_MAX = 50;

/** The ticked ones, or all of its list as the page showed it. */
export async function chosenProducts(
  typed: Typed,
): Promise<Result<ChosenProducts, "desk-nothing-chosen" | "desk-too-many-products">> {
  const read = readerOf(typed);
  const { selection, query: list } = namedProducts(typed);
  if (read("all") !== "on") {
    const names = typed instanceof URLSearchParams ? typed.keys() : Object.keys(typed);
    const ids = tickedNumbers(names).slice(0, TICKED_MAX);
    const products = await findDeskProducts(ids);
    const query = { ...list, ...Object.fromEntries(ids.map((id) => [`n${id}`, "on"])) };
    return chosen({ products, changedSince: 0, query, list });
  }
  const seen = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(read("seen")) ? read("seen") : "";
  const [products, counts] = await Promise.all([
    findListedProducts(selection, seen || null),
    countProductViews([selection.view], selection.filters),
  ]);
  const changedSince = Math.max(0, (counts[selection.view] ?? 0) - products.length);
  return chosen({ products, changedSince, query: { ...list, all: "on", seen }, list });
}

function chosen(
  value: ChosenProducts,
): Result<ChosenProducts, "desk-nothing-chosen" | "desk-too-many-products"> {
  if (value.products.length > BULK_PRODUCTS_MAX)
    return refused("desk-too-many-products", { maximum: BULK_PRODUCTS_MAX });
  return value.products.length === 0 ? refused("desk-nothing-chosen") : { ok: true, value };
}

/** "12:4200 13:5000". */
export function shownText(products: ReadonlyArray<DeskProduct>): string {
  return products.map(({ id, priceMinor }) => `${id}:${priceMinor}`).join(" ");
}

/** By id, from {@link shownText}; nothing of what makes no sense. */
export function shownPrices(text: string): ReadonlyMap<number, number> {
  const pairs = text.split(" ").flatMap((pair) => {
    const [, id, minor] = /^([1-9]\d{0,8}):(\d{1,12})$/.exec(pair) ?? [];
    return id === undefined ? [] : [[Number(id), Number(minor)] as const];
  });
  return new Map(pairs.slice(0, BULK_PRODUCTS_MAX));
}

const CHECKED_ROWS = 100;

export function checkedPage(
  products: ReadonlyArray<DeskProduct>,
  typed: string | undefined,
  hrefOf: (page: number | null) => string,
): Readonly<{ shown: ReadonlyArray<DeskProduct>; pages: BulkPageData["pages"] }> {
  const last = Math.max(1, Math.ceil(products.length / CHECKED_ROWS));
  const page = Math.min(last, /^[1-9]\d{0,2}$/.test(typed ?? "") ? Number(typed) : 1);
  const from = (page - 1) * CHECKED_ROWS;
  const shown = products.slice(from, from + CHECKED_ROWS);
  return {
    shown,
    pages: {
      place: last === 1 ? null : `${from + 1} to ${from + shown.length} of ${products.length}`,
      before: page === 1 ? null : hrefOf(page === 2 ? null : page - 1),
      next: page === last ? null : hrefOf(page + 1),
    },
  };
}

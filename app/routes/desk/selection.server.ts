/** The list of orders that an address names: its view, filters and page. */
import { type ListPlace, NO_ORDER_FILTERS, type OrderFilters } from "#app/models/desk/order-list.server.ts";
import { orderView, type OrderViewKey } from "#app/models/desk/views.ts";
import { isDay } from "#app/models/shared/local-date.ts";

const PRODUCT_MAX = 60;

export type NamedList = Readonly<{
  view: OrderViewKey;
  filters: OrderFilters;
  after: ListPlace | null;
  /** View and filters again, for links and forms. */
  query: Readonly<Record<string, string>>;
}>;

/** Values that make no sense are left out: an old link still opens a list. */
export function namedList(params: URLSearchParams | Readonly<Record<string, string>>): NamedList {
  const read = (name: string) =>
    (params instanceof URLSearchParams ? params.get(name) : params[name])?.trim() ?? "";
  const { key: view } = orderView(read("view"));
  const day = (name: string) => (isDay(read(name)) ? read(name) : null);
  const filters: OrderFilters = {
    ...NO_ORDER_FILTERS,
    method: /^[\w-]{1,40}$/.test(read("method")) ? read("method") : null,
    isGift: read("gift") === "on",
    from: day("from"),
    to: day("to"),
    product: read("product").slice(0, PRODUCT_MAX) || null,
  };
  const { method, isGift, from, to, product } = filters;
  const shown = { view, method, gift: isGift ? "on" : null, from, to, product };
  const query = Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return { view, filters, after: placeOf(read("after")), query };
}

/** "2026-11-24~10048212" */
function placeOf(text: string): ListPlace | null {
  const [, by = "", number = ""] = /^([\d.:TZ-]{10,24})~(\d{1,9})$/.exec(text) ?? [];
  return by === "" ? null : { by, number: Number(number) };
}

export function placeText({ by, number }: ListPlace): string {
  return `${by}~${number}`;
}

/** The order numbers that were ticked: fields such as "n10048212". */
export function tickedNumbers(fields: Iterable<string>): ReadonlyArray<number> {
  return [...fields].flatMap((name) => {
    const [, number] = /^n(\d{1,9})$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}

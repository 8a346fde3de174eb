import { NO_ORDER_FILTERS, type OrderFilters } from "#app/models/desk/orders/order-filters.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import {
  listOrderNumbers,
  type ListPlace,
  ORDER_SORTS,
  type OrderSelection,
  type OrderSort,
} from "#app/models/desk/orders/order-list.server.ts";
import { orderView, type OrderViewKey } from "#app/models/desk/views.ts";
import { dayStart } from "#app/models/shared/date-window.ts";
import { addDays, isDay, localTime, longDay } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { readAmount } from "#app/models/shared/typed-amount.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

const TEXT_MAX = 60;

export type NamedList = Readonly<{
  selection: OrderSelection;
  view: OrderViewKey;
  after: ListPlace | null;
  query: Readonly<Record<string, string>>;
}>;

type Typed = URLSearchParams | Readonly<Record<string, string>>;
type Reader = Readonly<{ role: StaffRole; now: Date }>;

/** Values that make no sense are left out, and the name of a customer for a role that sees no names. */
export async function namedList(params: Typed, { role, now }: Reader): Promise<NamedList> {
  const store = await findStore();
  const read = (name: string) =>
    (params instanceof URLSearchParams ? params.get(name) : params[name])?.trim() ?? "";
  const { key: view } = orderView(read("view"));
  const shown = shownFilters(read, { store, role });
  const sort = ORDER_SORTS.find((one) => one === read("sort"));
  const query = Object.fromEntries(
    Object.entries({ view, ...shown, sort }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const filters = filtersOf(shown, { store, hasEmail: can(role, "see-addresses") });
  const today = localTime(now, store.timeZone).day;
  return { selection: { view, filters, today, sort }, view, after: placeOf(read("after"), sort), query };
}

type Shown = Readonly<
  Record<
    "method" | "gift" | "two-person" | "from" | "to" | "least" | "most" | "product" | "customer",
    string | null
  >
>;

function shownFilters(
  read: (name: string) => string,
  { store, role }: Readonly<{ store: Store; role: StaffRole }>,
): Shown {
  const day = (name: string) => (isDay(read(name)) ? read(name) : null);
  const tick = (name: string) => (read(name) === "on" ? "on" : null);
  const amount = (name: string) => (readAmount(read(name), store) === null ? null : read(name));
  return {
    method: /^[\w-]{1,40}$/.test(read("method")) ? read("method") : null,
    gift: tick("gift"),
    "two-person": tick("two-person"),
    from: day("from"),
    to: day("to"),
    least: amount("least"),
    most: amount("most"),
    product: read("product").slice(0, TEXT_MAX) || null,
    customer: can(role, "see-names") ? read("customer").slice(0, TEXT_MAX) || null : null,
  };
}

type Meaning = Readonly<{ store: Store; hasEmail: boolean }>;

function filtersOf(shown: Shown, { store, hasEmail }: Meaning): OrderFilters {
  const start = (day: string) => dayStart(day, store.timeZone);
  const [least, most] = [readAmount(shown.least, store), readAmount(shown.most, store)];
  return {
    ...NO_ORDER_FILTERS,
    method: shown.method,
    isGift: shown.gift !== null,
    isTwoPerson: shown["two-person"] !== null,
    from: shown.from && start(shown.from),
    before: shown.to && start(addDays(shown.to, 1)),
    total: least === null && most === null ? null : { least, most, currency: store.currency },
    product: shown.product,
    customer: shown.customer === null ? null : { text: shown.customer, hasEmail },
  };
}

type Chosen = Readonly<{ text: string; query: Readonly<Record<string, string>> }>;

export function chosenFilters(
  query: NamedList["query"],
  methods: ReadonlyArray<Readonly<{ key: string; name: string }>>,
  store: Store,
): ReadonlyArray<Chosen> {
  const money = (typed: string) =>
    formatMoney({ minor: readAmount(typed, store) ?? 0, currency: store.currency }, store.locale);
  const words: Readonly<Record<string, (value: string) => string>> = {
    method: (key) => methods.find((one) => one.key === key)?.name ?? key,
    gift: () => "Gifts",
    "two-person": () => "Two-person delivery",
    from: (day) => `Placed from ${longDay(day, store.locale)}`,
    to: (day) => `Placed until ${longDay(day, store.locale)}`,
    least: (amount) => `From ${money(amount)}`,
    most: (amount) => `Up to ${money(amount)}`,
    product: (text) => `Product “${text}”`,
    customer: (text) => `Customer “${text}”`,
  };
  return Object.entries(query).flatMap(([name, value]) => {
    const text = words[name]?.(value);
    if (text === undefined) return [];
    return [{ text, query: Object.fromEntries(Object.entries(query).filter(([other]) => other !== name)) }];
  });
}

/** "2026-11-24~10048212" */
function placeOf(text: string, sort: OrderSort | undefined): ListPlace | null {
  const [, by = "", number = "", of = ""] = /^([\d.:TZ-]{10,24})~(\d{1,9})~?(\w{0,10})$/.exec(text) ?? [];
  // A page of the list in another order would begin anywhere.
  return by === "" || of !== (sort ?? "") ? null : { by, number: Number(number) };
}

export function placeText({ by, number }: ListPlace, sort: OrderSort | undefined): string {
  return [by, number, sort].filter(Boolean).join("~");
}

/** The ticked ones, or all of its list but those that have changed since the page was made. */
export async function chosenNumbers(fields: Typed, reader: Reader): Promise<ReadonlyArray<number>> {
  const isForm = !(fields instanceof URLSearchParams);
  const read = (name: string) => (isForm ? fields[name] : fields.get(name)) ?? "";
  if (read("all") !== "on") return tickedNumbers(isForm ? Object.keys(fields) : fields.keys());
  await indexOrders();
  const { selection } = await namedList(fields, reader);
  return listOrderNumbers({ ...selection, unchangedSince: seenAt(fields) });
}

/** When the page with the list was made, or null. ISO 8601, UTC. */
export function seenAt(fields: Typed): string | null {
  const seen = (fields instanceof URLSearchParams ? fields.get("seen") : fields["seen"]) ?? "";
  return /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(seen) ? seen : null;
}

/** The order numbers that were ticked: fields such as "n10048212". */
export function tickedNumbers(fields: Iterable<string>): ReadonlyArray<number> {
  return [...fields].flatMap((name) => {
    const [, number] = /^n(\d{1,9})$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}

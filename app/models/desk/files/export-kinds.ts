import { isDay } from "#app/models/shared/local-date.ts";

/** "either": with names and without. "always": the file makes no sense without. */
type Names = "never" | "either" | "always";

export const EXPORT_KINDS = [
  {
    key: "orders",
    title: "Orders",
    what: "One row for each order, with amounts and VAT",
    personal: "names, email and postal addresses, phone numbers and the words on items",
    names: "either",
  },
  {
    key: "royal-mail",
    title: "Orders for Royal Mail",
    what: "One row for each order to be sent, in the columns of Click & Drop",
    personal: "names, email and postal addresses and phone numbers",
    names: "always",
  },
  {
    key: "dpd",
    title: "Orders for DPD",
    what: "One row for each order to be sent, in the columns of MyDPD",
    personal: "names, email and postal addresses and phone numbers",
    names: "always",
  },
  {
    key: "products",
    title: "Products",
    what: "One row for each variant: texts, prices, sales, who sees it",
    personal: "",
    names: "never",
  },
  {
    key: "stock",
    title: "Stock",
    what: "One row for each variant, with empty columns for what you receive or count",
    personal: "",
    names: "never",
  },
  {
    key: "customers",
    title: "Customers",
    what: "One row for each account, with its orders",
    personal: "email addresses and names",
    names: "either",
  },
  {
    key: "newsletter",
    title: "Newsletter",
    what: "One row for each subscriber, with topics and consent",
    personal: "email addresses",
    names: "either",
  },
  {
    key: "coupons",
    title: "Coupons",
    what: "One row for each discount code, with its use",
    personal: "",
    names: "never",
  },
  {
    key: "redirects",
    title: "Redirects",
    what: "One row for each old address",
    personal: "",
    names: "never",
  },
  {
    key: "log",
    title: "Log",
    what: "One row for each step at the desk, the newest first",
    personal: "the names of those who work at the desk",
    names: "always",
  },
] as const satisfies ReadonlyArray<
  Readonly<{
    key: string;
    title: string;
    what: string;
    /** What is in the file with names alone. */
    personal: string;
    names: Names;
  }>
>;

export type ExportKindRow = (typeof EXPORT_KINDS)[number];
export type ExportKind = ExportKindRow["key"];

export type CourierKind = "royal-mail" | "dpd";

/** Of orders, which are placed on days. */
export function hasDays(kind: ExportKind): boolean {
  return kind === "orders";
}

export function isCourierKind(kind: ExportKind): kind is CourierKind {
  return kind === "royal-mail" || kind === "dpd";
}

export function exportKind(key: string | undefined): ExportKindRow | null {
  return EXPORT_KINDS.find((kind) => kind.key === key) ?? null;
}

/** Placed at or after `from` and before `to`; ISO 8601, or null for no limit. */
export type DaySpan = Readonly<{ from: string | null; to: string | null }>;

const DAY_MS = 86_400_000;

/** Both days included, in UTC; an empty text is no limit. Null for what are no days. */
export function daySpan(first: string, last: string): DaySpan | null {
  if ([first, last].some((day) => day !== "" && !isDay(day))) return null;
  const start = (day: string) => new Date(`${day}T00:00:00.000Z`);
  return {
    from: first === "" ? null : start(first).toISOString(),
    to: last === "" ? null : new Date(start(last).getTime() + DAY_MS).toISOString(),
  };
}

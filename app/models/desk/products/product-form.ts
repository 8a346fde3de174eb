/** The form of a product at the desk: what it shows and what was typed into it. */
import {
  type ProductFields,
  saleOf,
  saleText,
  TEXT_FIELDS,
  TEXT_MAX,
  VISIBILITIES,
} from "#app/models/catalogue/editing/product-fields.ts";
import { smallestStep } from "#app/models/shared/currency.ts";
import { type Day, isDay } from "#app/models/shared/local-date.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

/** As fields of the form, by their names. */
export type ProductInputs = Readonly<Record<string, string>>;

const SALE_INPUTS = ["salePrice", "saleFirst", "saleLast"] as const;

export function inputsOf(fields: ProductFields, format: PriceFormat): ProductInputs {
  const { price, sale, ...texts } = fields;
  const { minor, first, last } = saleOf(sale) ?? { minor: null, first: null, last: null };
  return {
    ...texts,
    price: amountField(Number(price), format),
    salePrice: minor === null ? "" : amountField(minor, format),
    saleFirst: first ?? "",
    saleLast: last ?? "",
  };
}

type Reading = Readonly<{
  format: PriceFormat;
  today: Day;
  /** Without these the fields stay as they are: somebody may not change prices, or a command names a few. */
  fallback: ProductFields;
}>;

type Read = Readonly<{ fields: ProductFields; errors: Readonly<Record<string, string>> }>;

/** What was typed; a field that is missing altogether is as in `fallback`. Errors are by the name of the field. */
export function readProductInputs(typed: ProductInputs, { format, today, fallback }: Reading): Read {
  const errors: Record<string, string> = {};
  const texts = TEXT_FIELDS.map((field) => {
    const text = (typed[field] ?? fallback[field]).trim();
    if (text === "") errors[field] = "Write something here";
    if (text.length > TEXT_MAX[field]) errors[field] = `Use up to ${TEXT_MAX[field]} characters`;
    return [field, text] as const;
  });
  const amount = (name: string): number | null => {
    const minor = readAmount(typed[name] ?? "", format);
    if (minor !== null && minor > 0 && minor % smallestStep(format.currency) === 0) return minor;
    errors[name] = `Type an amount such as ${amountField(SAMPLE_MINOR, format)}`;
    return null;
  };
  const price = typed["price"] === undefined ? fallback.price : String(amount("price") ?? fallback.price);
  const sale = typed["salePrice"] === undefined ? fallback.sale : readSale(typed, { amount, errors, today });
  const visibility =
    VISIBILITIES.find((one) => one === (typed["visibility"] ?? fallback.visibility)) ?? fallback.visibility;
  const known = saleOf(sale);
  if (known && known.minor >= Number(price)) errors["salePrice"] ??= "Must be less than the price";
  return { fields: { ...fallback, ...Object.fromEntries(texts), price, sale, visibility }, errors };
}

const SAMPLE_MINOR = 4_650;

type SaleReading = Readonly<{
  amount: (name: string) => number | null;
  errors: Record<string, string>;
  today: Day;
}>;

function readSale(typed: ProductInputs, { amount, errors, today }: SaleReading): string {
  const [price = "", first = "", last = ""] = SALE_INPUTS.map((name) => (typed[name] ?? "").trim());
  if (price === "") {
    if (first + last !== "") errors["salePrice"] = "Type the sale price, or empty its days";
    return "";
  }
  const minor = amount("salePrice");
  Object.assign(errors, dayErrors({ first, last, today }));
  return minor === null ? "" : saleText({ minor, first: first || null, last: last || null });
}

const NO_DAY = "Type a day such as 2026-12-01";

function dayErrors({ first, last, today }: Readonly<{ first: string; last: string; today: Day }>) {
  return {
    ...(first === "" || isDay(first) ? {} : { saleFirst: NO_DAY }),
    ...lastError({ first, last, today }),
  };
}

function lastError({ first, last, today }: Readonly<{ first: string; last: string; today: Day }>) {
  if (last === "") return {};
  if (!isDay(last)) return { saleLast: NO_DAY };
  if (last < today) return { saleLast: "Must not be over already" };
  return first > last ? { saleLast: "Must not be before the first day" } : {};
}

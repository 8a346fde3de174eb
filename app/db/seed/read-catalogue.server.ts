import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as eventLoopTurn } from "node:timers/promises";

import { z } from "zod";

import { glossarySchema } from "#app/models/catalogue/glossary.ts";
import { isRecord } from "#app/models/shared/is-record.ts";
import { postcodeFamily } from "#app/models/shared/postcode.ts";
import { searchRulesSchema } from "#app/models/search/search-rules.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { missingPrices, pathInList, pricedIn } from "#app/models/shared/price-list.ts";
import {
  currencyIn,
  otherCurrenciesIn,
  STORE_SETTING_KEYS,
  storeSettingsSchema,
} from "#app/models/store/settings.ts";

import {
  brandSchema,
  categorySchema,
  couponSchema,
  reviewSchema,
  synonymsSchema,
} from "./catalogue-schema.ts";
import type { BrandRow, CategoryRow, CouponRow, ReviewRow } from "./catalogue-schema.ts";
import { compatibilitySchema, deliverySchema } from "./delivery-schema.ts";
import type { CatalogueCompatibility, CatalogueDelivery } from "./delivery-schema.ts";
import { type Report, rowText } from "./validation-issue.ts";
import { type ProductRow, productSchema } from "./product-schema.ts";

/** `index` counts from 0. */
export type Located<Row> = Readonly<{ index: number; row: Row }>;
export type Priced<Row> = Row & Readonly<{ priceLists?: Readonly<Record<Currency, Row>> }>;

export type Catalogue = Readonly<{
  settings: Readonly<Record<string, unknown>>;
  delivery: Priced<CatalogueDelivery> | null;
  brands: ReadonlyArray<Located<BrandRow>>;
  categories: ReadonlyArray<Located<Priced<CategoryRow>>>;
  products: ReadonlyArray<Located<Priced<ProductRow>>>;
  reviews: ReadonlyArray<Located<ReviewRow>>;
  coupons: ReadonlyArray<Located<Priced<CouponRow>>>;
  compatibility: CatalogueCompatibility | null;
  /** Names in the files, also those of invalid rows, so that each mistake is reported once. */
  named: Readonly<Record<"brands" | "categories" | "products", ReadonlySet<unknown>>>;
}>;

/** So many rows take a few milliseconds. */
const ROWS_A_TURN = 50;

/** Null where the file is missing. */
export type CatalogueFiles = (file: string) => Promise<string | null>;

export const CATALOGUE_FILES: ReadonlyArray<string> = [
  ...["store.json", "brands.json", "categories.json", "products.json", "reviews.json", "coupons.json"],
  ...["compatibility.json", "synonyms.json", "search-rules.json", "glossary.json"],
];

export async function readCatalogue(source: string | CatalogueFiles, report: Report): Promise<Catalogue> {
  const files = typeof source === "string" ? filesOf(source) : source;
  const texts = CATALOGUE_FILES.map(async (file) => [file, await readJson(files, file, report)] as const);
  const read: Readonly<Record<string, unknown>> = Object.fromEntries(await Promise.all(texts));
  const currencies = [currencyIn(read["store.json"]), ...otherCurrenciesIn(read["store.json"])] as const;
  const rowsIn = <Schema extends z.ZodTypeAny>(file: string, schema: Schema) =>
    rowsOf({ file, rows: read[file], schema }, report);
  const pricedRowsIn = <Schema extends z.ZodTypeAny>(
    file: string,
    schemaIn: (currency: Currency) => Schema,
  ) => pricedRowsOf({ file, rows: read[file], schemaIn, currencies }, report);
  const wholeIn = <Schema extends z.ZodTypeAny>(file: string, schema: Schema) =>
    wholeOf({ file, value: read[file], schema }, report);
  return {
    ...storeOf(read, report),
    brands: await rowsIn("brands.json", brandSchema),
    categories: await pricedRowsIn("categories.json", () => categorySchema),
    products: await pricedRowsIn("products.json", productSchema),
    reviews: await rowsIn("reviews.json", reviewSchema),
    coupons: await pricedRowsIn("coupons.json", couponSchema),
    compatibility: wholeIn("compatibility.json", compatibilitySchema(currencies[0])),
    named: {
      brands: namesIn(read["brands.json"], "slug"),
      categories: namesIn(read["categories.json"], "path"),
      products: namesIn(read["products.json"], "slug"),
    },
  };
}

function filesOf(folder: string): CatalogueFiles {
  return async (file) => {
    try {
      return await readFile(join(folder, file), "utf8");
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return null;
      throw error;
    }
  };
}

async function readJson(files: CatalogueFiles, file: string, report: Report): Promise<unknown> {
  try {
    const text = await files(file);
    if (text !== null) return JSON.parse(text) as unknown;
    report({ file, row: "", field: "", message: "is missing" });
  } catch (error) {
    const message = `cannot be read as JSON (${(error as Error).message})`;
    report({ file, row: "", field: "", message });
  }
  return undefined;
}

function storeOf(files: Readonly<Record<string, unknown>>, report: Report) {
  const store = files["store.json"];
  const currency = currencyIn(store);
  const schemas = {
    ...{ "store.json": storeSettingsSchema(currency), "synonyms.json": synonymsSchema },
    ...{ "search-rules.json": searchRulesSchema, "glossary.json": glossarySchema },
  };
  for (const [file, schema] of Object.entries(schemas)) wholeOf({ file, value: files[file], schema }, report);
  const given = isRecord(store) ? store : {};
  const { methods, zones, excluded, ...delivery } = isRecord(given["delivery"]) ? given["delivery"] : {};
  const value = store === undefined ? undefined : { methods, zones, excluded };
  const delivered = wholeOf(
    { file: "store.json", value, schema: deliverySchema(currency), under: "delivery" },
    report,
  );
  const read = delivered && { ...delivered, priceLists: storeIn({ store, value }, report) };
  const named = read ?? zonesSchema.safeParse(value).data ?? { zones: [] };
  const countries = deliveredCountries(named, String(countryOf(given)));
  const settings = Object.fromEntries(
    STORE_SETTING_KEYS.map((key) => [key, key === "delivery" ? { ...delivery, countries } : given[key]]),
  );
  // Without a law none applies, whatever an earlier import said.
  const law = given["law"] ?? {};
  return {
    settings: {
      ...{ ...settings, law, search_synonyms: files["synonyms.json"] },
      ...{ search_rules: files["search-rules.json"], glossary: files["glossary.json"] },
    },
    delivery: read,
  };
}

type InStore = Readonly<{ store: unknown; value: unknown }>;

function storeIn({ store, value }: InStore, report: Report): Readonly<Record<Currency, CatalogueDelivery>> {
  const lists = otherCurrenciesIn(store).flatMap((currency) => {
    const refuse = refuseIn({ file: "store.json", row: "" }, currency, report);
    for (const field of missingPrices(store, currency)) refuse(field);
    const settings = storeSettingsSchema(currency).safeParse(pricedIn(store, currency));
    const delivery = deliverySchema(currency).safeParse(pricedIn(value, currency));
    for (const { path, message } of settings.error?.issues ?? []) refuse(pathInList(path, currency), message);
    for (const { path, message } of delivery.error?.issues ?? [])
      refuse(pathInList(["delivery", ...path], currency), message);
    return delivery.success ? [[currency, delivery.data] as const] : [];
  });
  return Object.fromEntries(lists);
}

function refuseIn(at: Readonly<{ file: string; row: string }>, currency: Currency, report: Report) {
  return (field: string, message = `is missing: settings.currencies offers ${currency}`) => {
    report({ ...at, field, message });
  };
}

function countryOf({ settings }: Record<string, unknown>): unknown {
  return isRecord(settings) ? settings["country"] : "";
}

const zonesSchema = z.object({ zones: z.array(z.object({ countries: z.array(z.string()).optional() })) });

type NamedZones = Readonly<{
  zones: ReadonlyArray<Readonly<{ countries?: ReadonlyArray<string> | undefined }>>;
}>;

/** A zone that names no country is for the shop's own. */
function deliveredCountries({ zones }: NamedZones, home: string): ReadonlyArray<string> {
  return [...new Set(zones.flatMap(({ countries }) => countries ?? postcodeFamily(home)))];
}

type Whole<Schema> = Readonly<{ file: string; value: unknown; schema: Schema; under?: string }>;

/** Null where the file is missing or wrong; what could not be read has been reported already. */
function wholeOf<Schema extends z.ZodTypeAny>(
  { file, value, schema, under }: Whole<Schema>,
  report: Report,
): z.infer<Schema> | null {
  if (value === undefined) return null;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as z.infer<Schema>;
  for (const issue of parsed.error.issues) {
    report({
      file,
      row: "",
      field: [under, ...issue.path].filter((part) => part !== undefined).join("."),
      message: issue.message,
    });
  }
  return null;
}

type Rows<Schema> = Readonly<{ file: string; rows: unknown; schema: Schema }>;

/** Others are served between its rows. */
async function rowsOf<Schema extends z.ZodTypeAny>(
  { file, rows, schema }: Rows<Schema>,
  report: Report,
): Promise<ReadonlyArray<Located<z.infer<Schema>>>> {
  if (rows === undefined) return [];
  if (!Array.isArray(rows)) {
    report({ file, row: "", field: "", message: "must be a list of rows" });
    return [];
  }
  const read: Array<Located<z.infer<Schema>>> = [];
  for (const [index, raw] of (rows as ReadonlyArray<unknown>).entries()) {
    if (index % ROWS_A_TURN === 0) await eventLoopTurn();
    const parsed = schema.safeParse(raw);
    if (parsed.success) read.push({ index, row: parsed.data as z.infer<Schema> });
    for (const issue of parsed.error?.issues ?? [])
      report({ file, row: rowText(index, nameOf(raw)), field: issue.path.join("."), message: issue.message });
  }
  return read;
}

type PricedRows<Schema> = Readonly<{
  file: string;
  rows: unknown;
  schemaIn: (currency: Currency) => Schema;
  currencies: readonly [Currency, ...ReadonlyArray<Currency>];
}>;

/** What is sold must have a price in each currency. */
async function pricedRowsOf<Schema extends z.ZodTypeAny>(
  { file, rows, schemaIn, currencies: [main, ...others] }: PricedRows<Schema>,
  report: Report,
): Promise<ReadonlyArray<Located<Priced<z.infer<Schema>>>>> {
  const read = await rowsOf({ file, rows, schema: schemaIn(main) }, report);
  const priced: Array<Located<Priced<z.infer<Schema>>>> = [];
  for (const { index, row } of read) {
    if (index % ROWS_A_TURN === 0) await eventLoopTurn();
    const raw = (rows as ReadonlyArray<unknown>)[index];
    const lists = others.flatMap((currency) => {
      const refuse = refuseIn({ file, row: rowText(index, nameOf(raw)) }, currency, report);
      const missing = missingPrices(raw, currency);
      if (missing.length > 0 && isSold(raw)) for (const field of missing) refuse(field);
      if (missing.length > 0) return [];
      const inCurrency = pricedIn(raw, currency) as Readonly<Record<string, unknown>>;
      const parsed = schemaIn(currency).safeParse({ ...inCurrency, currency });
      for (const { path, message } of parsed.error?.issues ?? []) refuse(pathInList(path, currency), message);
      return parsed.success ? [[currency, parsed.data as z.infer<Schema>] as const] : [];
    });
    priced.push({ index, row: { ...(row as object), priceLists: Object.fromEntries(lists) } });
  }
  return priced;
}

/** Hidden products and coupons that are turned off need no price. */
function isSold(row: unknown): boolean {
  return isRecord(row) && row["is_visible"] !== false && row["enabled"] !== false;
}

function namesIn(rows: unknown, field: string): ReadonlySet<unknown> {
  return new Set(Array.isArray(rows) ? rows.filter(isRecord).map((row) => row[field]) : []);
}

function nameOf(row: unknown): unknown {
  if (!isRecord(row)) return undefined;
  return row["code"] ?? row["path"] ?? row["slug"] ?? row["id"];
}

import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { writeListedPrices } from "#app/models/catalogue/editing/listed-prices.server.ts";
import { relabelMadeVariants } from "#app/models/catalogue/editing/rename-values.server.ts";
import { writeSoldPrices } from "#app/models/catalogue/editing/sold-prices.server.ts";
import { writeSeenValues } from "#app/models/catalogue/editing/variant-visibility.server.ts";

import type { ProductRow } from "./product-schema.ts";
import type { Located } from "./read-catalogue.server.ts";
import type { SyncRow } from "./sync-table.server.ts";
import { issueOfRow, type ValidationIssue } from "./validation-issue.ts";

/** Value keys by the name of their option. */
type Combination = Readonly<Record<string, string>>;

type StoredVariant = Readonly<{
  id: number;
  sku: string;
  label: string | null;
  options: Combination;
  isMade: boolean;
  isVisible: boolean;
}>;

type ChangedProduct = Readonly<{
  variants: ReadonlyArray<StoredVariant>;
  madeOptions: ReadonlyArray<string>;
  madeValues: ReadonlyMap<string, ReadonlyArray<string>>;
  sortPrice: number;
  prices: string;
}>;

export type MadeVariants = ReadonlyMap<number, ChangedProduct>;

export async function readMadeVariants(): Promise<MadeVariants> {
  const ids = await changedIds();
  if (ids.length === 0) return new Map();
  const [products, variants, options, values] = await Promise.all([
    db().selectFrom("products").select(["id", "sort_price_minor", "prices"]).where("id", "in", ids).execute(),
    db()
      .selectFrom("variants")
      .select(["id", "product_id", "sku", "label", "options", "created_by", "is_visible"])
      .where("product_id", "in", ids)
      .execute(),
    db()
      .selectFrom("product_options")
      .select(["product_id", "name"])
      .where("product_id", "in", ids)
      .where("created_by", "=", "desk")
      .execute(),
    db()
      .selectFrom("product_option_values as value")
      .innerJoin("product_options", "product_options.id", "value.option_id")
      .select(["product_options.product_id", "product_options.name", "value.key"])
      .where("product_options.product_id", "in", ids)
      .where("value.created_by", "=", "desk")
      .execute(),
  ]);
  return new Map(
    products.map((product) => {
      const isOwn = (row: Readonly<{ product_id: number }>) => row.product_id === product.id;
      const own = values.filter(isOwn);
      return [
        product.id,
        {
          variants: variants.filter(isOwn).map(storedVariant),
          madeOptions: options.filter(isOwn).map(({ name }) => name),
          madeValues: new Map(
            own.map(({ name }) => [name, own.filter((one) => one.name === name).map(({ key }) => key)]),
          ),
          ...{ sortPrice: product.sort_price_minor, prices: product.prices },
        },
      ];
    }),
  );
}

async function changedIds(): Promise<ReadonlyArray<number>> {
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("products.id")
    .distinct()
    .where("products.created_by", "=", "catalogue")
    .where((eb) => eb.or([eb("variants.created_by", "=", "desk"), eb("variants.is_visible", "=", 0)]))
    .execute();
  const options = await db()
    .selectFrom("product_options")
    .innerJoin("products", "products.id", "product_options.product_id")
    .select("products.id")
    .where("products.created_by", "=", "catalogue")
    .where("product_options.created_by", "=", "desk")
    .execute();
  return [...new Set([...rows, ...options].map(({ id }) => id))];
}

type VariantRow = Pick<
  Selectable<Database["variants"]>,
  "id" | "sku" | "label" | "options" | "created_by" | "is_visible"
>;

function storedVariant(row: VariantRow): StoredVariant {
  return {
    ...{ id: row.id, sku: row.sku, label: row.label },
    options: JSON.parse(row.options) as Combination,
    ...{ isMade: row.created_by === "desk", isVisible: row.is_visible === 1 },
  };
}

export function isOfCatalogue(row: SyncRow): boolean {
  return row["created_by"] === "catalogue";
}

export function withMadeOptions(row: SyncRow, made: MadeVariants): SyncRow {
  const product = made.get(Number(row["product_id"]));
  const stored = product?.variants.find(({ id }) => id === row["id"]);
  if (!product || !stored || product.madeOptions.length === 0) return row;
  return { ...row, options: JSON.stringify(mergedOptions(row, stored, product)), label: stored.label };
}

function mergedOptions(row: SyncRow, stored: StoredVariant, { madeOptions }: ChangedProduct): Combination {
  const own = Object.entries(stored.options).filter(([name]) => madeOptions.includes(name));
  return { ...(JSON.parse(String(row["options"])) as Combination), ...Object.fromEntries(own) };
}

export function withSeenPrices(row: SyncRow, made: MadeVariants): SyncRow {
  const product = made.get(Number(row["id"]));
  if (!product || row["prices"] === undefined) return row;
  type Lists = Record<string, { sort_price: number }>;
  const stored = JSON.parse(product.prices) as Lists;
  const lists = Object.entries(JSON.parse(String(row["prices"])) as Lists).map(
    ([currency, list]) =>
      [currency, { ...list, sort_price: stored[currency]?.sort_price ?? list.sort_price }] as const,
  );
  const prices = JSON.stringify(Object.fromEntries(lists));
  return { ...row, sort_price_minor: product.sortPrice, prices };
}

export function variantMisfits(
  products: ReadonlyArray<Located<ProductRow>>,
  made: MadeVariants,
): ReadonlyArray<ValidationIssue> {
  const variants = [...made.values()].flatMap((product) => product.variants).filter(({ isMade }) => isMade);
  return products.flatMap(({ index, row }) => {
    const issue = issueOfRow("products.json", index, row.slug);
    const taken = variants.find(({ id, sku }) =>
      row.variants.some((variant) => variant.id === id || variant.sku === sku),
    );
    const product = made.get(row.id);
    return [
      ...(taken
        ? [issue("variants", `${taken.sku} was made at the desk, so no other variant can have it`)]
        : []),
      ...(product ? misfitsOf(row, product).map(([field, message]) => issue(field, message)) : []),
    ];
  });
}

type Misfit = readonly [field: string, message: string];

function misfitsOf(row: ProductRow, product: ChangedProduct): ReadonlyArray<Misfit> {
  const own = product.variants.filter(({ isMade }) => isMade);
  const hidden = new Set(product.variants.filter(({ isVisible }) => !isVisible).map(({ id }) => id));
  const isSeen = row.variants.some(({ id }) => !hidden.has(id)) || own.some(({ isVisible }) => isVisible);
  return [
    ...doubledOptions(row, product),
    ...own.flatMap((variant) => valuesMissing(row, { variant, product })),
    ...doubledCombinations(row, own, product),
    ...(isSeen ? [] : [["variants", "would all be hidden: show one at the desk first"] as const]),
  ];
}

function doubledOptions(row: ProductRow, { madeOptions, madeValues }: ChangedProduct): ReadonlyArray<Misfit> {
  return row.options.flatMap(({ name, values }): ReadonlyArray<Misfit> => {
    if (madeOptions.includes(name)) return [["options", `${name} was made at the desk`]];
    const value = values.find(({ key }) => madeValues.get(name)?.includes(key));
    return value ? [["options", `the value ${value.key} of ${name} was made at the desk`]] : [];
  });
}

type OfProduct = Readonly<{ variant: StoredVariant; product: ChangedProduct }>;

function valuesMissing(row: ProductRow, { variant, product }: OfProduct): ReadonlyArray<Misfit> {
  return row.options.flatMap(({ name, values }): ReadonlyArray<Misfit> => {
    const key = variant.options[name] ?? "";
    const isThere =
      values.some((value) => value.key === key) || Boolean(product.madeValues.get(name)?.includes(key));
    return isThere
      ? []
      : [["options", `${variant.sku}, which was made at the desk, has no value of ${name}`]];
  });
}

function doubledCombinations(
  row: ProductRow,
  own: ReadonlyArray<StoredVariant>,
  product: ChangedProduct,
): ReadonlyArray<Misfit> {
  const names = [...row.options.map(({ name }) => name), ...product.madeOptions];
  const textOf = (options: Combination) => JSON.stringify(names.map((name) => options[name]));
  const given = new Set(
    row.variants.map(({ id, options }) => {
      const stored = product.variants.find((one) => one.id === id);
      const isMadeOption = ([name]: readonly [string, string]) => product.madeOptions.includes(name);
      const made = Object.entries(stored?.options ?? {}).filter(isMadeOption);
      return textOf({ ...options, ...Object.fromEntries(made) });
    }),
  );
  return own
    .filter(({ options }) => given.has(textOf(options)))
    .map(({ sku }) => ["variants", `one has the options of ${sku}, which was made at the desk`] as const);
}

export async function followMadeVariants(ids: ReadonlyArray<number>, now: Date): Promise<void> {
  for (const id of ids) {
    await writeSeenValues(id);
    await relabelMadeVariants(id);
    await showKnownImages(id);
    await writeSoldPrices(id, now);
    await writeListedPrices(id, now);
  }
}

/** A variant whose image went shows the first one. */
async function showKnownImages(productId: number): Promise<void> {
  const images = await db()
    .selectFrom("product_images")
    .select("file")
    .where("product_id", "=", productId)
    .orderBy("position")
    .execute();
  const [first] = images;
  if (!first) return;
  const files = images.map(({ file }) => file);
  await db()
    .updateTable("variants")
    .set({ image: first.file })
    .where("product_id", "=", productId)
    .where("created_by", "=", "desk")
    .where("image", "not in", files)
    .execute();
}

import { z } from "zod";

import { isReservedCategoryPath } from "#app/models/catalogue/category.ts";
import { rateSchema } from "#app/models/shared/decimal.ts";

import type { CategoryRow } from "./catalogue-schema.ts";
import { issueOfRow, type Report } from "./validation-issue.ts";
import type { ProductRow } from "./product-schema.ts";
import type { Catalogue, Located } from "./read-catalogue.server.ts";

/** Deepest category: four parents and itself (requirement routes-3). */
const DEPTH_MAX = 5;

export function checkCatalogue(checking: Checking): void {
  checkSingle(checking);
  checkCategories(checking);
  checkImageFiles(checking);
  checkTaxRates(checking);
  checkHome(checking);
  for (const placed of checking.catalogue.products) checkProduct(placed, checking);
  checkOthers(checking);
}

const taxSchema = z.object({ rates: z.array(z.object({ rate: rateSchema })).min(1) });

function checkTaxRates({ catalogue, report }: Checking): void {
  const tax = taxSchema.safeParse(catalogue.settings["tax"]).data;
  if (!tax) return;
  const known = new Set(tax.rates.map(({ rate }) => rate));
  for (const { index, row } of catalogue.products) {
    if (known.has(row.tax_rate)) continue;
    const issue = issueOfRow("products.json", index, row.slug);
    report(issue("tax_rate", "is not among the rates of store.json (tax.rates)"));
  }
}

const homeSchema = z.object({
  settings: z.object({ country: z.string() }),
  delivery: z.object({ countries: z.array(z.string()) }),
});

/** Feeds and structured data promise delivery in the shop's own country. */
function checkHome({ catalogue, report }: Checking): void {
  const { settings, delivery } = homeSchema.safeParse(catalogue.settings).data ?? {};
  if (!settings || !delivery || delivery.countries.length === 0) return;
  if (delivery.countries.includes(settings.country)) return;
  const message = `no zone delivers to ${settings.country}, the country of the shop`;
  report({ file: "store.json", row: "", field: "delivery.zones", message });
}

function checkSingle({ catalogue, report }: Checking): void {
  const once = (file: string, rows: ReadonlyArray<Located<object>>, fields: ReadonlyArray<string>) => {
    for (const field of fields) {
      const name = field.split(".").at(-1) ?? field;
      const first = new Map<unknown, number>();
      for (const { index, row } of rows) {
        const key = (row as Readonly<Record<string, unknown>>)[name];
        const before = first.get(key);
        if (before === undefined) first.set(key, index);
        else report(issueOfRow(file, index, String(key))(field, `is the same as in row ${before + 1}`));
      }
    }
  };
  once("brands.json", catalogue.brands, ["id", "slug"]);
  once("categories.json", catalogue.categories, ["id", "path"]);
  once("products.json", catalogue.products, ["id", "slug", "sku"]);
  once("reviews.json", catalogue.reviews, ["id"]);
  once("coupons.json", catalogue.coupons, ["id", "code"]);
  const parts = (list: (row: ProductRow) => ReadonlyArray<object>) =>
    catalogue.products.flatMap(({ index, row }) => list(row).map((part) => ({ index, row: part })));
  const variants = parts((row) => row.variants);
  once("products.json", variants, ["variants.id", "variants.sku"]);
  const options = parts((row) => row.options);
  once("products.json", options, ["options.id"]);
}

function checkCategories({ catalogue, report }: Checking): void {
  const byId = new Map(catalogue.categories.map(({ row }) => [row.id, row]));
  for (const { index, row } of catalogue.categories) {
    const issue = issueOfRow("categories.json", index, row.path);
    const refuse: Refuse = (field, message) => report(issue(field, message));
    const parent = row.parent_id === null ? null : byId.get(row.parent_id);
    if (parent === undefined) refuse("parent_id", `there is no category with the id ${row.parent_id}`);
    else checkPlace(row, parent, refuse);
    if (row.path.split("/").length > DEPTH_MAX) refuse("path", `must not be deeper than ${DEPTH_MAX}`);
    if (isReservedCategoryPath(row.path)) refuse("path", "is the address of a fixed page");
  }
}

function checkPlace(row: CategoryRow, parent: CategoryRow | null, refuse: Refuse): void {
  const path = parent ? `${parent.path}/${row.slug}` : row.slug;
  if (row.path !== path) refuse("path", `must be ${path}: the parent's path and the slug`);
  if (row.parent !== (parent?.path ?? null))
    refuse("parent", "must be the path of the category in parent_id");
}

function checkImageFiles({ catalogue, images, report }: Checking): void {
  const exists = (file: string | null) => file === null || images.has(file);
  const refuse = (file: string, { index, row }: Located<{ slug: string; image: string | null }>) =>
    report(issueOfRow(file, index, row.slug)("image", `there is no image ${row.image}`));
  for (const placed of catalogue.brands) if (!exists(placed.row.image)) refuse("brands.json", placed);
  for (const placed of catalogue.categories) if (!exists(placed.row.image)) refuse("categories.json", placed);
}

function checkOthers({ catalogue, report }: Checking): void {
  const { products, categories } = catalogue.named;
  for (const { index, row } of catalogue.reviews) {
    if (products.has(row.product)) continue;
    report(issueOfRow("reviews.json", index, row.id)("product", `there is no product ${row.product}`));
  }
  for (const { index, row } of catalogue.coupons) {
    const unknown = row.categories.find((path) => !categories.has(path));
    if (!unknown) continue;
    report(issueOfRow("coupons.json", index, row.code)("categories", `there is no category ${unknown}`));
  }
}

/** `images` are the files that exist. */
type Checking = Readonly<{ catalogue: Catalogue; images: ReadonlySet<string>; report: Report }>;

type Refuse = (field: string, message: string) => void;

function checkProduct({ index, row }: Located<ProductRow>, checking: Checking): void {
  const issue = issueOfRow("products.json", index, row.slug);
  const refuse: Refuse = (field, message) => checking.report(issue(field, message));
  const { brands, products } = checking.catalogue.named;
  if (!brands.has(row.brand)) refuse("brand", `there is no brand ${row.brand}`);
  for (const slug of row.related) {
    if (slug === row.slug) refuse("related", "must not name the product itself");
    else if (!products.has(slug)) refuse("related", `there is no product ${slug}`);
  }
  for (const [place, { product: slug }] of row.set.entries()) {
    if (slug === row.slug) refuse(`set.${place}.product`, "must not name the product itself");
    else if (!products.has(slug)) refuse(`set.${place}.product`, `there is no product ${slug}`);
  }
  checkMemberships(row, checking, refuse);
  checkImages(row, checking.images, refuse);
  for (const place of row.variants.keys()) checkVariant(row, place, refuse);
}

function checkMemberships(row: ProductRow, { catalogue }: Checking, refuse: Refuse): void {
  for (const path of new Set([row.primary_category, ...row.categories])) {
    const field = path === row.primary_category ? "primary_category" : "categories";
    if (!catalogue.named.categories.has(path)) refuse(field, `there is no category ${path}`);
    const band = catalogue.categories.find((placed) => placed.row.path === path)?.row.age_band_months;
    // Requirement catalogue-3: the legal minimum age wins over any list somebody wrote.
    if (band && (row.age_min_months ?? 0) > band.min) {
      refuse(
        field,
        `${path} is too young for something that is not for children under ${row.age_min_months} months`,
      );
    }
  }
}

function checkImages(row: ProductRow, images: ReadonlySet<string>, refuse: Refuse): void {
  for (const [place, { file }] of row.images.entries()) {
    const field = `images.${place}.file`;
    if (!images.has(file)) refuse(field, `there is no image ${file}`);
    if (row.images.findIndex((other) => other.file === file) !== place)
      refuse(field, `${file} is listed twice`);
  }
}

function checkVariant(product: ProductRow, place: number, refuse: Refuse): void {
  const variant = product.variants[place];
  if (!variant) return;
  const at = `variants.${place}`;
  if (!product.images.some(({ file }) => file === variant.image)) {
    refuse(`${at}.image`, `${variant.image} is not among the product's images`);
  }
  for (const option of product.options) {
    const key = variant.options[option.name];
    if (option.values.some((value) => value.key === key)) continue;
    refuse(`${at}.options.${option.name}`, key ? `there is no value ${key}` : "is missing");
  }
  const names = new Set(product.options.map(({ name }) => name));
  const unknown = Object.keys(variant.options).find((name) => !names.has(name));
  if (unknown) refuse(`${at}.options.${unknown}`, "there is no such option");
  const combination = (one: ProductRow["variants"][number]) =>
    JSON.stringify(product.options.map(({ name }) => one.options[name]));
  if (product.variants.findIndex((one) => combination(one) === combination(variant)) !== place) {
    refuse(`${at}.options`, "are the same as another variant's");
  }
}

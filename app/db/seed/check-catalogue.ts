import { z } from "zod";

import { isReservedCategoryPath } from "#app/models/catalogue/category.ts";
import { rateSchema } from "#app/models/shared/decimal.ts";

import type { CategoryRow } from "./catalogue-schema.ts";
import { type Report, rowText } from "./validation-issue.ts";
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
    const message = "is not among the rates of store.json (tax.rates)";
    report({ file: "products.json", row: rowText(index, row.slug), field: "tax_rate", message });
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
  const once = <Row>(
    file: string,
    rows: ReadonlyArray<Located<Row>>,
    keys: Record<string, (row: Row) => unknown>,
  ) => {
    for (const [field, keyOf] of Object.entries(keys)) {
      const first = new Map<unknown, number>();
      for (const { index, row } of rows) {
        const key = keyOf(row);
        const before = first.get(key);
        if (before === undefined) first.set(key, index);
        else
          report({
            file,
            row: rowText(index, String(key)),
            field,
            message: `is the same as in row ${before + 1}`,
          });
      }
    }
  };
  once("brands.json", catalogue.brands, { id: (row) => row.id, slug: (row) => row.slug });
  once("categories.json", catalogue.categories, { id: (row) => row.id, path: (row) => row.path });
  once("products.json", catalogue.products, {
    id: (row) => row.id,
    slug: (row) => row.slug,
    sku: (row) => row.sku,
  });
  once("reviews.json", catalogue.reviews, { id: (row) => row.id });
  once("coupons.json", catalogue.coupons, { id: (row) => row.id, code: (row) => row.code });
  const parts = <Part>(list: (row: ProductRow) => ReadonlyArray<Part>) =>
    catalogue.products.flatMap(({ index, row }) => list(row).map((part) => ({ index, row: part })));
  once(
    "products.json",
    parts((row) => row.variants),
    {
      "variants.id": (variant) => variant.id,
      "variants.sku": (variant) => variant.sku,
    },
  );
  once(
    "products.json",
    parts((row) => row.options),
    { "options.id": (option) => option.id },
  );
}

function checkCategories({ catalogue, report }: Checking): void {
  const byId = new Map(catalogue.categories.map(({ row }) => [row.id, row]));
  for (const { index, row } of catalogue.categories) {
    const refuse = (field: string, message: string) => {
      report({ file: "categories.json", row: rowText(index, row.path), field, message });
    };
    const parent = row.parent_id === null ? null : byId.get(row.parent_id);
    if (parent === undefined) refuse("parent_id", `there is no category with the id ${row.parent_id}`);
    else checkPlace(row, parent, refuse);
    if (row.path.split("/").length > DEPTH_MAX) refuse("path", `must not be deeper than ${DEPTH_MAX}`);
    if (isReservedCategoryPath(row.path)) refuse("path", "is the address of a fixed page");
  }
}

function checkPlace(
  row: CategoryRow,
  parent: CategoryRow | null,
  refuse: (field: string, message: string) => void,
): void {
  const path = parent ? `${parent.path}/${row.slug}` : row.slug;
  if (row.path !== path) refuse("path", `must be ${path}: the parent's path and the slug`);
  if (row.parent !== (parent?.path ?? null))
    refuse("parent", "must be the path of the category in parent_id");
}

function checkImageFiles({ catalogue, images, report }: Checking): void {
  const exists = (file: string | null) => file === null || images.has(file);
  const refuse = (file: string, { index, row }: Located<{ slug: string; image: string | null }>) =>
    report({
      file,
      row: rowText(index, row.slug),
      field: "image",
      message: `there is no image ${row.image}`,
    });
  for (const placed of catalogue.brands) if (!exists(placed.row.image)) refuse("brands.json", placed);
  for (const placed of catalogue.categories) if (!exists(placed.row.image)) refuse("categories.json", placed);
}

function checkOthers({ catalogue, report }: Checking): void {
  const { products, categories } = catalogue.named;
  for (const { index, row } of catalogue.reviews) {
    if (products.has(row.product)) continue;
    report({
      file: "reviews.json",
      row: rowText(index, row.id),
      field: "product",
      message: `there is no product ${row.product}`,
    });
  }
  for (const { index, row } of catalogue.coupons) {
    const unknown = row.categories.find((path) => !categories.has(path));
    if (!unknown) continue;
    report({
      file: "coupons.json",
      row: rowText(index, row.code),
      field: "categories",
      message: `there is no category ${unknown}`,
    });
  }
}

/** `images` are the files that exist. */
type Checking = Readonly<{ catalogue: Catalogue; images: ReadonlySet<string>; report: Report }>;

type Refuse = (field: string, message: string) => void;

function checkProduct({ index, row }: Located<ProductRow>, checking: Checking): void {
  const refuse: Refuse = (field, message) =>
    checking.report({ file: "products.json", row: rowText(index, row.slug), field, message });
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

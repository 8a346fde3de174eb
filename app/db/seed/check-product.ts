/** Checks one product against the rest of its catalogue. */
import { type Report, rowText } from "./problem.ts";
import type { ProductRow } from "./product-schema.ts";
import type { Catalogue, Placed } from "./read-catalogue.server.ts";

/** A catalogue that is being checked; `pictures` are the files that exist. */
export type Checking = Readonly<{ catalogue: Catalogue; pictures: ReadonlySet<string>; report: Report }>;

type Refuse = (field: string, message: string) => void;

/** Reports what `placed` names that does not exist, and what in it does not fit together. */
export function checkProduct({ index, row }: Placed<ProductRow>, checking: Checking): void {
  const refuse: Refuse = (field, message) =>
    checking.report({ file: "products.json", row: rowText(index, row.slug), field, message });
  const { brands, products } = checking.catalogue.named;
  if (!brands.has(row.brand)) refuse("brand", `there is no brand ${row.brand}`);
  for (const slug of row.related) {
    if (slug === row.slug) refuse("related", "must not name the product itself");
    else if (!products.has(slug)) refuse("related", `there is no product ${slug}`);
  }
  checkMemberships(row, checking, refuse);
  checkImages(row, checking.pictures, refuse);
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

function checkImages(row: ProductRow, pictures: ReadonlySet<string>, refuse: Refuse): void {
  for (const [place, { file }] of row.images.entries()) {
    const field = `images.${place}.file`;
    if (!pictures.has(file)) refuse(field, `there is no picture ${file}`);
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

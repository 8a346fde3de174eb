import {
  DECLARED_FIELDS,
  DECLARED_NAMES,
  type DeclaredName,
} from "#app/models/catalogue/editing/declared-fields.ts";
import {
  type ProductFields,
  saleOf,
  saleText,
  VISIBILITIES,
} from "#app/models/catalogue/editing/product-fields.ts";
import {
  type EditedImage,
  IMAGE_TEXT_MAX,
  imagesOf,
  imagesText,
} from "#app/models/catalogue/editing/product-images.ts";
import { smallestStep } from "#app/models/shared/currency.ts";
import { type Day, isDay } from "#app/models/shared/local-date.ts";
import { isSlug } from "#app/models/shared/slug.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

import { basicInputs, readBasicInputs } from "./basic-form.ts";
import { readSafetyInputs, safetyInputs } from "./safety-form.ts";
import { isSameLine, isSameText, oneLine } from "./typed-text.ts";
import { readVariantInputs, variantInputs } from "./variant-form.ts";

export type ProductInputs = Readonly<Record<string, string>>;

const SALE_INPUTS = ["salePrice", "saleFirst", "saleLast"] as const;

const SLUG_MAX = 100;

export function inputsOf(fields: ProductFields, format: PriceFormat): ProductInputs {
  const { price, sale, visibility, images, ownPrices, barcodes, slug } = fields;
  const { ages, warnings, maker, durability } = fields;
  const { minor, first, last } = saleOf(sale) ?? { minor: null, first: null, last: null };
  return {
    ...Object.fromEntries(DECLARED_NAMES.map((name) => [name, DECLARED_FIELDS[name].typedOf(fields[name])])),
    ...{ visibility, slug },
    price: price === NO_PRICE ? "" : amountField(Number(price), format),
    salePrice: minor === null ? "" : amountField(minor, format),
    saleFirst: first ?? "",
    saleLast: last ?? "",
    ...imageInputs(imagesOf(images)),
    ...variantInputs({ ownPrices, barcodes }, format),
    ...safetyInputs({ ages, warnings, maker, durability }),
    ...basicInputs(fields, format),
  };
}

const NO_PRICE = "0";

/** The files in their order, and the text of each by its place. No file has a space in its name. */
function imageInputs(images: ReadonlyArray<EditedImage>): ProductInputs {
  return {
    images: images.map(({ file }) => file).join(" "),
    ...Object.fromEntries(images.map(({ alt }, index) => [imageTextInput(index), alt])),
  };
}

export function imageTextInput(index: number): string {
  return `alt-${index}`;
}

type Reading = Readonly<{
  format: PriceFormat;
  today: Day;
  /** Without these the fields stay as they are: somebody may not change prices, or a command names a few. */
  fallback: ProductFields;
  /** Images that may be named, by file; those of `fallback` where it is not given. */
  known?: ReadonlyMap<string, EditedImage>;
  /** True for a draft that nobody has seen yet: what it lacks can be typed another day. */
  mayLack?: boolean;
}>;

type Read = Readonly<{ fields: ProductFields; errors: Readonly<Record<string, string>> }>;

/**
 * A missing field is as in `fallback`, and so is one that was typed as it is there: neither is judged, because the
 * catalogue has fewer limits. Errors are by the name of the field.
 */
export function readProductInputs(
  typed: ProductInputs,
  { format, today, fallback, known, mayLack = false }: Reading,
): Read {
  const errors: Record<string, string> = {};
  const declared = DECLARED_NAMES.map(
    (name) => [name, readDeclared(name, typed, { fallback, errors, mayLack })] as const,
  );
  const amount = amountReader(typed, { shown: inputsOf(fallback, format), format, errors });
  const price = readPrice(typed["price"], { amount, fallback: fallback.price, mayLack });
  const sale = typed["salePrice"] === undefined ? fallback.sale : readSale(typed, { amount, errors, today });
  const visibility =
    VISIBILITIES.find((one) => one === (typed["visibility"] ?? fallback.visibility)) ?? fallback.visibility;
  if (isNotReduced({ price, sale }, fallback)) errors["salePrice"] ??= "Must be less than the price";
  const images = readImageInputs(typed, { fallback: fallback.images, known, errors });
  const variants = readVariantInputs(typed, { fallback, price, amount, errors });
  return {
    fields: {
      ...{ ...fallback, ...Object.fromEntries(declared), price, sale, visibility, images, ...variants },
      ...readSafetyInputs(typed, { fallback, errors, mayLack }),
      ...readBasicInputs(typed, { fallback, format, errors }),
      slug: readSlug(typed, fallback.slug, errors),
    },
    errors,
  };
}

type DeclaredReading = Readonly<{
  fallback: ProductFields;
  errors: Record<string, string>;
  mayLack: boolean;
}>;

function readDeclared(
  name: DeclaredName,
  inputs: ProductInputs,
  { fallback, errors, mayLack }: DeclaredReading,
): string {
  const { needed, typedOf, read } = DECLARED_FIELDS[name];
  const typed = inputs[name]?.trim();
  if (typed === undefined || isSameText(typed, typedOf(fallback[name]))) return fallback[name];
  if (typed === "" && mayLack && needed !== "always") return "";
  const answer = read(typed);
  if ("text" in answer) return answer.text;
  errors[name] = answer.problem;
  return fallback[name];
}

type AmountReading = Readonly<{
  shown: ProductInputs;
  format: PriceFormat;
  errors: Record<string, string>;
}>;

/** In minor units; null after noting what is wrong with it. */
function amountReader(typed: ProductInputs, { shown, format, errors }: AmountReading) {
  return (name: string): number | null => {
    const text = typed[name] ?? "";
    const minor = readAmount(text, format);
    const isPayable = (units: number) =>
      text.trim() === shown[name] || units % smallestStep(format.currency) === 0;
    if (minor !== null && minor > 0 && isPayable(minor)) return minor;
    errors[name] = `Type an amount such as ${amountField(SAMPLE_MINOR, format)}`;
    return null;
  };
}

type Prices = Pick<ProductFields, "price" | "sale">;

function isNotReduced({ price, sale }: Prices, before: Prices): boolean {
  const reduced = saleOf(sale);
  const isChanged = price !== before.price || sale !== before.sale;
  return isChanged && reduced !== null && reduced.minor >= Number(price);
}

type PriceReading = Readonly<{
  amount: (name: string) => number | null;
  fallback: string;
  mayLack: boolean;
}>;

function readPrice(text: string | undefined, { amount, fallback, mayLack }: PriceReading): string {
  if (text === undefined) return fallback;
  if (mayLack && text.trim() === "") return NO_PRICE;
  return String(amount("price") ?? fallback);
}

function readSlug(typed: ProductInputs, before: string, errors: Record<string, string>): string {
  const slug = (typed["slug"] ?? before).trim();
  if (slug === before) return before;
  if (!isSlug(slug)) errors["slug"] = "Use small letters, digits and single hyphens, such as rainbow-stacker";
  if (slug.length > SLUG_MAX) errors["slug"] = `Use up to ${SLUG_MAX} characters`;
  return slug;
}

type ImageReading = Readonly<{
  fallback: string;
  known: Reading["known"];
  errors: Record<string, string>;
}>;

/** A text may still be missing: only what is published needs it. */
function readImageInputs(typed: ProductInputs, { fallback, known, errors }: ImageReading): string {
  if (typed["images"] === undefined) return fallback;
  const images = known ?? new Map(imagesOf(fallback).map((image) => [image.file, image]));
  const files = [...new Set(typed["images"].split(" ").filter((file) => file !== ""))];
  const read = files.flatMap((file, index) => {
    const image = images.get(file);
    if (!image) {
      errors["images"] = "One of these images is gone. Open the page again";
      return [];
    }
    const input = imageTextInput(index);
    const alt = oneLine(typed[input] ?? image.alt);
    if (isSameLine(alt, image.alt)) return [image];
    if (alt.length > IMAGE_TEXT_MAX) errors[input] = `Use up to ${IMAGE_TEXT_MAX} characters`;
    return [{ ...image, alt }];
  });
  return imagesText(read);
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

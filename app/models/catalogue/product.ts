import { formatMoney, type Money } from "#app/models/shared/money.ts";
import type { LowestPriceRule } from "#app/models/store/law.ts";

export type ProductImage = Readonly<{
  file: string;
  alt: string;
  width: number;
  height: number;
  /** Per cent of the height below the object's foot; 0 if it does not stand on plain ground. */
  sinkPercent?: number;
}>;

/** VAT included. */
export type Price = Readonly<{
  now: Money;
  was: Money | null;
  percentOff: number | null;
  /** The lowest price of the 30 days before the sale, where it must be shown and is known. */
  lowestBefore?: Money;
}>;

export type StockState = "in-stock" | "low-stock" | "out-of-stock" | "preorder" | "discontinued";

export type ProductSummary = Readonly<{
  id: number;
  name: string;
  path: string;
  brandName: string;
  image: ProductImage;
  price: Price;
  isFromPrice: boolean;
  ageText: string | null;
  colours: ReadonlyArray<Readonly<{ label: string; hex: string; swatch: string }>>;
  /** The colour in the image, to which the card links (requirement catalogue-1). Null without colours. */
  swatch?: string | null;
  rating: Readonly<{ average: number; count: number }> | null;
  stock: StockState;
  /** Units of all variants if they are few; null or absent otherwise. */
  left?: number | null;
  isNew: boolean;
  isBackInStock: boolean;
  /** Toys are not compared: they differ in what a table does not say. */
  isToy?: boolean;
}>;

export type OptionValue = Readonly<{ key: string; label: string; hex: string | null }>;

export type ProductOption = Readonly<{
  id: number;
  name: string;
  type: string;
  values: ReadonlyArray<OptionValue>;
}>;

export type Variant = Readonly<{
  id: number;
  sku: string;
  gtin: string;
  label: string | null;
  /** Option name to value key. */
  options: Readonly<Record<string, string>>;
  price: Price;
  available: number;
  stock: StockState;
  image: ProductImage;
}>;

/** (original - sale) / original × 100, rounded; null without a sale (requirement catalogue-2). */
export function percentOff(original: Money, sale: Money): number | null {
  if (sale.minor <= 0 || original.minor <= sale.minor) return null;
  return Math.round(((original.minor - sale.minor) / original.minor) * 100);
}

type PriorPrice = Readonly<{ lowest: Money | null; rule: LowestPriceRule }>;

const NO_PRIOR: PriorPrice = { lowest: null, rule: "none" };

/** Where the law makes the prior price the basis, a sale price that is not below it is an ordinary price. */
export function priceOf(regular: Money, sale: Money | null, { lowest, rule }: PriorPrice = NO_PRIOR): Price {
  const off = sale ? percentOff(regular, sale) : null;
  if (!sale || off === null) return { now: regular, was: null, percentOff: null };
  const lawfulOff = rule !== "basis" ? off : lowest && percentOff(lowest, sale);
  if (lawfulOff === null) return { now: sale, was: null, percentOff: null };
  const lowestBefore = rule === "none" || !lowest ? {} : { lowestBefore: lowest };
  return { now: sale, was: regular, percentOff: shownPercent(lawfulOff), ...lowestBefore };
}

/** "0% off" says nothing, and "100% off" is untrue of anything that costs something. */
function shownPercent(off: number): number | null {
  return off < 1 ? null : Math.min(99, off);
}

type Amounts = Readonly<{ price: Money; salePrice: Money | null }>;

export function variantPrice(
  product: Amounts,
  variant: Readonly<{ price: Money | null; salePrice: Money | null }>,
  prior: PriorPrice = NO_PRIOR,
): Price {
  return priceOf(variant.price ?? product.price, variant.salePrice ?? product.salePrice, prior);
}

/** Null as well where the price that is struck out is that price already. */
export function lowestBeforeText(
  { lowestBefore, was }: Pick<Price, "lowestBefore" | "was">,
  locale: string,
): string | null {
  return lowestBefore && lowestBefore.minor !== was?.minor
    ? `Lowest price in the 30 days before: ${formatMoney(lowestBefore, locale)}`
    : null;
}

export function productPath(categoryPath: string, slug: string): string {
  return `/p/${categoryPath}/${slug}`;
}

type Choosable = Readonly<{ options: ReadonlyArray<ProductOption>; variants: ReadonlyArray<Variant> }>;

export function colourOption<Option extends Pick<ProductOption, "type">>(
  options: ReadonlyArray<Option>,
): Option | null {
  return options.find((option) => option.type === "swatch") ?? null;
}

/** One that can be bought, else the first; throws without variants. */
export function defaultVariant(product: Pick<Choosable, "variants">): Variant {
  const variant = product.variants.find(({ available }) => available > 0) ?? product.variants[0];
  if (!variant) throw new Error("A product has at least one variant");
  return variant;
}

/**
 * `variant`, an id, wins; `swatch` is the colour's key, label or id ("{option id}-{key}" or a variant id) in any case;
 * unknown values give the default variant (requirement catalogue-1).
 */
export function chosenVariant(
  product: Choosable,
  requested: Readonly<{ swatch?: string | null; variant?: string | null }>,
): Variant {
  return (
    variantById(product.variants, requested.variant) ??
    variantBySwatch(product, requested.swatch) ??
    variantById(product.variants, requested.swatch) ??
    defaultVariant(product)
  );
}

function variantById(variants: ReadonlyArray<Variant>, id: string | null | undefined): Variant | null {
  return variants.find((variant) => String(variant.id) === id) ?? null;
}

function variantBySwatch(product: Choosable, swatch: string | null | undefined): Variant | null {
  const colour = colourOption(product.options);
  if (!colour || !swatch) return null;
  const target = swatch.trim().toLowerCase();
  const names = (value: OptionValue) => [value.key, value.label, `${colour.id}-${value.key}`];
  const value = colour.values.find((one) => names(one).some((name) => name.toLowerCase() === target));
  if (!value) return null;
  const inColour = product.variants.filter((variant) => variant.options[colour.name] === value.key);
  const usual = { ...defaultVariant(product).options, [colour.name]: value.key };
  return inColour.find((variant) => hasOptions(variant, usual)) ?? inColour[0] ?? null;
}

function hasOptions(variant: Variant, options: Readonly<Record<string, string>>): boolean {
  return Object.entries(options).every(([name, key]) => variant.options[name] === key);
}

export function optionField(optionId: number): string {
  return `option-${optionId}`;
}

export type VariantChoice<Choice = Variant> =
  | Readonly<{ kind: "found"; variant: Choice }>
  | Readonly<{ kind: "incomplete"; option: ProductOption }>
  | Readonly<{ kind: "not-made" }>;

/** `selection`: value keys by `optionField` name. */
export function variantForSelection<Choice extends Pick<Variant, "options">>(
  product: Readonly<{ options: ReadonlyArray<ProductOption>; variants: ReadonlyArray<Choice> }>,
  selection: Readonly<Record<string, string | undefined>>,
): VariantChoice<Choice> {
  const keyOf = (option: ProductOption) => selection[optionField(option.id)];
  const missing = product.options.find((option) => !option.values.some(({ key }) => key === keyOf(option)));
  if (missing) return { kind: "incomplete", option: missing };
  const variant = product.variants.find((one) =>
    product.options.every((option) => one.options[option.name] === keyOf(option)),
  );
  return variant ? { kind: "found", variant } : { kind: "not-made" };
}

export function variantQuery(
  product: Readonly<{
    options: ReadonlyArray<Pick<ProductOption, "name" | "type">>;
    variants: ReadonlyArray<Pick<Variant, "options">>;
  }>,
  variant: Pick<Variant, "id" | "options">,
): Readonly<{ swatch?: string; variant?: number }> {
  if (product.variants.length < 2) return {};
  const colour = colourOption(product.options);
  const swatch = colour ? variant.options[colour.name] : undefined;
  const isOneColour =
    product.variants.filter((one) => colour && one.options[colour.name] === swatch).length === 1;
  if (swatch === undefined) return { variant: variant.id };
  return isOneColour ? { swatch } : { swatch, variant: variant.id };
}

/** {@link variantQuery} as the end of an address: "?swatch=red", or nothing. */
export function variantSearch(...product: Parameters<typeof variantQuery>): string {
  const query = Object.entries(variantQuery(...product)).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? "" : `?${new URLSearchParams(query).toString()}`;
}

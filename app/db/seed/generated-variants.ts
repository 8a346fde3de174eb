/** Options, variants, pictures and stock of a made-up product. */
import type { Chance } from "./generated-chance.ts";
import { roundedPrice } from "./generated-prices.ts";
import type { ProductRow } from "./product-schema.ts";

type Goods = Pick<ProductRow, "sku" | "options" | "variants" | "images">;
type Variant = ProductRow["variants"][number];
type Prices = Pick<ProductRow, "price" | "sale_price">;
type Wanted = Readonly<{ id: number; template: ProductRow; prices: Prices }>;

/** Places for options and variants of one product: their ids are ten times its id and more. */
const PLACES = 10;
/** Share of things with a single variant that come in two sizes. */
const IN_TWO_SIZES = 0.3;
const SOLD_OUT = 0.12;
/** What the larger of two sizes costs. */
const LARGE_PRICE = 1.3;

/** Some of what the thing comes in: always at least one variant, with the pictures that show it. */
export function generatedVariants({ id, template, prices }: Wanted, chance: Chance): Goods {
  const sku = `HG-${String(id)}`;
  const kept = template.variants.filter((_, place) => place < PLACES && (place === 0 || chance.is(0.75)));
  const isSized = template.options.length === 0 && chance.is(IN_TWO_SIZES);
  const drawn = isSized ? inSizes(kept[0] as Variant, prices) : kept;
  const variants = drawn.map((variant, place) => ({
    ...variant,
    ...{ id: id * PLACES + place, sku: `${sku}-${place + 1}`, gtin: gtinOf(id * PLACES + place) },
    stock: stockOf(chance),
    ...(isSized ? {} : { price: null, sale_price: null }),
  }));
  const options = isSized ? [sizeOption(id)] : optionsOf(template, id, variants);
  const shown = new Set(options.flatMap(({ values }) => values.map(({ key }) => key)));
  const files = new Set(variants.map(({ image }) => image));
  const images = template.images.filter(
    ({ variant, file }) => files.has(file) || variant === null || shown.has(variant),
  );
  return { sku, options, variants, images };
}

/** The options whose values are had, with those alone. */
function optionsOf(template: ProductRow, id: number, variants: ReadonlyArray<Variant>): Goods["options"] {
  return template.options.map((option, place) => ({
    ...option,
    id: id * PLACES + place,
    values: option.values.filter(({ key }) => variants.some(({ options }) => options[option.name] === key)),
  }));
}

const SIZE = "Size";

function sizeOption(id: number): Goods["options"][number] {
  const values = [
    { key: "standard", label: "Standard", hex: null },
    { key: "large", label: "Large", hex: null },
  ];
  return { id: id * PLACES, name: SIZE, type: "rectangles", values };
}

function inSizes(variant: Variant, { price, sale_price: sale }: Prices): Array<Variant> {
  const large = (minor: number) => roundedPrice(minor * LARGE_PRICE);
  const standard = {
    ...variant,
    label: "Standard",
    options: { [SIZE]: "standard" },
    price: null,
    sale_price: null,
  };
  const own = { price: large(price), sale_price: sale === null ? null : large(sale) };
  return [standard, { ...standard, label: "Large", options: { [SIZE]: "large" }, ...own }];
}

function stockOf(chance: Chance): number {
  if (chance.is(SOLD_OUT)) return 0;
  return 1 + Math.floor(chance.next() ** 2 * 120);
}

/** Thirteen digits of the range that shops give themselves (02), the last one the check digit. */
function gtinOf(variantId: number): string {
  const digits = `02${String(variantId).padStart(10, "0")}`;
  const sum = Array.from(digits).reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

import { slugOf } from "#app/models/shared/slug.ts";
import { type GeneratedBrand, placeName } from "./brands.ts";
import { type RandomDraw, seededRandom } from "#scripts/seeded-random.ts";
import { priceHistory, pricesFrom, roundedPrice } from "./prices.ts";
import { mapValues } from "#app/db/seed/product-rows.ts";
import type { ProductRow } from "#app/db/seed/product-schema.ts";
import type { Priced } from "#app/db/seed/read-catalogue.server.ts";

/** Ids of made-up products begin here. Those of their options, variants and reviews are ten times as high. */
export const FIRST_PRODUCT_ID = 1_000_000;
const SMALL_GIFT_MAX_MINOR = 2_500;
const SMALL_GIFTS = "gifts/under-25";
const OLDEST_DAYS = 1_460;
const RETURN_DAYS = 120;
/** What a thing's own makers say of themselves is not true of others. */
const OF_A_MAKER = /\b(?:our|we|us|hollybough|workshop|herefordshire)\b/i;

export type Making = Readonly<{
  seed: number;
  templates: ReadonlyArray<Priced<ProductRow>>;
  brands: ReadonlyArray<GeneratedBrand>;
}>;

/** The same for the same seed, whatever is made before or after it. */
export function generatedProduct(place: number, { seed, templates, brands }: Making): Priced<ProductRow> {
  const chance = seededRandom(seed, place);
  const template = templateAt(place, templates);
  const brand = brands[Math.floor(chance.next() ** 2 * brands.length)] as GeneratedBrand;
  const id = FIRST_PRODUCT_ID + place;
  const name = `${placeName(chance)} ${template.name}`;
  const prices = pricesFrom(template.price, chance);
  const created = Math.floor(chance.next() ** 1.5 * OLDEST_DAYS);
  const items = generatedVariants({ id, template, prices }, chance);
  const isBack = created > 1 && chance.is(0.03) && items.variants.some(({ stock }) => stock > 0);
  const product = {
    ...template,
    ...{ id, name, slug: `${slugOf(name)}-${id}`, brand: brand.slug, sku: items.sku },
    ...prices,
    ...items,
    ...madeBy(brand),
    ...wordsOf(name, template, brand),
    price_history: priceHistory(prices, created),
    categories: categoriesOf(template, prices.sale_price ?? prices.price),
    ...availabilityOf(chance),
    created_days_ago: created,
    restocked_days_ago: isBack ? chance.whole(1, Math.min(RETURN_DAYS, created)) : null,
    is_featured: chance.is(0.01),
    related: [],
    search_keywords: template.search_keywords,
  };
  return {
    ...product,
    priceLists: mapValues(template.priceLists ?? {}, (list) => inMoneyOf(product, list, template)),
  };
}

function inMoneyOf(product: ProductRow, list: ProductRow, template: ProductRow): ProductRow {
  const ratio = list.price / template.price;
  const amount = (minor: number) => roundedPrice(minor * ratio);
  const amountOrNull = (minor: number | null) => (minor === null ? null : amount(minor));
  return {
    ...product,
    currency: list.currency,
    price: amount(product.price),
    sale_price: amountOrNull(product.sale_price),
    retail_price: amountOrNull(product.retail_price),
    price_history: product.price_history.map((span) => ({ ...span, price: amount(span.price) })),
    variants: product.variants.map((variant) => ({
      ...variant,
      price: amountOrNull(variant.price),
      sale_price: amountOrNull(variant.sale_price),
    })),
  };
}

function templateAt(place: number, templates: Making["templates"]): Priced<ProductRow> {
  return templates[place % templates.length] as Priced<ProductRow>;
}

export function relatedPlaces(place: number, kinds: number): ReadonlyArray<number> {
  return [1, 2, 3].map((back) => place - back * kinds).filter((other) => other >= 0);
}

const RESPONSIBLE_PERSON = {
  name: "Made-up Compliance Ltd",
  address: "Made-up Compliance Ltd, 1 Sample Quay, Dublin, D00 0000, Ireland",
  electronic_address: "safety@made-up-compliance.example",
  country_code: "IE",
};

function madeBy(brand: GeneratedBrand) {
  const manufacturer = {
    name: brand.name,
    address: brand.address,
    electronic_address: `safety@${brand.slug}.example`,
    country_code: "GB",
  };
  return { made_in: brand.country, manufacturer, importer: null, responsible_person: RESPONSIBLE_PERSON };
}

function wordsOf(name: string, template: ProductRow, brand: GeneratedBrand) {
  const highlights = template.highlights.filter((text) => !OF_A_MAKER.test(text));
  const short = OF_A_MAKER.test(template.short_description)
    ? `${template.name} by ${brand.name}, made in ${brand.country}.`
    : template.short_description;
  return {
    short_description: short,
    description: [`The ${name} is made by ${brand.name} in ${brand.country}. ${short}`, ...highlights].join(
      "\n\n",
    ),
    highlights: highlights.length > 0 ? highlights : [`Made in ${brand.country}`],
    page_title: `${name} by ${brand.name}`,
    meta_description: `${name} by ${brand.name}. ${short}`,
  };
}

function categoriesOf(template: ProductRow, price: number): Array<string> {
  const others = template.categories.filter((path) => path !== SMALL_GIFTS);
  return template.is_toy && price <= SMALL_GIFT_MAX_MINOR ? [...others, SMALL_GIFTS] : others;
}

function availabilityOf(chance: RandomDraw) {
  const drawn = chance.next();
  const release = chance.whole(5, 60);
  const none = { preorder_release_in_days: null, preorder_message: null };
  if (drawn < 0.01) return { availability: "discontinued" as const, ...none };
  if (drawn > 0.02) return { availability: "available" as const, ...none };
  return { availability: "preorder" as const, preorder_release_in_days: release, preorder_message: null };
}

type Items = Pick<ProductRow, "sku" | "options" | "variants" | "images">;
type Variant = ProductRow["variants"][number];
type Prices = Pick<ProductRow, "price" | "sale_price">;
type ProductSource = Readonly<{ id: number; template: ProductRow; prices: Prices }>;

/** Places for options and variants of one product: their ids are ten times its id and more. */
const PLACES = 10;
const IN_TWO_SIZES = 0.3;
const SOLD_OUT = 0.12;
const LARGE_PRICE = 1.3;

function generatedVariants({ id, template, prices }: ProductSource, chance: RandomDraw): Items {
  const sku = `HG-${String(id)}`;
  const cached = template.variants.filter((_, place) => place < PLACES && (place === 0 || chance.is(0.75)));
  const isSized = template.options.length === 0 && chance.is(IN_TWO_SIZES);
  const drawn = isSized ? inSizes(cached[0] as Variant, prices) : cached;
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

function optionsOf(template: ProductRow, id: number, variants: ReadonlyArray<Variant>): Items["options"] {
  return template.options.map((option, place) => ({
    ...option,
    id: id * PLACES + place,
    values: option.values.filter(({ key }) => variants.some(({ options }) => options[option.name] === key)),
  }));
}

const SIZE = "Size";

function sizeOption(id: number): Items["options"][number] {
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

function stockOf(chance: RandomDraw): number {
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

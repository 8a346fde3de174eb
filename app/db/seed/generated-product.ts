/** One made-up product: a thing of the demo catalogue under another name, by another maker, at another price. */
import { slugOf } from "#app/models/shared/slug.ts";

import { type GeneratedBrand, placeName } from "./generated-brands.ts";
import { type Chance, chanceOf } from "./generated-chance.ts";
import { priceHistory, pricesFrom } from "./generated-prices.ts";
import { generatedVariants } from "./generated-variants.ts";
import type { ProductRow } from "./product-schema.ts";

/** Ids of made-up products begin here. Those of their options, variants and reviews are ten times as high. */
export const FIRST_PRODUCT_ID = 1_000_000;
/** Gifts of at most this price, in minor units, are in the category of small gifts. */
const SMALL_GIFT_MAX_MINOR = 2_500;
const SMALL_GIFTS = "gifts/under-25";
/** A shop of its size opened four years ago, and has added more each year. */
const OLDEST_DAYS = 1_460;
/** Something sold out comes back within so many days. */
const RETURN_DAYS = 120;
/** What a thing's own makers say of themselves is not true of others. */
const OF_A_MAKER = /\b(?:our|we|us|hollybough|workshop|herefordshire)\b/i;

export type Making = Readonly<{
  seed: number;
  templates: ReadonlyArray<ProductRow>;
  brands: ReadonlyArray<GeneratedBrand>;
}>;

/** The product at `place`, from 0: the same for the same seed, whatever is made before or after it. */
export function generatedProduct(place: number, { seed, templates, brands }: Making): ProductRow {
  const chance = chanceOf(seed, place);
  const template = templateAt(place, templates);
  // A few makers have much, most have little.
  const brand = brands[Math.floor(chance.next() ** 2 * brands.length)] as GeneratedBrand;
  const id = FIRST_PRODUCT_ID + place;
  const name = `${placeName(chance)} ${template.name}`;
  const prices = pricesFrom(template.price, chance);
  const created = Math.floor(chance.next() ** 1.5 * OLDEST_DAYS);
  const goods = generatedVariants({ id, template, prices }, chance);
  const isBack = created > 1 && chance.is(0.03) && goods.variants.some(({ stock }) => stock > 0);
  return {
    ...template,
    ...{ id, name, slug: `${slugOf(name)}-${id}`, brand: brand.slug, sku: goods.sku },
    ...prices,
    ...goods,
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
}

/** The things of the demo catalogue take turns. */
function templateAt(place: number, templates: ReadonlyArray<ProductRow>): ProductRow {
  return templates[place % templates.length] as ProductRow;
}

/** Places of earlier products that are the same kind of thing, at most three. */
export function relatedPlaces(place: number, kinds: number): ReadonlyArray<number> {
  return [1, 2, 3].map((back) => place - back * kinds).filter((other) => other >= 0);
}

function madeBy(brand: GeneratedBrand) {
  const manufacturer = { name: brand.name, address: brand.address };
  return { made_in: brand.country, manufacturer, importer: null };
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

function availabilityOf(chance: Chance) {
  const drawn = chance.next();
  const release = chance.whole(5, 60);
  const none = { preorder_release_in_days: null, preorder_message: null };
  if (drawn < 0.01) return { availability: "discontinued" as const, ...none };
  if (drawn > 0.02) return { availability: "available" as const, ...none };
  return { availability: "preorder" as const, preorder_release_in_days: release, preorder_message: null };
}

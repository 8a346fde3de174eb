/** Made-up makers for a made-up catalogue. */
import { slugOf } from "#app/models/shared/slug.ts";

import { type Chance, chanceOf } from "./generated-chance.ts";
import { FIRST_PARTS, MAKER_ENDINGS, MAKER_PLACES, SECOND_PARTS, STREETS } from "./generated-words.ts";
import type { Row } from "./sync-table.server.ts";

/** Ids of made-up brands begin here. */
const FIRST_BRAND_ID = 1_000;
const BRANDS_MIN = 12;
const BRANDS_MAX = 400;
/** Keeps what is drawn for brands apart from what is drawn for products. */
const BRAND_PLACES = 2_000_000_000;

export type GeneratedBrand = Readonly<{
  id: number;
  slug: string;
  name: string;
  country: string;
  address: string;
}>;

/** The makers of a catalogue of `products`: about half of the square root of their number. */
export function generatedBrands(seed: number, products: number): ReadonlyArray<GeneratedBrand> {
  const count = Math.min(BRANDS_MAX, Math.max(BRANDS_MIN, Math.round(Math.sqrt(products) / 2)));
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const chance = chanceOf(seed, BRAND_PLACES + index);
    const name = freeName(chance, taken);
    const place = chance.one(MAKER_PLACES);
    const street = `${chance.whole(1, 90)} ${chance.one(STREETS)}`;
    return {
      id: FIRST_BRAND_ID + index,
      slug: slugOf(name),
      name,
      country: place.country,
      address: `${name}, ${street}, ${place.town} ${place.postcode}, United Kingdom`,
    };
  });
}

/** "Alder" and "brook" are Alderbrook; a collection is called so, and a maker with an ending. */
export function placeName(chance: Chance): string {
  return chance.one(FIRST_PARTS) + chance.one(SECOND_PARTS);
}

function freeName(chance: Chance, taken: Set<string>): string {
  for (;;) {
    const name = `${placeName(chance)} ${chance.one(MAKER_ENDINGS)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** The brand's row; `image` is a picture of one of its things. */
export function generatedBrandRow(brand: GeneratedBrand, image: string): Row {
  const { id, slug, name, country, address } = brand;
  return {
    ...{ id, slug, name, country, image },
    materials: JSON.stringify(["Beech", "Birch", "Water-based stains"]),
    story: `${name} makes things for children in small runs, to be repaired and handed down.`,
    manufacturer_address: address,
    page_title: name,
    meta_description: `Toys and nursery furniture by ${name}, made in ${country}.`,
  };
}

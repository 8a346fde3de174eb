import { slugOf } from "#app/models/shared/slug.ts";
import { type RandomDraw, seededRandom } from "#scripts/seeded-random.ts";
import type { SyncRow } from "#app/db/seed/sync-table.server.ts";

const FIRST_PARTS = [
  ..."Alder Amber Apple Ash Aspen Barley Beck Birch Black Blue Bramble Briar Bright Brook Burr Cedar".split(
    " ",
  ),
  ..."Cherry Chest Clover Cobble Copper Corn Cotton Cowslip Crab Crane Dale Dapple Deer Dew Dove Elder".split(
    " ",
  ),
  ..."Elm Ever Fair Fallow Fern Field Finch Fox Furze Gold Gorse Grey Hare Haw Hazel Heather".split(" "),
  ..."Heron Hill Honey Iron Ivy Juniper Kestrel Lark Laurel Lime Linden Long Maple Marsh May Meadow".split(
    " ",
  ),
  ..."Merry Mill Mistle Moor Moss Nettle Nut Oak Oat Otter Owl Pear Pebble Pine Plover Plum".split(" "),
  ..."Poppy Quill Raven Reed Ridge River Robin Rose Rowan Rush Rye Sage Sand Silver Sorrel Spring".split(" "),
];
const SECOND_PARTS = [
  ..."bank bourne bridge brook bury combe cote cross croft dale den down fell field fold ford".split(" "),
  ..."gate grove ham hatch haven hill holm holt hurst lake land lea ley low marsh".split(" "),
  ..."mead mere mill moor more mount ness nook pool ridge shaw side stead stile stone stow".split(" "),
  ..."thorpe ton tree vale view wade ward water way well wick win wold wood worth yard".split(" "),
];
const MAKER_ENDINGS = ["Workshop", "Toys", "& Daughters", "Joinery", "Nursery", "Makers", "Studio", "Works"];
const MAKER_PLACES = [
  { country: "England", town: "Kendal", postcode: "LA9 9ZZ" },
  { country: "England", town: "Ludlow", postcode: "SY8 9ZZ" },
  { country: "England", town: "Hexham", postcode: "NE46 9ZZ" },
  { country: "England", town: "Totnes", postcode: "TQ9 9ZZ" },
  { country: "Scotland", town: "Peebles", postcode: "EH45 9ZZ" },
  { country: "Wales", town: "Crickhowell", postcode: "NP8 9ZZ" },
] as const;
const STREETS = ["Tannery Lane", "Sawpit Yard", "Mill Street", "Cooper's Row", "Station Yard", "Kiln Lane"];

const FIRST_BRAND_ID = 1_000;
const BRANDS_MIN = 12;
const BRANDS_MAX = 400;
/** Keeps the random numbers of brands apart from those of products. */
const BRAND_PLACES = 2_000_000_000;

export type GeneratedBrand = Readonly<{
  id: number;
  slug: string;
  name: string;
  country: string;
  address: string;
}>;

export function generatedBrands(seed: number, products: number): ReadonlyArray<GeneratedBrand> {
  const count = Math.min(BRANDS_MAX, Math.max(BRANDS_MIN, Math.round(Math.sqrt(products) / 2)));
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const chance = seededRandom(seed, BRAND_PLACES + index);
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

/** "Alder" and "brook" are Alderbrook. */
export function placeName(chance: RandomDraw): string {
  return chance.one(FIRST_PARTS) + chance.one(SECOND_PARTS);
}

function freeName(chance: RandomDraw, taken: Set<string>): string {
  for (;;) {
    const name = `${placeName(chance)} ${chance.one(MAKER_ENDINGS)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

export function generatedBrandRow(brand: GeneratedBrand, image: string): SyncRow {
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

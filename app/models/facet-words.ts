/** What the values of facets are called: every value that the shop knows, in order. */
import { type Band, FOLDED_CLASSES, MATERIAL_NAMES, mattressIn, valueOf, WOODS } from "./facet-facts.ts";
import type { FacetWord, Vocabulary } from "./facet.ts";

type Colour = Readonly<{ key: string; label: string; hex: string | null }>;

type Sources = Readonly<{
  bands: ReadonlyArray<Band>;
  /** A colour as often as it is offered. */
  colours: ReadonlyArray<Colour>;
  brands: ReadonlyArray<Readonly<{ brand_slug: string; brand_name: string }>>;
  mattresses: ReadonlyArray<Readonly<{ namespace: string; value: string }>>;
}>;

export function vocabularyOf({ bands, colours, brands, mattresses }: Sources): Vocabulary {
  const sizes = mattresses
    .filter(({ namespace }) => namespace === "sleep")
    .flatMap(({ value }) => mattressIn(value) ?? [])
    .sort((one, other) => Number.parseInt(one.value, 10) - Number.parseInt(other.value, 10));
  return {
    age: new Map(bands.map(({ slug, name }) => [slug, { label: name }])),
    colour: colourWords(colours),
    brand: new Map(brands.map(({ brand_slug: slug, brand_name: label }) => [slug, { label }])),
    folded: new Map(FOLDED_CLASSES.map(({ value, label }) => [value, { label }])),
    mattress: new Map(sizes.map(({ value, label }) => [value, { label }])),
    wood: named(WOODS),
    material: named(MATERIAL_NAMES),
    stock: new Map([
      ["in-stock", { label: "In stock now" }],
      ["pre-order", { label: "Pre-order" }],
      ["sold-out", { label: "Sold out" }],
    ]),
    birth: new Map([["yes", { label: "Suitable from birth" }]]),
    sale: new Map([["yes", { label: "On sale" }]]),
    delivery: new Map([["free", { label: "Free delivery" }]]),
  };
}

function named(names: ReadonlyArray<string>): ReadonlyMap<string, FacetWord> {
  return new Map(names.map((label) => [valueOf(label), { label }]));
}

/** One colour has many names, "Natural" and "Natural beech": it goes by the one that is used most. */
function colourWords(colours: ReadonlyArray<Colour>): ReadonlyMap<string, FacetWord> {
  const byKey = new Map<string, Array<Colour>>();
  for (const colour of colours) {
    const same = byKey.get(colour.key);
    if (same) same.push(colour);
    else byKey.set(colour.key, [colour]);
  }
  return new Map(
    [...byKey].map(([key, same]) => {
      const hex = mostUsed(same.flatMap((colour) => colour.hex ?? []));
      return [key, { label: mostUsed(same.map(({ label }) => label)) ?? key, ...(hex ? { hex } : {}) }];
    }),
  );
}

function mostUsed(texts: ReadonlyArray<string>): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return first?.[0] ?? null;
}

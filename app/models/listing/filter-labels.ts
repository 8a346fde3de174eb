import { type Band, FOLDED_CLASSES, MATERIAL_NAMES, mattressIn, valueOf, WOODS } from "./filter-values.ts";
import type { FilterWord, FilterVocabulary } from "./filter.ts";

type Colour = Readonly<{ key: string; label: string; hex: string | null }>;

export type Words = Readonly<{
  colours: ReadonlyArray<Colour>;
  brands: ReadonlyArray<Readonly<{ brand_slug: string; brand_name: string }>>;
  mattresses: ReadonlyArray<Readonly<{ namespace: string; value: string }>>;
}>;

export class Wording {
  readonly #brands = new Map<string, FilterWord>();
  readonly #sizes = new Map<string, FilterWord>();
  readonly #colours = new Map<string, Readonly<{ labels: Tally; dots: Tally }>>();

  add({ colours, brands, mattresses }: Words): void {
    for (const { brand_slug: slug, brand_name: label } of brands) this.#brands.set(slug, { label });
    for (const { namespace, value } of mattresses) {
      const size = namespace === "sleep" ? mattressIn(value) : null;
      if (size) this.#sizes.set(size.value, { label: size.label });
    }
    for (const { key, label, hex } of colours) {
      const tally = this.#colours.get(key) ?? { labels: new Map(), dots: new Map() };
      this.#colours.set(key, tally);
      count(tally.labels, label);
      if (hex !== null) count(tally.dots, hex);
    }
  }

  vocabulary(bands: ReadonlyArray<Band>): FilterVocabulary {
    const sizes = [...this.#sizes].sort(
      ([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
    );
    return {
      ...fixedWords(bands),
      colour: colourWords(this.#colours),
      brand: this.#brands,
      mattress: new Map(sizes),
    };
  }
}

function fixedWords(bands: ReadonlyArray<Band>) {
  return {
    age: new Map(bands.map(({ slug, name }) => [slug, { label: name }])),
    folded: new Map(FOLDED_CLASSES.map(({ value, label }) => [value, { label }])),
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

function named(names: ReadonlyArray<string>): ReadonlyMap<string, FilterWord> {
  return new Map(names.map((label) => [valueOf(label), { label }]));
}

type Tally = Map<string, number>;

function count(tally: Tally, text: string): void {
  tally.set(text, (tally.get(text) ?? 0) + 1);
}

/** One colour may have several labels, "Natural" and "Natural beech"; the most used one counts. */
function colourWords(
  colours: ReadonlyMap<string, Readonly<{ labels: Tally; dots: Tally }>>,
): ReadonlyMap<string, FilterWord> {
  return new Map(
    [...colours].map(([key, { labels, dots }]) => {
      const hex = mostUsed(dots);
      return [key, { label: mostUsed(labels) ?? key, ...(hex ? { hex } : {}) }];
    }),
  );
}

function mostUsed(tally: Tally): string | null {
  const [first] = [...tally].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return first?.[0] ?? null;
}

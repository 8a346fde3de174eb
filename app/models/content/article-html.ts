const WORDS_PER_MINUTE = 220;
/** So that no heading takes a name of a script or a form. */
const ANCHOR = "part-";
const ANCHOR_MAX_CHARACTERS = 60;

export type ArticleText = Readonly<{
  html: string;
  contents: ReadonlyArray<Readonly<{ id: string; title: string }>>;
}>;

export function withAnchors(html: string): ArticleText {
  const contents: Array<{ id: string; title: string }> = [];
  const anchored = html.replace(/<h2>([^<]*(?:<(?!\/?h2>)[^<]*)*)<\/h2>/g, (whole, inside: string) => {
    const title = plainText(inside);
    if (title === "") return whole;
    const id = freeId(wordSlug(title), new Set(contents.map((part) => part.id)));
    contents.push({ id, title });
    return `<h2 id="${id}">${inside}</h2>`;
  });
  return { html: anchored, contents };
}

export function readingMinutes(html: string): number {
  const words = plainText(html).split(" ").filter(Boolean).length;
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}

export function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function wordSlug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, ANCHOR_MAX_CHARACTERS)
    .replace(/^-|-$/g, "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

function freeId(word: string, taken: ReadonlySet<string>): string {
  const base = ANCHOR + (word || "text");
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}

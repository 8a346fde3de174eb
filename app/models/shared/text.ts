/** Characters that the name of a person, a company or a place may have. */
export const NAME_MAX = 100;

/** Characters that a shortened text keeps by default (requirement shared-2). */
const TRUNCATED_CHARACTERS = 10;

export function paragraphs(text: string): ReadonlyArray<string> {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** The first `max` characters of `text` and an ellipsis, without splitting a character. */
export function truncated(text: string, max = TRUNCATED_CHARACTERS): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** `html` with `between` in place of each tag. For words only, never a protection (requirement shared-2). */
export function withoutTags(html: string, between = ""): string {
  return html.replace(/<[^<>]*>/g, between);
}

/** Replaces `{name}` in `text` by its value; names without a value stay. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** "ready from Monday" becomes "Ready from Monday". */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "17.5 cm" for whole millimetres. */
export function lengthText(millimetres: number): string {
  return `${millimetres / 10} cm`;
}

/** "1.4 kg" for whole grams. */
export function weightText(grams: number): string {
  return `${grams / 1000} kg`;
}

/** One spelling for equal words: compatibility forms, spaces and invisible characters are made alike. */
export function tidyWords(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
}

/** Words on the page: paragraphs, lists, numbers with their unit. */

/** Characters that are left of a text where nobody says how many (specification, section 5). */
const TRUNCATED_CHARACTERS = 10;

/** The paragraphs of `text`, which an empty line divides. */
export function paragraphs(text: string): ReadonlyArray<string> {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** The first `max` characters of `text` and an ellipsis, never half a character; all of it where it is no longer. */
export function truncated(text: string, max = TRUNCATED_CHARACTERS): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** The words of `html`, with `between` for each tag. A helper for words, never a sanitiser. */
export function withoutTags(html: string, between = ""): string {
  return html.replace(/<[^<>]*>/g, between);
}

/** `{name}` in `text` replaced by the value of that name; names without a value stay. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** `text` as a sentence begins: "ready from Monday" becomes "Ready from Monday". */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A length of whole millimetres as "17.5 cm". */
export function lengthText(millimetres: number): string {
  return `${millimetres / 10} cm`;
}

/** A weight of whole grams as "1.4 kg". */
export function weightText(grams: number): string {
  return `${grams / 1000} kg`;
}

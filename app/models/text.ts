/** Words on the page: paragraphs, lists, numbers with their unit. */

/** The paragraphs of `text`, which an empty line divides. */
export function paragraphs(text: string): ReadonlyArray<string> {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
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

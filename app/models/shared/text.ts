export const NAME_MAX = 100;

/** By default (requirement shared-2). */
const TRUNCATED_CHARACTERS = 10;

export function paragraphs(text: string): ReadonlyArray<string> {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** With an ellipsis, without splitting a character. */
export function truncated(text: string, max = TRUNCATED_CHARACTERS): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** For words only, never a protection (requirement shared-2). */
export function withoutTags(html: string, between = ""): string {
  return html.replace(/<[^<>]*>/g, between);
}

/** "a", "a and b", "a, b and c". */
export function listText(items: ReadonlyArray<string>): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** "1 product", "3 products". */
export function numberOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Each with one full stop, also where it ends in one already, as abbreviations do ("MwSt.", "Inc."). */
export function sentences(...texts: ReadonlyArray<string>): string {
  return texts
    .filter(Boolean)
    .map((text) => (text.endsWith(".") ? text : `${text}.`))
    .join(" ");
}

export function lengthText(millimetres: number): string {
  return `${millimetres / 10} cm`;
}

export function weightText(grams: number): string {
  return `${grams / 1000} kg`;
}

/** What nobody sees and copied text may hold, such as U+200B: also U+2800, which is drawn as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Of a code or number that somebody types or pastes: in capitals, without what nobody sees, its wide letters as usual ones. */
export function pastedCode(text: string): string {
  return withoutInvisible(text.normalize("NFKC")).trim().toUpperCase();
}

/** Compatibility forms, spaces and invisible characters are made alike. */
export function tidyWords(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
}

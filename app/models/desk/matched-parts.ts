import type { DeskQuery } from "./search-terms.ts";

export type TextPart = Readonly<{ text: string; isMatch: boolean }>;

const DIGITS_MIN = 3;

/** Matches are beginnings of words in the query, and the end of a number. */
export function matchedParts(
  text: string,
  { words, whole }: Pick<DeskQuery, "words" | "whole">,
): ReadonlyArray<TextPart> {
  const characters = Array.from(text);
  const parts: Array<TextPart> = [];
  let rest = "";
  for (let place = 0; place < characters.length;) {
    const length = isBeginning(characters, place)
      ? matchLength(characters.slice(place), [whole, ...words])
      : 0;
    if (length === 0) rest += characters[place] ?? "";
    else {
      if (rest) parts.push({ text: rest, isMatch: false });
      parts.push({ text: characters.slice(place, place + length).join(""), isMatch: true });
      rest = "";
    }
    place += Math.max(1, length);
  }
  if (rest) parts.push({ text: rest, isMatch: false });
  return endOfNumber(parts, whole) ?? parts;
}

const isAlphanumeric = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? "");

function isBeginning(characters: ReadonlyArray<string>, place: number): boolean {
  return isAlphanumeric(characters[place]) && !isAlphanumeric(characters[place - 1]);
}

/** How many characters from the first on; 0 for none. Spaces and accents do not count. */
function matchLength(characters: ReadonlyArray<string>, terms: ReadonlyArray<string>): number {
  return Math.max(0, ...terms.map((term) => lengthOf(characters, term)));
}

function lengthOf(characters: ReadonlyArray<string>, term: string): number {
  let rest = term;
  for (const [index, character] of characters.entries()) {
    if (rest === "") return index;
    const plain = character.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    if (rest.startsWith(plain) && plain !== "") rest = rest.slice(plain.length);
    else if (isAlphanumeric(character) || index === 0) return 0;
  }
  return rest === "" ? characters.length : 0;
}

/** "1004|82" for the order number that ends with "82". */
function endOfNumber(parts: ReadonlyArray<TextPart>, whole: string): ReadonlyArray<TextPart> | null {
  const [only] = parts;
  if (parts.length !== 1 || !only || only.isMatch) return null;
  if (whole.length < DIGITS_MIN || !/^\d+$/.test(only.text) || !only.text.endsWith(whole)) return null;
  return [
    { text: only.text.slice(0, -whole.length), isMatch: false },
    { text: whole, isMatch: true },
  ];
}

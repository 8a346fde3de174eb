/** Finds the word that was meant by one that nobody knows. */

/** Words as they are known, with how often and how they are mostly written. Keys are folded. */
export type Vocabulary = ReadonlyMap<string, Readonly<{ count: number; written: string }>>;

/** Shortest word, in letters, in which typing errors are looked for. */
const TYPO_MIN_LETTERS = 4;
/** From this length on, in letters, two may be wrong, below it one. */
const TWO_ERRORS_FROM_LETTERS = 7;
/** A run-together word is cut into parts of at least so many letters. */
const PART_MIN_LETTERS = 3;
/** Longer words are no words, and would take long to compare. */
const WORD_MAX_LETTERS = 30;

/**
 * What was probably meant by the folded `word`: the nearest known word, two words that ran together, or null.
 * Fewest errors first, then the same first letter, then the word that is used most.
 */
export function meantBy(word: string, vocabulary: Vocabulary): ReadonlyArray<string> | null {
  if (word.length < TYPO_MIN_LETTERS || word.length > WORD_MAX_LETTERS || /\d/.test(word)) return null;
  const best = { term: "", rank: Infinity };
  for (const [term, { count }] of vocabulary) {
    const rank = rankOf(word, term, count);
    if (rank < best.rank) Object.assign(best, { term, rank });
  }
  return best.term === "" ? parted(word, vocabulary) : [best.term];
}

/** The lower, the likelier that `word` was meant to be `term`; Infinity where it cannot be. */
function rankOf(word: string, term: string, count: number): number {
  const limit = word.length < TWO_ERRORS_FROM_LETTERS ? 1 : 2;
  if (term.length < PART_MIN_LETTERS || Math.abs(term.length - word.length) > limit) return Infinity;
  const errors = errorsBetween(word, term, limit);
  if (errors > limit) return Infinity;
  const isOtherLetter = term.charAt(0) !== word.charAt(0);
  return errors * 10 + (isOtherLetter ? 5 : 0) - Math.min(count, 1_000) / 1_000;
}

function parted(word: string, vocabulary: Vocabulary): ReadonlyArray<string> | null {
  for (let at = PART_MIN_LETTERS; at <= word.length - PART_MIN_LETTERS; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => vocabulary.has(part))) return parts;
  }
  return null;
}

/**
 * Letters added, left out, changed or swapped with their neighbour between `a` and `b`; more than `limit` once that is
 * sure (optimal string alignment).
 */
export function errorsBetween(a: string, b: string, limit: number): number {
  let beforeLast: ReadonlyArray<number> = [];
  let last: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1)
      current.push(cheapest({ a, b, row, column, current, last, beforeLast }));
    if (Math.min(...current) > limit && Math.min(...last) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit + 1;
}

type Cell = Readonly<{
  a: string;
  b: string;
  row: number;
  column: number;
  current: ReadonlyArray<number>;
  last: ReadonlyArray<number>;
  beforeLast: ReadonlyArray<number>;
}>;

function cheapest({ a, b, row, column, current, last, beforeLast }: Cell): number {
  const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
  const errors = Math.min(
    (last[column] ?? 0) + 1,
    (current[column - 1] ?? 0) + 1,
    (last[column - 1] ?? 0) + (isSame ? 0 : 1),
  );
  const isSwap =
    row > 1 &&
    column > 1 &&
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
    a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
  return isSwap ? Math.min(errors, (beforeLast[column - 2] ?? 0) + 1) : errors;
}

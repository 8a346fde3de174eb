/** How many products have a word, by its folded form; 0: none any more. */
type Vocabulary = Map<string, number>;

/** By word length, so that most of it is skipped. */
export type Speller = Readonly<{ vocabulary: Vocabulary; byLength: Map<number, Shelf> }>;

type Shelf = Readonly<{ terms: Array<string>; letters: Array<number> }>;

const TYPO_MIN_LETTERS = 4;
/** From this length on two errors are allowed, below it one. */
const TWO_ERRORS_FROM_LETTERS = 7;
const PART_MIN_LETTERS = 3;
/** Comparing longer words takes long. */
const WORD_MAX_LETTERS = 30;
const HALF_COUNT = 1_000;

export function newSpeller(): Speller {
  return { vocabulary: new Map(), byLength: new Map() };
}

/** True for a word that it did not know. */
export function learnWord({ vocabulary, byLength }: Speller, term: string, count: number): boolean {
  const isNew = !vocabulary.has(term);
  vocabulary.set(term, count);
  if (!isNew || term.length < PART_MIN_LETTERS || term.length > WORD_MAX_LETTERS + 2) return isNew;
  const shelf = byLength.get(term.length) ?? { terms: [], letters: [] };
  byLength.set(term.length, shelf);
  shelf.terms.push(term);
  shelf.letters.push(lettersOf(term));
  return isNew;
}

export function countOf({ vocabulary }: Speller, word: string): number {
  return vocabulary.get(word) ?? 0;
}

/** Fewest errors first, then the same first letter, then the most uses; also two words that ran together. */
export function meantBy(word: string, speller: Speller): ReadonlyArray<string> | null {
  if (word.length < TYPO_MIN_LETTERS || word.length > WORD_MAX_LETTERS || /\d/.test(word)) return null;
  const limit = word.length < TWO_ERRORS_FROM_LETTERS ? 1 : 2;
  let best: Candidate = { term: "", rank: Infinity };
  for (let length = word.length - limit; length <= word.length + limit; length += 1) {
    const shelf = speller.byLength.get(length);
    if (shelf) best = nearest(shelf, { word, limit, best, speller });
  }
  return best.term === "" ? parted(word, speller) : [best.term];
}

type Candidate = Readonly<{ term: string; rank: number }>;
type Looking = Readonly<{ word: string; limit: number; best: Candidate; speller: Speller }>;

function nearest({ terms, letters }: Shelf, { word, limit, best, speller }: Looking): Candidate {
  const requested = lettersOf(word);
  let found = best;
  for (const [at, own] of letters.entries()) {
    // One error changes at most two letters of the set.
    if (bitsIn(own ^ requested) > limit * 2) continue;
    const term = terms[at] ?? "";
    const rank = rankOf({ word, term, count: countOf(speller, term), limit });
    if (rank < found.rank || (rank === found.rank && term < found.term)) found = { term, rank };
  }
  return found;
}

/** Lower is likelier; Infinity if impossible. */
function rankOf({ word, term, count, limit }: { word: string; term: string; count: number; limit: number }) {
  const errors = count > 0 ? errorsBetween(word, term, limit) : Infinity;
  if (errors > limit) return Infinity;
  const isOtherLetter = term.charAt(0) !== word.charAt(0);
  return errors * 10 + (isOtherLetter ? 5 : 0) - count / (count + HALF_COUNT);
}

/** As bits, of which some letters share one. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitsIn(bits: number): number {
  let rest = bits;
  let count = 0;
  for (; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}

function parted(word: string, speller: Speller): ReadonlyArray<string> | null {
  for (let at = PART_MIN_LETTERS; at <= word.length - PART_MIN_LETTERS; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => countOf(speller, part) > 0)) return parts;
  }
  return null;
}

/** Optimal string alignment; more than `limit` once that is certain. */
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

/** Phrases of names and keywords that complete a typed query. */
import { foldedWords } from "./tokenizer.ts";

type Phrase = Readonly<{ text: string; words: ReadonlyArray<string>; count: number }>;

export type PhraseBook = ReadonlyMap<string, ReadonlyArray<Phrase>>;

const KEY_LETTERS = 2;
const PHRASE_MAX_CHARACTERS = 40;

export function phraseBook(phrases: Iterable<string>): PhraseBook {
  const counts = new Map<string, number>();
  for (const phrase of phrases) {
    const text = phrase.trim().toLowerCase();
    if (text.length >= KEY_LETTERS && text.length <= PHRASE_MAX_CHARACTERS)
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const book = new Map<string, Array<Phrase>>();
  for (const [text, count] of counts) {
    const words = foldedWords(text);
    for (const key of new Set(words.map(keyOf))) {
      const filed = book.get(key);
      if (filed) filed.push({ text, words, count });
      else book.set(key, [{ text, words, count }]);
    }
  }
  return book;
}

/** With a word for every beginning in `typed`: those that start with it first, then the most frequent. */
export function phrasesFor(book: PhraseBook, typed: string, max: number): ReadonlyArray<string> {
  const requested = foldedWords(typed);
  const first = requested[0];
  if (first === undefined || first.length < KEY_LETTERS) return [];
  return (book.get(keyOf(first)) ?? [])
    .filter(({ words }) => requested.every((part) => words.some((word) => word.startsWith(part))))
    .map((phrase) => ({ ...phrase, isAtStart: phrase.words[0]?.startsWith(first) === true }))
    .sort(
      (a, b) =>
        Number(b.isAtStart) - Number(a.isAtStart) ||
        b.count - a.count ||
        a.text.length - b.text.length ||
        (a.text < b.text ? -1 : 1),
    )
    .slice(0, max)
    .map(({ text }) => text);
}

function keyOf(word: string): string {
  return word.slice(0, KEY_LETTERS);
}

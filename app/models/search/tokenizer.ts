export type Synonyms = Readonly<{
  groups: ReadonlyArray<ReadonlyArray<string>>;
  /** `from` also finds `to`, but not the other way round. */
  one_way: ReadonlyArray<Readonly<{ from: ReadonlyArray<string>; to: ReadonlyArray<string> }>>;
  misspellings: Readonly<Record<string, string>>;
  stop_words: ReadonlyArray<string>;
}>;

export const NO_SYNONYMS: Synonyms = { groups: [], one_way: [], misspellings: {}, stop_words: [] };

/** Words are folded; `others` are phrases of equal meaning. */
export type SearchUnit = Readonly<{
  words: ReadonlyArray<string>;
  others: ReadonlyArray<ReadonlyArray<string>>;
}>;

export type ReadQuery = Readonly<{
  units: ReadonlyArray<SearchUnit>;
  words: ReadonlyArray<string>;
  corrected: string | null;
}>;

/** Lower case, without accents and apostrophes, cut at everything else. */
export function wordsOf(text: string): ReadonlyArray<string> {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** "prams" becomes "pram", "boxes" becomes "box". */
export function singular(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

export function foldedWords(text: string): ReadonlyArray<string> {
  return wordsOf(text).map(singular);
}

/** Hyphenated ones also as one: "pull-along" is "pullalong" too. */
export function wordsAndCompounds(text: string): ReadonlyArray<string> {
  const compounds = text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? [];
  return [...wordsOf(text), ...compounds.flatMap((compound) => wordsOf(compound.replaceAll("-", "")))];
}

export function readQuery(query: string, synonyms: Synonyms): ReadQuery {
  const typed = wordsOf(query);
  const { misspellings, stop, phrases } = cutUp(synonyms);
  const right = putRight(typed, misspellings);
  const units = unitsOf(right.map(singular), phrases);
  const meant = units.filter(
    ({ words, others }) => others.length > 0 || !words.every((word) => stop.has(word)),
  );
  const isSame = right.join(" ") === typed.join(" ");
  return {
    words: right,
    units: (meant.length > 0 ? meant : units).map((unit) => withoutStopWords(unit, stop)),
    corrected: isSame ? null : right.join(" "),
  };
}

type Misspelling = Readonly<{ wrong: ReadonlyArray<string>; right: ReadonlyArray<string> }>;

type CutUp = Readonly<{
  misspellings: ReadonlyArray<Misspelling>;
  stop: ReadonlySet<string>;
  phrases: ReadonlyArray<Phrase>;
}>;

const cutUpBefore = new WeakMap<Synonyms, CutUp>();

function cutUp(synonyms: Synonyms): CutUp {
  const known = cutUpBefore.get(synonyms);
  if (known) return known;
  const made = {
    misspellings: Object.entries(synonyms.misspellings)
      .map(([wrong, right]) => ({ wrong: wordsOf(wrong), right: wordsOf(right) }))
      .sort((a, b) => b.wrong.length - a.wrong.length),
    stop: new Set(synonyms.stop_words.map(singular)),
    phrases: phrasesOf(synonyms),
  };
  cutUpBefore.set(synonyms, made);
  return made;
}

function putRight(words: ReadonlyArray<string>, known: CutUp["misspellings"]): ReadonlyArray<string> {
  const result: Array<string> = [];
  for (let at = 0; at < words.length;) {
    const found = known.find(({ wrong }) => startsWith(words, at, wrong));
    result.push(...(found ? found.right : words.slice(at, at + 1)));
    at += found ? found.wrong.length : 1;
  }
  return result;
}

type Phrase = Readonly<{ words: ReadonlyArray<string>; others: ReadonlyArray<ReadonlyArray<string>> }>;

function phrasesOf({ groups, one_way }: Synonyms): ReadonlyArray<Phrase> {
  const others = new Map<string, ReadonlyArray<ReadonlyArray<string>>>();
  const add = (phrase: string, more: ReadonlyArray<string>) => {
    const key = foldedWords(phrase).join(" ");
    const folded = more.map(foldedWords).filter((words) => words.join(" ") !== key);
    others.set(key, [...(others.get(key) ?? []), ...folded]);
  };
  for (const group of groups) for (const phrase of group) add(phrase, group);
  for (const { from, to } of one_way) for (const phrase of from) add(phrase, to);
  return [...others]
    .map(([key, list]) => ({ words: key.split(" "), others: list }))
    .sort((a, b) => b.words.length - a.words.length);
}

function unitsOf(words: ReadonlyArray<string>, phrases: ReadonlyArray<Phrase>): ReadonlyArray<SearchUnit> {
  const units: Array<SearchUnit> = [];
  for (let at = 0; at < words.length;) {
    const phrase = phrases.find((one) => startsWith(words, at, one.words));
    units.push(phrase ?? { words: words.slice(at, at + 1), others: [] });
    at += phrase?.words.length ?? 1;
  }
  return units;
}

function startsWith(words: ReadonlyArray<string>, at: number, phrase: ReadonlyArray<string>): boolean {
  return phrase.length > 0 && phrase.every((word, place) => words[at + place] === word);
}

function withoutStopWords({ words, others }: SearchUnit, stop: ReadonlySet<string>): SearchUnit {
  const strip = (phrase: ReadonlyArray<string>) => {
    const meant = phrase.filter((word) => !stop.has(word));
    return meant.length > 0 ? meant : phrase;
  };
  // Synonyms stay whole, because "for two" without "for" would match any two.
  return { words: strip(words), others };
}

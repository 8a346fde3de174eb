/** The rules come with the catalogue (`search-rules.json`). */
import { z } from "zod";

import type { BrandNotSold } from "#app/models/store/brands-not-sold.ts";
import { withQuery } from "#app/path-query.ts";

import { singular, wordsOf } from "./tokenizer.ts";

const textSchema = z.string().trim().min(1, "must not be empty");
const textsSchema = z.array(textSchema);
const linkSchema = z.object({ text: textSchema, path: z.string().startsWith("/", "must begin with /") });

const noticeSchema = z.object({
  words: textsSchema.min(1),
  /** The phrase counts wherever it stands and the rest is searched; else only where it is what is looked for. */
  is_aside: z.boolean(),
  title: textSchema,
  text: textSchema,
  link: linkSchema.nullable(),
  /** A second meaning: the words before the link, and the link. */
  also: linkSchema.extend({ before: textSchema }).nullable(),
  products: textsSchema,
});

export const searchRulesSchema = z.object({
  same_words: z.record(textSchema, textSchema),
  colours: z.record(textSchema, textsSchema),
  ages: z.array(z.object({ words: textsSchema, months: z.number().int().min(0) })),
  /** Their categories, by path, come first. */
  kinds: z.array(z.object({ words: textsSchema, categories: textsSchema })),
  /**
   * By path: a list of their own below all others if one of the words `when` is there (none: always), unless one of
   * `unless` is.
   */
  apart: z.array(
    z.object({ heading: textSchema, categories: textsSchema, when: textsSchema, unless: textsSchema }),
  ),
  notices: z.array(noticeSchema),
});

export type SearchRules = z.infer<typeof searchRulesSchema> &
  Readonly<{ brands?: ReadonlyArray<BrandNotSold> }>;
type Notice = SearchRules["notices"][number];

export const NO_RULES: SearchRules = {
  same_words: {},
  colours: {},
  ages: [],
  kinds: [],
  apart: [],
  notices: [],
};

export type ColourWord = Readonly<{ name: string; keys: ReadonlyArray<string> }>;

/** Folded words of the query, as `withoutWords` takes them; a rule may have put others in their place. */
type Typed = Readonly<{ typed: ReadonlyArray<string> }>;

export type RuledWords = Readonly<{
  words: string;
  /** Folded, without small words; it may name a category or a product. */
  subject: ReadonlyArray<string>;
  colour: (ColourWord & Typed) | null;
  age: (Typed & Readonly<{ months: number }>) | null;
  first: ReadonlyArray<string>;
  apart: ReadonlyArray<Apart>;
  notice: Notice | null;
  products: ReadonlyArray<string> | null;
}>;

export type Apart = Readonly<{ heading: string; categories: ReadonlyArray<string> }>;

type Token = Typed & Readonly<{ written: string; folded: string }>;
type Phrase = ReadonlyArray<string>;

type Compiled = ReturnType<typeof compile>;

/** Before these, English has said what is looked for: "toys for babies", "cot with mattress". */
const AFTER_SUBJECT = new Set(["for", "with", "to", "that", "from", "in", "on", "of"]);
const SMALL_WORDS = new Set([
  ...AFTER_SUBJECT,
  ...["a", "an", "and", "any", "best", "my", "our", "or", "something", "suitable", "the", "your"],
]);

export function applyRules(words: string, rules: SearchRules): RuledWords {
  const known = compiled(rules);
  const typed = tokensOf(words);
  const { same, notice, rest, shown } = answered(withSameWords(typed, known.same), known);
  const isInPlace = notice !== null && (!notice.is_aside || subjectOf(rest).length === 0);
  const { colour, age, left } = isInPlace
    ? { colour: null, age: null, left: rest }
    : describedIn(rest, known);
  const isSame = left.length === typed.length && left.every((token, at) => token === typed[at]);
  return {
    words: isSame ? words : left.map(({ written }) => written).join(" "),
    subject: subjectOf(left),
    colour,
    age,
    first: known.kinds.get(headOf(left).at(-1)?.folded ?? "") ?? [],
    apart: known.apart.filter(
      ({ when, unless }) => (when.size === 0 || hasAny(same, when)) && !hasAny(same, unless),
    ),
    notice: shown,
    products: isInPlace ? notice.products : null,
  };
}

function hasAny(tokens: ReadonlyArray<Token>, words: ReadonlySet<string>): boolean {
  return tokens.some(({ folded }) => words.has(folded));
}

function describedIn(tokens: ReadonlyArray<Token>, known: Compiled) {
  const colour = colourIn(tokens, known.colours);
  const others = tokens.filter(({ folded }) => folded !== colour?.word);
  const age = ageIn(others, known);
  const typedFor = (word: string) => tokens.flatMap(({ folded, typed }) => (folded === word ? typed : []));
  return {
    colour: colour && { ...colour.colour, typed: typedFor(colour.word) },
    age: age && { months: age.months, typed: typedFor(age.word) },
    left: others.filter(({ folded }) => folded !== age?.word),
  };
}

export function withoutWords(query: string, folded: ReadonlyArray<string>): string {
  return query
    .split(" ")
    .filter((word) => !tokensOf(word).some((token) => folded.includes(token.folded)))
    .join(" ");
}

/** Sorted, so that "toys for babies" is "baby toys". */
export function subjectKey(words: ReadonlyArray<string>): string {
  return [...new Set(words)].sort().join(" ");
}

export function subjectWords(text: string): ReadonlyArray<string> {
  return subjectOf(tokensOf(text));
}

/** Without what follows "for" or "with": an adapter for a pram is no pram. */
export function headWords(text: string): ReadonlyArray<string> {
  return subjectOf(headOf(tokensOf(text)));
}

function tokensOf(text: string): ReadonlyArray<Token> {
  return wordsOf(text).map((written) => {
    const folded = singular(written);
    return { written, folded, typed: [folded] };
  });
}

function phraseOf(text: string): Phrase {
  return tokensOf(text).map(({ folded }) => folded);
}

function subjectOf(tokens: ReadonlyArray<Token>): ReadonlyArray<string> {
  return tokens.map(({ folded }) => folded).filter((word) => !SMALL_WORDS.has(word));
}

function headOf(tokens: ReadonlyArray<Token>): ReadonlyArray<Token> {
  const end = tokens.findIndex(({ folded }, at) => at > 0 && AFTER_SUBJECT.has(folded));
  return end === -1 ? tokens : tokens.slice(0, end);
}

const compiledBefore = new WeakMap<SearchRules, Compiled>();

function compiled(rules: SearchRules): Compiled {
  const known = compiledBefore.get(rules);
  if (known) return known;
  const made = compile(rules);
  compiledBefore.set(rules, made);
  return made;
}

function compile(rules: SearchRules) {
  return {
    same: Object.entries(rules.same_words)
      .map(([from, to]) => ({ from: phraseOf(from), to: tokensOf(to) }))
      .sort((a, b) => b.from.length - a.from.length),
    colours: new Map(
      Object.entries(rules.colours).map(([name, keys]) => [phraseOf(name).join(" "), { name, keys }]),
    ),
    ages: byWord(rules.ages, ({ months }) => months),
    kinds: byWord(rules.kinds, ({ categories }) => categories),
    apart: rules.apart.map(({ when, unless, ...apart }) => ({
      ...apart,
      when: new Set(when.flatMap(phraseOf)),
      unless: new Set(unless.flatMap(phraseOf)),
    })),
    notices: rules.notices.flatMap((notice) =>
      notice.words.map((words) => ({ phrase: phraseOf(words), notice })),
    ),
    brands: (rules.brands ?? []).flatMap(({ name, instead }) =>
      [name, wordsOf(name).join("")].map((words) => ({
        ...{ phrase: phraseOf(words), name, instead: tokensOf(instead) },
      })),
    ),
  };
}

function byWord<Rule extends Readonly<{ words: ReadonlyArray<string> }>, Value>(
  rules: ReadonlyArray<Rule>,
  valueOf: (rule: Rule) => Value,
): ReadonlyMap<string, Value> {
  return new Map(
    rules.flatMap((rule) => rule.words.map((word) => [phraseOf(word).join(" "), valueOf(rule)] as const)),
  );
}

function withSameWords(tokens: ReadonlyArray<Token>, same: Compiled["same"]): ReadonlyArray<Token> {
  const result: Array<Token> = [];
  for (let at = 0; at < tokens.length;) {
    const found = same.find(({ from }) => standsAt(tokens, at, from));
    if (found) pushSame(result, found);
    else result.push(...tokens.slice(at, at + 1));
    at += found?.from.length ?? 1;
  }
  return result;
}

/** Words that stand there already are not said twice. */
function pushSame(result: Array<Token>, { from, to }: Compiled["same"][number]): void {
  const folded = to.map((token) => token.folded);
  const before = standsAt(result, result.length - to.length, folded) ? result.splice(-to.length) : [];
  result.push(
    ...to.map((token, at) => {
      const known = before[at];
      return { ...(known ?? token), typed: [...(known?.typed ?? []), ...from] };
    }),
  );
}

function standsAt(tokens: ReadonlyArray<Token>, at: number, phrase: Phrase): boolean {
  return phrase.length > 0 && phrase.every((word, place) => tokens[at + place]?.folded === word);
}

function noticed(tokens: ReadonlyArray<Token>, notices: Compiled["notices"]) {
  const head = headOf(tokens);
  for (const { phrase, notice } of notices) {
    if (notice.is_aside) {
      const at = tokens.findIndex((_, place) => standsAt(tokens, place, phrase));
      const rest = [...tokens.slice(0, at), ...tokens.slice(at + phrase.length)];
      if (at !== -1) return { notice, rest };
    } else if (standsAt(head, head.length - phrase.length, phrase)) return { notice, rest: tokens };
  }
  return { notice: null, rest: tokens };
}

/** `shown` is `notice`, or what is said of a brand that is not sold. */
function answered(tokens: ReadonlyArray<Token>, { brands, notices }: Compiled) {
  const brand = brandIn(tokens, brands);
  const same = brand?.tokens ?? tokens;
  const found = noticed(same, notices);
  const shown = brand ? brandNotice(brand.name, noticed(brand.instead, notices).notice) : found.notice;
  return { ...found, same, shown };
}

/** The tokens without the brand, or what to show instead where nothing else is looked for. */
function brandIn(tokens: ReadonlyArray<Token>, brands: Compiled["brands"]) {
  for (const { phrase, name, instead } of brands) {
    const at = tokens.findIndex((_, place) => standsAt(tokens, place, phrase));
    if (at === -1) continue;
    const rest = headOf([...tokens.slice(0, at), ...tokens.slice(at + phrase.length)]);
    return { name, instead, tokens: subjectOf(rest).length > 0 ? rest : instead };
  }
  return null;
}

const OTHER_BRAND: Notice = {
  ...{ words: [], is_aside: true, title: "", link: null, also: null, products: [] },
  text: "We choose our makers one by one, and this is not one of them.",
};

/** `notice` is what the shop says of such things. */
function brandNotice(name: string, notice: Notice | null): Notice {
  const path = withQuery("/information/contact-us", { about: name });
  const also = { before: "We’ll say what comes close.", text: `Ask us about ${name}`, path };
  return { ...(notice ?? OTHER_BRAND), title: `We do not sell ${name}`, also };
}

function colourIn(tokens: ReadonlyArray<Token>, colours: Compiled["colours"]) {
  for (const { folded } of tokens) {
    const colour = colours.get(folded);
    if (colour) return { word: folded, colour };
  }
  return null;
}

/** An age, where nothing but a kind of product stands beside it: a toddler bed is a bed. */
function ageIn(tokens: ReadonlyArray<Token>, { ages, kinds }: Compiled) {
  const word = tokens.find(({ folded }) => ages.has(folded))?.folded;
  const months = word === undefined ? undefined : ages.get(word);
  if (word === undefined || months === undefined) return null;
  const isAlone = subjectOf(tokens).every((one) => one === word || kinds.has(one));
  return isAlone ? { word, months } : null;
}

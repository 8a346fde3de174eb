import type { Query } from "minisearch";

import { PREFIX_MIN_LETTERS } from "#app/models/search/query-terms.ts";
import { OTHER_WORDS_WEIGHT } from "#app/models/search/rank.ts";
import type { SearchUnit } from "#app/models/search/tokenizer.ts";

export type FieldRules = Readonly<{
  boost: Readonly<Record<string, number>>;
  /** Where the beginning of a word, or another word for it, is enough: long texts tell of too many other things. */
  narrow: ReadonlyArray<string>;
}>;

export function queryOf(units: ReadonlyArray<SearchUnit>, rules: FieldRules): Query {
  return { combineWith: "AND", queries: units.map((unit) => unitQuery(unit, rules)) };
}

export function unitQuery({ words, others }: SearchUnit, { boost, narrow }: FieldRules): Query {
  const fields = [...narrow];
  const weighted = Object.fromEntries(
    narrow.map((field) => [field, (boost[field] ?? 1) * OTHER_WORDS_WEIGHT]),
  );
  return {
    combineWith: "OR",
    queries: [
      // Words that make a phrase only together would be found apart from each other in any long text.
      {
        combineWith: "AND",
        queries: words.map((word) => wordQuery(word, fields)),
        ...(words.length > 1 ? { fields } : {}),
      },
      ...others.map((phrase) => ({
        combineWith: "AND" as const,
        queries: [...phrase],
        fields,
        boost: weighted,
      })),
    ],
  };
}

function wordQuery(word: string, fields: Array<string>): Query {
  if (word.length < PREFIX_MIN_LETTERS) return word;
  return {
    combineWith: "OR",
    queries: [word, { combineWith: "OR", queries: [word], fields, prefix: true }],
  };
}

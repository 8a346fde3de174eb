import { z } from "zod";

const text = z.string().trim().min(1, "must not be empty");

export const glossarySchema = z.array(
  z.object({
    term: text,
    words: z.array(text).min(1, "must not be empty"),
    text,
  }),
);

export type Glossary = z.infer<typeof glossarySchema>;

export type Explanation = Readonly<{ term: string; text: string }>;

function explanationsFor(texts: ReadonlyArray<string>, glossary: Glossary): ReadonlyArray<Explanation> {
  const all = texts.join("\n").toLowerCase();
  return glossary
    .filter(({ words }) => words.some((word) => isNamed(word.toLowerCase(), all)))
    .map(({ term, text: meaning }) => ({ term, text: meaning }));
}

type Row = Readonly<{ label: string; value: string }>;

export type ExplainedRow = Row & Readonly<{ explanation: Explanation | null }>;

/** Each row gets the first of its terms that no earlier row explained, and `texts` the further ones. */
export function explain(
  rows: ReadonlyArray<Row>,
  texts: ReadonlyArray<string>,
  glossary: Glossary,
): Readonly<{ rows: ReadonlyArray<ExplainedRow>; others: ReadonlyArray<Explanation> }> {
  const statement = new Set<string>();
  const explained = rows.map((row) => {
    const found = explanationsFor([row.label, row.value], glossary).find(({ term }) => !statement.has(term));
    if (found) statement.add(found.term);
    return { ...row, explanation: found ?? null };
  });
  return {
    rows: explained,
    others: explanationsFor(texts, glossary).filter(({ term }) => !statement.has(term)),
  };
}

function isNamed(word: string, all: string): boolean {
  for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1)) {
    const end = all.startsWith("s", at + word.length) ? at + word.length + 1 : at + word.length;
    if (!isLetter(all[at - 1]) && !isLetter(all[end])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\d]/u.test(character);
}

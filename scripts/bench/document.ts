/** docs/performance.md: each kind of run has a part of its own there, between two comments. */
import { readFileSync, writeFileSync } from "node:fs";

import { format, resolveConfig } from "prettier";

export type DocumentPart = "bench" | "growth" | "growth-postgres" | "desk" | "desk-postgres" | "pages";

/** `text` with what is between the comments of `part` replaced by `body`. Throws when they are not there. */
export function withPart(text: string, part: DocumentPart, body: string): string {
  const [start, end] = [`<!-- ${part}: start -->`, `<!-- ${part}: end -->`];
  const [before, rest = ""] = text.split(start);
  const after = rest.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`There is no place for ${part}`);
  return `${before}${start}\n\n${body}\n\n${end}${after}`;
}

/** Writes `body` into the part of `file`. */
export async function writePart(file: string, part: DocumentPart, body: string): Promise<void> {
  const text = withPart(readFileSync(file, "utf8"), part, body);
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: "markdown" }));
}

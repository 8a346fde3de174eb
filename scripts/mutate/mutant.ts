/** What a mutant is, what came of it, and the file that both are stored in. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

import { z } from "zod";

/** A place in a file of app/ and the text that takes the place of what stands there. */
const mutantSchema = z.object({
  /** `app/models/cart/pricing.ts:41:12 conditional`: stays the same as long as the file does. */
  id: z.string(),
  file: z.string(),
  kind: z.string(),
  line: z.number(),
  start: z.number(),
  before: z.string(),
  after: z.string(),
});
export type Mutant = Readonly<z.infer<typeof mutantSchema>>;

const outcomeSchema = z.object({
  id: z.string(),
  status: z.enum(["killed", "timed out", "survived"]),
  /** The test that failed; null for a survivor. */
  killer: z.string().nullable(),
  seconds: z.number(),
  testFiles: z.number(),
});
export type MutantOutcome = Readonly<z.infer<typeof outcomeSchema>>;

const runSchema = z.object({
  seed: z.number(),
  mutants: z.array(mutantSchema),
  outcomes: z.array(outcomeSchema),
});
export type MutationRun = Readonly<z.infer<typeof runSchema>>;

/** Null when there is no such file. */
export function readRun(file: string): MutationRun | null {
  return existsSync(file) ? runSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

/** Whole at once: an interruption leaves the file as it was before. */
export function writeRun(file: string, run: MutationRun): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(run, null, 1)}\n`);
  renameSync(`${file}.new`, file);
}

/** The text of the file with the mutant in it. Null when something else stands in its place. */
export function mutated(text: string, { start, before, after }: Mutant): string | null {
  const end = start + before.length;
  return text.slice(start, end) === before ? text.slice(0, start) + after + text.slice(end) : null;
}

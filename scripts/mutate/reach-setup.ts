/**
 * A setup file of Vitest, used while the reach of the tests is looked for: it collects the marks (marks.ts) that each
 * test file reaches, and writes them at its end.
 */
import { appendFileSync } from "node:fs";

import { afterAll } from "vitest";

type Worker = Readonly<{ __vitest_worker__: Readonly<{ filepath: string }> }>;

const startedAt = performance.now();
const reached = new Set<number>();
const whileLoading = new Set<number>();
let loading = 0;

Object.assign(globalThis, {
  __mutateMark: (mark: number) => (loading > 0 ? whileLoading : reached).add(mark),
  __mutateLoading: (step: number) => (loading += step),
});

afterAll(() => {
  const { filepath } = (globalThis as unknown as Worker).__vitest_worker__;
  const line = {
    testFile: filepath,
    milliseconds: Math.round(performance.now() - startedAt),
    reached: [...reached],
    whileLoading: [...whileLoading],
  };
  appendFileSync(process.env["MUTATE_REACH_FILE"] ?? "reach.jsonl", `${JSON.stringify(line)}\n`);
});

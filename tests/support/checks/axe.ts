/** axe on the page as it stands. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

/** The small edition: what goes over to the browser and is parsed there, for every page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2, levels A and AA. */
export const WCAG_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;
/** The same, and what axe itself recommends beyond it. */
export const WCAG_AA_AND_BEST_PRACTICE = [...WCAG_AA, "best-practice"] as const;

/** One line for each element that breaks a rule with one of `tags`. */
export async function violations(page: Page, tags: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  // What a form answered is shown before all that it changed is read again: buttons are their old selves after that.
  await page.waitForFunction(() => document.querySelector('[data-loading="true"]') === null);
  // A colour that is half-way to another is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ),
  );
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  const options: RunOptions = {
    runOnly: { type: "tag", values: [...tags] },
    resultTypes: ["violations"],
  };
  const results: AxeResults = await page.evaluate(
    (chosen) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, chosen),
    options,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
  );
}

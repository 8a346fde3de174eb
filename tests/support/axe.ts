/** axe on the page as it stands. */
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright";

/** WCAG 2.2, levels A and AA. */
export const WCAG_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;
/** The same, and what axe itself recommends beyond it. */
export const WCAG_AA_AND_BEST_PRACTICE = [...WCAG_AA, "best-practice"] as const;

/** One line for each element that breaks a rule with one of `tags`. */
export async function violations(page: Page, tags: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  // A colour that is half-way to another is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ),
  );
  await page.evaluate(axe.source);
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

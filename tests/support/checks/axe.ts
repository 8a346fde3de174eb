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

/** What most pages of the shop and of the desk share: often more elements than the main part of a short page has. */
const SHELL_PARTS = ["header[data-header]", "main ~ footer", ".desk > nav.rail", ".desk > header.bar"];

/**
 * One line for each element that breaks a rule with one of `tags`. `checked` is shared by the checks of one test: a
 * header or footer that it holds with the same markup, width and background is not checked again.
 */
export async function violations(
  page: Page,
  tags: ReadonlyArray<string>,
  checked: Set<string> = new Set(),
): Promise<ReadonlyArray<string>> {
  // What a form answered is shown before all that it changed is read again: buttons are their old selves after that.
  await page.waitForFunction(() => document.querySelector('[data-loading="true"]') === null);
  // What an animation has not finished is neither what was there nor what comes.
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
    async ([exclude, chosen]) => {
      // What a bar at the foot of the screen covers can be scrolled out from under it: the bar is checked in its own place.
      const bars = [...document.querySelectorAll<HTMLElement>("main *")].filter((element) => {
        const { position, bottom } = getComputedStyle(element);
        return position === "sticky" && bottom !== "auto";
      });
      for (const bar of bars) bar.style.position = "static";
      // A button can become active again while axe looks: without transitions it has its new colour at once.
      const still = new CSSStyleSheet();
      still.replaceSync("*, ::before, ::after { transition: none !important; }");
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const found = await run({ include: [["html"]], exclude }, chosen);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      for (const bar of bars) bar.style.position = "";
      return found;
    },
    [await alreadyChecked(page, checked), options] as const,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
  );
}

/** The selectors of the shell's parts that are in `checked`; adds the others to it. */
async function alreadyChecked(page: Page, checked: Set<string>): Promise<Array<Array<string>>> {
  const looks = await page.evaluate(
    (parts) =>
      parts.map((part) => {
        const element = document.querySelector(part);
        const isOpen = element?.querySelector(":popover-open") ? "open" : "";
        const background = getComputedStyle(document.body).background;
        return `${part} ${innerWidth} ${background} ${isOpen} ${element?.outerHTML ?? ""}`;
      }),
    SHELL_PARTS,
  );
  const known = SHELL_PARTS.filter((_, at) => checked.has(looks[at] ?? ""));
  for (const look of looks) checked.add(look);
  return known.map((part) => [part]);
}

/** The text of a run: what it was made on, and its tables. */
import type { DeskSection } from "./desk.ts";
import { atMost, type Bar, type FigureRow, table } from "./figure.ts";
import type { GrowthSection } from "./growth.ts";
import { machineLines } from "./machine.ts";
import type { PageScore } from "./pages.ts";
import type { Section } from "./shop.ts";

const FULL_SCORE = 100;
const LCP_MAX_MS = 1_800;
const CLS_MAX = 0.01;
const TBT_MAX_MS = 50;

type Load = ReadonlyArray<number>;

export function benchText(sections: ReadonlyArray<Section>, load: Load): string {
  return withMachine(load, sections.map(sectionText));
}

export function growthText(sections: ReadonlyArray<GrowthSection>, load: Load): string {
  return withMachine(load, sections.map(sectionText));
}

export function deskText(section: DeskSection, load: Load): string {
  return withMachine(load, [sectionText(section)]);
}

export function pagesText(scores: ReadonlyArray<PageScore>, load: Load): string {
  const heads = ["page", "performance", "accessibility", "best practices", "SEO", "LCP, s", "CLS", "TBT, ms"];
  const rows = scores.map((score): FigureRow => {
    const { name, path, scores: four, lcp, cls, tbt } = score;
    return {
      name: `${name} \`${path}\``,
      cells: [...four.map(String), (lcp / 1000).toFixed(2), cls.toFixed(3), tbt.toFixed(0)],
      bars: pageBars(score),
    };
  });
  return withMachine(load, [table(heads, rows)]);
}

/** One verdict for the four scores, and one each for what is held to a figure. */
function pageBars({ scores, lcp, cls, tbt }: PageScore): ReadonlyArray<Bar> {
  return [
    { text: `${FULL_SCORE} four times`, isMet: scores.every((score) => score === FULL_SCORE) },
    atMost(lcp / 1000, LCP_MAX_MS / 1000, "s"),
    { text: `CLS ≤ ${CLS_MAX}`, isMet: cls <= CLS_MAX },
    { text: `TBT ≤ ${TBT_MAX_MS} ms`, isMet: tbt <= TBT_MAX_MS },
  ];
}

function sectionText({ title, heads, rows, note }: Section): string {
  return [`### ${title}`, rows.length > 0 ? table(heads, rows) : "", note ?? ""].filter(Boolean).join("\n\n");
}

function withMachine(load: Load, texts: ReadonlyArray<string>): string {
  const lines = machineLines(load, new Date()).map((line) => `- ${line}`);
  return [lines.join("\n"), ...texts].join("\n\n");
}

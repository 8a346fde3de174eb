/** Tables of the information pages, as rows of cells, so that tests can hold a page to what the shop does. */
import { readFileSync } from "node:fs";

import { filled, pageValues } from "#app/models/store/placeholders.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";
import { demoStore } from "#tests/support/shops/store.ts";

/** The rows of the first table below `heading` on a page of `content/information`, without its head. */
export function contentTable(slug: string, heading: string): ReadonlyArray<Array<string>> {
  const text = readFileSync(`content/information/${slug}.md`, "utf8");
  const page = filled(text, pageValues(demoStore, demoDeliveryRules.methods, demoDeliveryRules.zones));
  const [, below] = page.split(`\n## ${heading}\n`);
  if (below === undefined) throw new Error(`"${slug}" has no heading "${heading}"`);
  const [section = ""] = below.split("\n## ");
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  if (rows.length < 3) throw new Error(`"${heading}" of "${slug}" has no table`);
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A figure of the bench as the table shows it: what was measured, and the bar that it is held to. */
import type { Spread } from "./statistics.ts";

/** What a figure must come to, and whether it did. */
export type Bar = Readonly<{ text: string; isMet: boolean }>;

/** A line of the table. Cells are Markdown; an empty one says nothing. */
export type FigureRow = Readonly<{
  name: string;
  cells: ReadonlyArray<string>;
  bars: ReadonlyArray<Bar>;
}>;

/** Met when `value` is at most `max`. */
export function atMost(value: number, max: number, unit: string): Bar {
  return { text: `≤ ${max} ${unit}`.trim(), isMet: value <= max };
}

/** Met when `value` is at least `min`. */
export function atLeast(value: number, min: number, unit: string): Bar {
  return { text: `≥ ${min} ${unit}`.trim(), isMet: value >= min };
}

/** Met when `value` is at most `times` what `ceiling` cost in the same run. */
export function withinTimes(
  value: number,
  times: number,
  ceiling: Readonly<{ name: string; value: number }>,
): Bar {
  const ratio = value / ceiling.value;
  return { text: `≤ ${times} × ${ceiling.name} (${digits(ratio)} ×)`, isMet: ratio <= times };
}

/** "0.52", "12345": three digits that say something, no more than three after the point. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  if (Math.abs(value) < 0.001) return "< 0.001";
  if (Math.abs(value) >= 1_000) return value.toFixed(0);
  const rounded = Number(value.toPrecision(3));
  const after = Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(rounded)))));
  return rounded.toFixed(after);
}

/** "0.52 (0.49–0.60)". */
export function spreadText({ median, min, max }: Spread): string {
  return `${digits(median)} (${digits(min)}–${digits(max)})`;
}

/** "met: ≤ 1 ms; **missed**: ≤ 3 × Express (3.4 ×)". */
export function verdict(bars: ReadonlyArray<Bar>): string {
  return bars.map(({ text, isMet }) => `${isMet ? "met" : "**missed**"}: ${text}`).join("; ");
}

/** A Markdown table of `rows` under `heads`; the bars are its last column. */
export function table(heads: ReadonlyArray<string>, rows: ReadonlyArray<FigureRow>): string {
  const lines = [
    [...heads, "bar"],
    heads.map(() => "---").concat("---"),
    ...rows.map(({ name, cells, bars }) => [name, ...cells, verdict(bars)]),
  ];
  return lines.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`).join("\n");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

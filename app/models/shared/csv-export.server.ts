/** What exports share: rows come in batches, so that the whole shop is never in the memory at once. */

/** A cell: text, or a number that nobody adds up. */
export type ExportRow = Readonly<Record<string, string | number>>;

/** Rows read at a time. */
export const EXPORT_BATCH = 500;

/** An amount in minor units as accounts write it: 1250 is "12.50". */
export function amountText(minor: number | null): string {
  if (minor === null) return "";
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

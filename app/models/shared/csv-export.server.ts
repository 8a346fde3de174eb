/** A cell: text, or a number that nobody adds up. */
export type ExportRow = Readonly<Record<string, string | number>>;

export const EXPORT_BATCH = 500;

/** 1250 is "12.50". */
export function amountText(minor: number | null): string {
  if (minor === null) return "";
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

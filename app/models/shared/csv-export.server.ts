import { decimalAmount } from "./decimal.ts";
import type { Money } from "./money.ts";

/** A cell: text, or a number that nobody adds up. */
export type ExportRow = Readonly<Record<string, string | number>>;

export const EXPORT_BATCH = 500;

/**
 * How a CSV file for a spreadsheet is written: cells that it would run (= + - @, tab, carriage return, and their wide
 * forms) begin with an apostrophe, and all are quoted (OWASP, CSV injection).
 */
export const CSV_FORMAT = {
  header: true,
  quoted: true,
  escape_formulas: true,
  // Spreadsheets take a file without it for another character set.
  bom: true,
  record_delimiter: "windows",
} as const;

/** 1250 pence are "12.50"; a missing amount is empty. */
export function amountText(amount: Money | null): string {
  return amount ? decimalAmount(amount) : "";
}

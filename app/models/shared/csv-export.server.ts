import { pipeline, Readable } from "node:stream";

import { stringify } from "csv-stringify";

import { decimalAmount } from "./decimal.ts";
import type { Money } from "./money.ts";

/** A cell: text, or a number that nobody adds up. */
export type ExportRow = Readonly<Record<string, string | number>>;

/** A table for a spreadsheet. Cells of `columns` alone are written, in this order. */
export type ExportTable = Readonly<{
  columns: ReadonlyArray<string>;
  batches: AsyncIterable<ReadonlyArray<ExportRow>>;
}>;

export const EXPORT_BATCH = 500;

/** 1250 pence are "12.50"; a missing amount is empty. */
export function amountText(amount: Money | null): string {
  return amount ? decimalAmount(amount) : "";
}

/**
 * The table as CSV in UTF-8, read while it is written, so that a million rows need no memory. Cells that a spreadsheet
 * would run (= + - @, tab, carriage return, and their wide forms) begin with an apostrophe, and all are quoted (OWASP,
 * CSV injection). Fails where a batch fails: what was read until then is no whole file.
 */
export function csvStream(
  { columns, batches }: ExportTable,
  onRows: (count: number) => void = () => undefined,
): Readable {
  let count = 0;
  const rows = async function* () {
    for await (const batch of batches) {
      yield* batch;
      count += batch.length;
      onRows(count);
    }
  };
  const csv = stringify({
    header: true,
    columns: [...columns],
    quoted: true,
    escape_formulas: true,
    // Spreadsheets take a file without it for another character set.
    bom: true,
    record_delimiter: "windows",
  });
  // The error reaches whoever reads.
  pipeline(Readable.from(rows()), csv, () => undefined);
  return csv;
}

import { pipeline, Readable } from "node:stream";

import { stringify } from "csv-stringify";

import { decimalAmount } from "./decimal.ts";
import type { Money } from "./money.ts";

/** A cell: text, or a number that nobody adds up. */
export type ExportRow = Readonly<Record<string, string | number>>;

/** Cells of `columns` alone are written, in this order. */
export type ExportTable = Readonly<{
  columns: ReadonlyArray<string>;
  batches: AsyncIterable<ReadonlyArray<ExportRow>>;
}>;

export const EXPORT_BATCH = 500;

export function amountText(amount: Money | null): string {
  return amount ? decimalAmount(amount) : "";
}

/**
 * UTF-8, read while it is written, so that a million rows need no memory; it fails where a batch fails. Cells that a
 * spreadsheet would run (= + - @, tab, carriage return, and their wide forms) begin with an apostrophe, and all are
 * quoted (OWASP, CSV injection).
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
  pipeline(Readable.from(rows()), csv, () => undefined);
  return csv;
}

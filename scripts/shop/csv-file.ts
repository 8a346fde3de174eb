/** A CSV file for a spreadsheet: written row by row, complete or not at all, and nothing in it is a formula. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { stringify } from "csv-stringify";

import { CSV_FORMAT, type ExportRow } from "#app/models/shared/csv-export.server.ts";

/** Writes `batches` under a heading of their names. Answers how many rows. */
export async function writeCsv(
  file: string,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  onRows: (count: number) => void,
): Promise<number> {
  const unfinished = `${file}.part`;
  let count = 0;
  const rows = async function* () {
    for await (const batch of batches) {
      yield* batch;
      count += batch.length;
      onRows(count);
    }
  };
  const csv = stringify(CSV_FORMAT);
  try {
    // Readable by its owner alone: there are people in it.
    await pipeline(Readable.from(rows()), csv, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    return count;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

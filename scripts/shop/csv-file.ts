import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

import { csvStream, type ExportTable } from "#app/models/shared/csv-export.server.ts";

/** Answers how many rows. */
export async function writeCsv(
  file: string,
  table: ExportTable,
  onRows: (count: number) => void,
): Promise<number> {
  const unfinished = `${file}.part`;
  let count = 0;
  const note = (rows: number) => {
    count = rows;
    onRows(rows);
  };
  try {
    // Readable by its owner alone: there are people in it.
    await pipeline(csvStream(table, note), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    return count;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

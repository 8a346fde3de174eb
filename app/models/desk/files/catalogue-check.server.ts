/** The check of a catalogue, away from the process that serves shoppers (decision 0042). */
import { inOwnProcess } from "#app/db/own-process.server.ts";
import { ok, type Result } from "#app/models/shared/result.ts";

import { wrongLines } from "./catalogue-lines.server.ts";
import type { ZipRefusal } from "./catalogue-zip.server.ts";
import type { Checked } from "./import-work.server.ts";

/** Prices, settings and discount codes: an owner with a code, always. */
export const CATALOGUE_TERMS = { needsCode: true, hasPrices: true };

/** `unread` are files that are none of the catalogue's. */
export type ZipCheck = Result<Checked & Readonly<{ unread: ReadonlyArray<string> }>, ZipRefusal>;

export type ZipCheckRequest = Readonly<{ content: Uint8Array; now: Date; overwritesEdits: boolean }>;

const ENDED =
  "The check ended without an answer: it took more than three minutes, needed too much memory, or met an error that the server’s log has. Nothing was changed. Check it again, or bring the folder in with the command import-catalogue";

/** Where the process ends without an answer, the check has one wrong line that says so. */
export const catalogueCheck = {
  async run(request: ZipCheckRequest): Promise<ZipCheck> {
    const lines = wrongLines([{ file: "", row: "", field: "", message: ENDED }]);
    const check = await inOwnProcess<ZipCheck>("scripts/check-catalogue.ts", request);
    return check ?? ok({ ...CATALOGUE_TERMS, lines, unread: [] });
  },
};

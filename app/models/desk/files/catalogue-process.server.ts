/** The work of a catalogue, away from the process that serves shoppers (decision 0042). */
import { noteChange } from "#app/db/cache-invalidation.server.ts";
import { inOwnProcess, OWN_PROCESS_LIMITS } from "#app/db/own-process.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";

import { wrongLines } from "./catalogue-lines.server.ts";
import type { ZipRefusal } from "./catalogue-zip.server.ts";
import type { Checked } from "./import-work.server.ts";
import type { ApplyAnswer, FileImport, UndoAnswer } from "./imports.server.ts";

/** Prices, settings and discount codes: an owner with a code, always. */
export const CATALOGUE_TERMS = { needsCode: true, hasPrices: true };

/** `unread` are files that are none of the catalogue's. */
export type ZipCheck = Result<Checked & Readonly<{ unread: ReadonlyArray<string> }>, ZipRefusal>;

export type ZipCheckRequest = Readonly<{ content: Uint8Array; now: Date; overwritesEdits: boolean }>;

type Undoing = Readonly<{ found: FileImport; actor: DeskActor }>;
type Applying = Undoing & Readonly<{ version: number }>;

export type CatalogueRequest =
  | (Readonly<{ step: "check" }> & ZipCheckRequest)
  | (Readonly<{ step: "apply" }> & Applying)
  | (Readonly<{ step: "undo" }> & Undoing);

const SCRIPT = "scripts/catalogue-process.ts";
/** Whoever waits for the write lock of SQLite would wait for all who come before this process. */
const WRITING = { ...OWN_PROCESS_LIMITS, nice: 0 };

const ENDED =
  "The check ended without an answer: it took more than three minutes, needed too much memory, or met an error that the server’s log has. Nothing was changed. Check it again, or bring the folder in with the command import-catalogue";

export const catalogueProcess = {
  /** Where the process ends without an answer, the check has one wrong line that says so. */
  async check(request: ZipCheckRequest): Promise<ZipCheck> {
    const lines = wrongLines([{ file: "", row: "", field: "", message: ENDED }]);
    const check = await inOwnProcess<ZipCheck>(SCRIPT, { step: "check", ...request });
    return check ?? ok({ ...CATALOGUE_TERMS, lines, unread: [] });
  },

  apply: (applying: Applying) => written<ApplyAnswer>({ step: "apply", ...applying }),

  undo: (undoing: Undoing) => written<UndoAnswer>({ step: "undo", ...undoing }),
};

/** All of it or nothing, also where the process ends without an answer. */
async function written<Answer>(request: CatalogueRequest) {
  const answer = await inOwnProcess<Answer>(SCRIPT, request, WRITING);
  noteChange();
  return answer ?? refused("import-ended");
}

/** Files that are brought in at the desk, by the shop's own commands unless somebody else is named. */
import { vi } from "vitest";

import { checkCatalogueZip } from "#app/models/desk/files/catalogue-import.server.ts";
import { catalogueProcess } from "#app/models/desk/files/catalogue-process.server.ts";
import { checkFile, type FileCheck } from "#app/models/desk/files/import-check.server.ts";
import type { FileKind, LineOutcome } from "#app/models/desk/files/import-kinds.ts";
import { listImportLines } from "#app/models/desk/files/import-lines.server.ts";
import { applyHere, applyImport, undoHere, uploadImport } from "#app/models/desk/files/imports.server.ts";
import { commandLineActor, type DeskActor } from "#app/models/staff/log.server.ts";
import { NOW } from "#tests/support/now.ts";

import { outcomeOf } from "./outcomes.ts";

export const COMMAND = commandLineActor(NOW);

/** Until mocks are restored, the work of a catalogue is done here: catalogue-process.db.test.ts has the other process. */
export function keepCataloguesHere(): void {
  vi.spyOn(catalogueProcess, "check").mockImplementation(({ content, ...options }) =>
    checkCatalogueZip(content, options),
  );
  vi.spyOn(catalogueProcess, "apply").mockImplementation(applyHere);
  vi.spyOn(catalogueProcess, "undo").mockImplementation(undoHere);
}

type Content = string | Buffer;

export async function check(
  kind: FileKind,
  content: Content,
  actor: DeskActor = COMMAND,
): Promise<FileCheck> {
  const done = await checkFile(kind, Buffer.from(content), actor);
  if (!done.ok) throw new Error(`${done.code} ${JSON.stringify(done.detail)}`);
  return done.value;
}

/** Answers with the number of the check. */
export async function upload(kind: FileKind, content: Content, actor: DeskActor = COMMAND): Promise<number> {
  const file = { kind, fileName: `${kind}.file`, content: Buffer.from(content) };
  const done = await uploadImport(file, actor);
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

/** Applies what the first check showed: "done", or the code of the refusal. */
export function apply(id: number, actor: DeskActor = COMMAND, version = 1): Promise<string> {
  return outcomeOf(applyImport({ id, version }, actor));
}

/** Uploads and applies. */
export async function bring(kind: FileKind, content: Content, actor: DeskActor = COMMAND): Promise<number> {
  const id = await upload(kind, content, actor);
  const outcome = await apply(id, actor);
  if (outcome !== "done") throw new Error(outcome);
  return id;
}

export async function importLines(id: number, show: LineOutcome | "left") {
  return (await listImportLines(id, { show, after: 0 })).lines;
}

import { type Selectable, sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { withoutMisfits } from "#app/db/seed/import-catalogue.server.ts";
import { UNDO_MS } from "#app/models/desk/orders/sending.server.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { chooseOverwriting, overwritesEditsOf, storeCatalogueZip } from "./catalogue-import.server.ts";
import { catalogueProcess } from "./catalogue-process.server.ts";
import { checkFile, type CheckRefusal, countLines, type FileCheck } from "./import-check.server.ts";
import {
  changeCount,
  type CheckCounts,
  fileKind,
  type FileKind,
  IMPORT_KINDS,
  IMPORT_UNDO_DAYS,
  IMPORT_WAITS_HOURS,
  type ImportKind,
  importKind,
} from "./import-kinds.ts";
import { readLines, replaceLines, saveAppliedLines, saveLeftLines } from "./import-lines.server.ts";
import { IMPORT_STEPS } from "./import-steps.server.ts";
import type { ImportSteps, Writing } from "./import-work.server.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type NewImport = Readonly<{ kind: FileKind; fileName: string; content: Uint8Array }>;

/** Stores the check for a day, and answers with its number. */
export async function uploadImport(
  { kind, fileName, content }: NewImport,
  actor: DeskActor,
): Promise<Result<Readonly<{ id: number; check: FileCheck }>, CheckRefusal>> {
  const check = await checkFile(kind, content, actor);
  if (!check.ok) return check;
  const { lines, needsCode, hasPrices, unread } = check.value;
  return transact(async () => {
    const { id } = await db()
      .insertInto("file_imports")
      .values({
        ...{ kind, file_name: fileName, unread: JSON.stringify(unread) },
        ...{ needs_code: needsCode ? 1 : 0, has_prices: hasPrices ? 1 : 0 },
        ...{ staff_id: actor.staff?.id ?? null, staff_name: actor.staff?.name ?? "" },
        created_at: actor.now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await replaceLines(id, lines);
    if (kind === "catalogue") await storeCatalogueZip(id, content);
    return ok({ id, check: check.value });
  });
}

export type FileImport = Readonly<{
  id: number;
  kind: ImportKind;
  fileName: string;
  /** Empty for the shop's own commands. */
  by: string;
  state: "checked" | "applied" | "undone";
  version: number;
  needsCode: boolean;
  hasPrices: boolean;
  unread: ReadonlyArray<string>;
  /** ISO 8601, UTC. */
  createdAt: string;
  appliedAt: string | null;
  undoneAt: string | null;
  undoneBy: string;
}>;

type Row = Selectable<Database["file_imports"]>;

/** A check is its uploader's alone, for a day. What was applied is everybody's who may apply such files. */
function isVisible(row: Row, actor: DeskActor): boolean {
  const kind = importKind(row.kind);
  if (!kind || !mayOf(actor)(kind.step)) return false;
  return (
    row.state !== "checked" ||
    (row.staff_id === (actor.staff?.id ?? null) && row.created_at > waitsFrom(actor.now))
  );
}

function waitsFrom(now: Date): string {
  return new Date(now.getTime() - IMPORT_WAITS_HOURS * HOUR_MS).toISOString();
}

function undoableFrom(now: Date): string {
  return new Date(now.getTime() - IMPORT_UNDO_DAYS * DAY_MS).toISOString();
}

function readImport(row: Row): FileImport {
  return {
    ...{ id: row.id, kind: row.kind, fileName: row.file_name, by: row.staff_name, state: row.state },
    ...{ version: row.version, needsCode: row.needs_code === 1, hasPrices: row.has_prices === 1 },
    unread: JSON.parse(row.unread) as ReadonlyArray<string>,
    ...{ createdAt: row.created_at, appliedAt: row.applied_at },
    ...{ undoneAt: row.undone_at, undoneBy: row.undone_by },
  };
}

/** Null for one that is not there, or not the actor's to see. */
export async function findImport(id: number, actor: DeskActor): Promise<FileImport | null> {
  const row = await db().selectFrom("file_imports").selectAll().where("id", "=", id).executeTakeFirst();
  return row && isVisible(row, actor) ? readImport(row) : null;
}

const LISTED_MAX = 200;

export async function listImports(actor: DeskActor): Promise<ReadonlyArray<FileImport>> {
  const kinds = IMPORT_KINDS.filter(({ step }) => mayOf(actor)(step)).map(({ key }) => key);
  if (kinds.length === 0) return [];
  const rows = await db()
    .selectFrom("file_imports")
    .selectAll()
    .where("kind", "in", kinds)
    .where((row) =>
      row.or([
        row("state", "!=", "checked"),
        row.and([row("staff_id", "=", actor.staff?.id ?? ""), row("created_at", ">", waitsFrom(actor.now))]),
      ]),
    )
    .orderBy("id", "desc")
    .limit(LISTED_MAX)
    .execute();
  return rows.map(readImport);
}

export type ImportApplied = Readonly<{
  /** False for one that was applied before. */
  isChanged: boolean;
  counts: CheckCounts;
}>;

type ApplyRefusal =
  | "import-earlier-check"
  | "import-other-check"
  | "import-ended"
  | "desk-not-allowed"
  | "not-found"
  | "import-wrong"
  | "import-stale"
  | "import-nothing";

export type ApplyAnswer = Result<ImportApplied, ApplyRefusal>;

/** All or nothing. Refused and checked anew where the shop has changed. Ask for a code first where the check says so. */
export async function applyImport(
  { id, version, overwritesEdits }: Applying,
  actor: DeskActor,
): Promise<ApplyAnswer> {
  const found = await findImport(id, actor);
  if (!found) return refused("not-found");
  if (found.state === "checked" && (await isOtherAnswer(found, overwritesEdits))) {
    await chooseOverwriting(id, overwritesEdits === true);
    await checkAgain(found, actor);
    return refused("import-other-check");
  }
  const apply = found.kind === "catalogue" ? catalogueProcess.apply : applyHere;
  const answer = await apply({ found, version, actor });
  if (!answer.ok && answer.code === "import-stale") await checkAgain(found, actor);
  wakeWorker();
  return answer;
}

/** In this process. */
export async function applyHere({
  found,
  version,
  actor,
}: Readonly<{ found: FileImport; version: number; actor: DeskActor }>): Promise<ApplyAnswer> {
  const apply = await IMPORT_STEPS[found.kind].ready(found.id);
  const run = () => transact<ApplyAnswer>(() => applied(found, { version, apply }, actor));
  const done = await (found.kind === "catalogue" ? withoutMisfits(run) : run());
  return "problems" in done ? refused("import-stale") : done;
}

type Applying = Readonly<{
  id: number;
  version: number;
  /** Of a catalogue: true where its version of what was edited by hand is taken. Left out: as it was checked. */
  overwritesEdits?: boolean | undefined;
}>;

async function isOtherAnswer({ id, kind }: FileImport, answer: boolean | undefined): Promise<boolean> {
  return kind === "catalogue" && answer !== undefined && answer !== (await overwritesEditsOf(id));
}

type Ready = Readonly<{ version: number; apply: Awaited<ReturnType<ImportSteps["ready"]>> }>;

async function applied(
  { id, kind, fileName }: FileImport,
  { version, apply }: Ready,
  actor: DeskActor,
): Promise<ApplyAnswer> {
  if (kind === "catalogue") await oneAtATime();
  const claimed = await claim(id, version, actor.now);
  const lines = await readLines(id);
  const counts = countLines(lines);
  if (!claimed) {
    const row = await db().selectFrom("file_imports").select("state").where("id", "=", id).executeTakeFirst();
    if (!row) return refused("not-found");
    return row.state === "checked" ? refused("import-earlier-check") : ok({ isChanged: false, counts });
  }
  if (counts.wrong > 0) return refused("import-wrong", { count: counts.wrong });
  if (changeCount(counts) === 0) return refused("import-nothing");
  const writing = writingOf(id, actor);
  const done = await apply(lines, writing);
  if (!done.ok) return done;
  await saveAppliedLines(
    id,
    done.value.filter((line, at) => line !== lines[at]),
  );
  await writeDeskLog(actor, {
    action: "file-imported",
    subject: { kind: "import", id: String(id) },
    reason: `${fileName}: ${countsText(counts)}`,
  });
  return ok({ isChanged: true, counts });
}

function writingOf(importId: number, actor: DeskActor): Writing {
  return { now: actor.now, may: mayOf(actor), by: actor.staff?.name ?? "", actor, importId };
}

/** From then on nobody else can take the next step with this import. */
async function claim(id: number, version: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("file_imports")
    .set({ state: "applied", applied_at: now.toISOString(), version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("state", "=", "checked")
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Two catalogues at once would each compare with a shop that the other is changing. Held until the transaction ends. */
async function oneAtATime(): Promise<void> {
  await db()
    .updateTable("file_imports")
    .set((row) => ({ version: row.ref("version") }))
    .where("kind", "=", "catalogue")
    .execute();
}

function countsText({ changed, new: added, hidden }: CheckCounts): string {
  return [changed > 0 && `${changed} changed`, added > 0 && `${added} new`, hidden > 0 && `${hidden} hidden`]
    .filter(Boolean)
    .join(", ");
}

/** The check as it would be now, as its next version: a form with the one before is refused. */
async function checkAgain({ id, kind }: FileImport, actor: DeskActor): Promise<void> {
  const checking = { now: actor.now, may: mayOf(actor) };
  const check = await IMPORT_STEPS[kind].check(id, await readLines(id), checking);
  await transact(async () => {
    const { numUpdatedRows } = await db()
      .updateTable("file_imports")
      .set({
        version: sql<number>`version + 1`,
        needs_code: check.needsCode ? 1 : 0,
        has_prices: check.hasPrices ? 1 : 0,
      })
      .where("id", "=", id)
      .where("state", "=", "checked")
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await replaceLines(id, check.lines);
    return ok(null);
  });
}

/** For a check that ended, or that something in the shop had made wrong. */
export async function checkImportAgain(id: number, actor: DeskActor): Promise<Result<null, "not-found">> {
  const found = await findImport(id, actor);
  if (found?.state !== "checked") return refused("not-found");
  await checkAgain(found, actor);
  return ok(null);
}

export type ImportUndone = Readonly<{
  /** False for one that was undone before. */
  isChanged: boolean;
  left: number;
}>;

type UndoRefusal =
  | "import-in-the-way"
  | "import-ended"
  | "desk-not-allowed"
  | "not-found"
  | "import-not-last"
  | "import-too-old"
  | "import-not-applied";

export type UndoAnswer = Result<ImportUndone, UndoRefusal>;

/** Up to 30 days later; what has changed since is left. Ask for a code first where the import needed one. */
export async function undoImport(id: number, actor: DeskActor): Promise<UndoAnswer> {
  const found = await findImport(id, actor);
  if (!found) return refused("not-found");
  if (!mayUndo(found, actor)) return refused("desk-not-allowed");
  const undo = found.kind === "catalogue" ? catalogueProcess.undo : undoHere;
  const answer = await undo({ found, actor });
  wakeWorker();
  return answer;
}

/** In this process. */
export async function undoHere({
  found,
  actor,
}: Readonly<{ found: FileImport; actor: DeskActor }>): Promise<UndoAnswer> {
  const run = () => transact<UndoAnswer>(() => undone(found, actor));
  const done = await (found.kind === "catalogue" ? withoutMisfits(run) : run());
  return "problems" in done ? refused("import-in-the-way") : done;
}

async function undone(found: FileImport, actor: DeskActor): Promise<UndoAnswer> {
  const { id, kind, fileName } = found;
  const by = actor.staff?.name ?? "";
  const { numUpdatedRows } = await db()
    .updateTable("file_imports")
    .set({ state: "undone", undone_at: actor.now.toISOString(), undone_by: by })
    .where("id", "=", id)
    .where("state", "=", "applied")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undoneBefore(id);
  if (isTooOld(found, actor.now)) return refused("import-too-old");
  if (await hasLater(found)) return refused("import-not-last");
  const writing = writingOf(id, actor);
  const left = await IMPORT_STEPS[kind].undo(await readLines(id), writing);
  await saveLeftLines(id, left);
  await writeDeskLog(actor, {
    action: fileKind(kind) ? "file-import-undone" : "bulk-change-taken-back",
    subject: { kind: "import", id: String(id) },
    reason: left.length === 0 ? fileName : `${fileName}: ${left.length} left as they are`,
  });
  return ok({ isChanged: true, left: left.length });
}

async function undoneBefore(id: number): Promise<UndoAnswer> {
  const row = await db().selectFrom("file_imports").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "undone" ? ok({ isChanged: false, left: 0 }) : refused("import-not-applied");
}

/** A catalogue sees what was edited since, and not what a later one has added: that goes back first. */
async function hasLater({ kind, id, appliedAt }: FileImport): Promise<boolean> {
  if (kind !== "catalogue" || appliedAt === null) return false;
  const row = await db()
    .selectFrom("file_imports")
    .select("id")
    .where("kind", "=", kind)
    .where("state", "=", "applied")
    .where((later) =>
      later.or([
        later("applied_at", ">", appliedAt),
        later.and([later("applied_at", "=", appliedAt), later("id", ">", id)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function isTooOld({ appliedAt }: FileImport, now: Date): boolean {
  return appliedAt === null || appliedAt <= undoableFrom(now);
}

function mayUndo({ hasPrices }: FileImport, actor: DeskActor): boolean {
  return !hasPrices || mayOf(actor)("publish-prices");
}

export async function isUndoable(found: FileImport, actor: DeskActor): Promise<boolean> {
  if (found.state !== "applied" || !mayUndo(found, actor) || isTooOld(found, actor.now)) return false;
  if (found.kind === "parcels" && Date.parse(found.appliedAt ?? "") + UNDO_MS <= actor.now.getTime())
    return false;
  return !(await hasLater(found));
}

export async function discardImport(id: number, actor: DeskActor): Promise<Result<null, "not-found">> {
  const found = await findImport(id, actor);
  if (found?.state !== "checked") return refused("not-found");
  await db().deleteFrom("file_imports").where("id", "=", id).where("state", "=", "checked").execute();
  return ok(null);
}

export async function cleanUpImports(now: Date): Promise<void> {
  await db()
    .deleteFrom("file_imports")
    .where((row) =>
      row.or([
        row.and([row("state", "=", "checked"), row("created_at", "<=", waitsFrom(now))]),
        row.and([row("created_at", "<=", undoableFrom(now)), row("applied_at", "<=", undoableFrom(now))]),
      ]),
    )
    .execute();
}

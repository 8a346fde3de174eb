/** The only functions that write what is declared: `saveRow`, `runRowCommand` and `undoStep`. */
import { transact } from "#app/db/db.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import {
  type DeskActor,
  type DeskLogEntry,
  type DeskLogRow,
  findDeskLogRow,
  listDeskLog,
  writeLog,
} from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { findStore } from "#app/models/store/store.server.ts";

import { type FieldPlace, formTexts, readTexts, rowTexts, type Texts } from "./field.ts";
import { commandLogged, commandNamed, type Resource, type ResourceCommand } from "./resource.ts";
import { mergeTyped } from "./typed-merge.server.ts";
import { textMark, textMarks } from "#app/models/shared/text-mark.server.ts";

/** `logId`: the row of the log, which undo takes back; null: it was like this before. */
export type Saved = Readonly<{ key: string; logId: number | null }>;

export type SaveOutcome =
  | Readonly<{ kind: "saved"; saved: Saved }>
  /** Nothing is saved. Errors by field. */
  | Readonly<{ kind: "invalid"; errors: Texts }>
  /** Nothing is saved yet: what would change, before and after. */
  | Readonly<{ kind: "preview"; changes: Changes }>
  /** Nothing is saved: fields that somebody else has changed meanwhile, with what they are now. */
  | Readonly<{ kind: "conflict"; theirs: Texts }>;

type Changes = NonNullable<DeskLogEntry["changes"]>;
type Saving = Result<SaveOutcome, ShopErrorCode>;

type Typed = Readonly<{
  /** Null for a new one. */
  key: string | null;
  texts: Texts;
  /** Of what the form showed; null overwrites what is there. */
  marks: Texts | null;
  /** Of the form of a new one; what is sent twice adds one. */
  request: string;
  isPreview?: boolean;
}>;

type AnyRow = Readonly<Record<string, unknown>>;

/** Of two who change one field, the second reads what the first has saved. */
export async function saveRow(one: Resource, typed: Typed, actor: DeskActor): Promise<Saving> {
  if (!mayOf(actor)(one.edit)) return refused("desk-not-allowed");
  const change = await prepared(one, actor, typed.request);
  return transact<Saving>(async () => {
    const before = typed.key === null ? null : await locked(one, typed.key);
    if (typed.key !== null && !before) return refused("not-found");
    const now = before ? rowTexts(one.fields, before, change.place) : {};
    const { merged, theirs } = mergeTyped<Texts>({ typed: formTextsOf(one, typed), now, marks: typed.marks });
    if (Object.keys(theirs).length > 0) return ok({ kind: "conflict", theirs });
    const { row, errors } = await readChecked(one, { before, now, texts: merged }, change.place);
    if (Object.keys(errors).length > 0) return ok({ kind: "invalid", errors });
    if (typed.isPreview)
      return ok({ kind: "preview", changes: changesOf(one, { before, after: row }, change.place) });
    const saved = await write(one, { row, before, change, step: "added" }, actor);
    return saved.ok ? ok({ kind: "saved", saved: saved.value }) : saved;
  });
}

/** Changes these fields alone, by what is typed; a field that nobody asks for is left as it is. */
export async function saveFields(
  one: Resource,
  { key, texts }: Readonly<{ key: string; texts: Texts }>,
  actor: DeskActor,
): Promise<Saving> {
  const row = await one.rows.find(key);
  const now = row ? rowTexts(one.fields, row, await findStore()) : {};
  const known = Object.fromEntries(Object.keys(texts).map((name) => [name, now[name] ?? ""]));
  return saveRow(one, { key, texts, marks: textMarks(known), request: "" }, actor);
}

/** What the form did not ask for, or had no mark of, is left as it is. */
function formTextsOf({ fields }: Resource, { key, texts, marks }: Typed): Texts {
  const all = Object.entries(formTexts(fields, texts, { isNew: key === null }));
  return Object.fromEntries(all.filter(([name]) => marks === null || marks[name] !== undefined));
}

type Reading = Readonly<{ before: AnyRow | null; now: Texts; texts: Texts }>;

/** A field whose text is as it was keeps its value, and is not judged. What no field can say alone comes last. */
async function readChecked(one: Resource, { before, now, texts }: Reading, place: FieldPlace) {
  const changed = Object.entries(one.fields).filter(([name]) => !before || texts[name] !== now[name]);
  const { row: read, errors } = readTexts(Object.fromEntries(changed), texts, place);
  const row = { ...before, ...read };
  if (Object.keys(errors).length > 0 || !one.check) return { row, errors };
  return { row, errors: await one.check(row) };
}

async function locked({ rows }: Resource, key: string): Promise<AnyRow | null> {
  await rows.lock(key);
  return rows.find(key);
}

/** Before the transaction begins. */
async function prepared(one: Resource, { staff, now }: DeskActor, request: string) {
  const [read, place] = await Promise.all([one.prepare?.(), findStore()]);
  return { now, by: staff?.name ?? "", request, prepared: read, place };
}

type Writing = Readonly<{
  row: AnyRow;
  before: AnyRow | null;
  change: Awaited<ReturnType<typeof prepared>>;
  /** In the log, for a row that is added. */
  step: "added" | "put-back";
}>;

async function write(
  one: Resource,
  { row, before, change, step }: Writing,
  actor: DeskActor,
): Promise<Result<Saved, ShopErrorCode>> {
  if (!before) {
    if (!one.add) return refused("unknown-action");
    const added = await one.add(row, change);
    if (!added.ok) return added;
    const { key, isNew } = added.value;
    return ok(isNew ? await logged(one, { key, before, step }, actor) : await addedBefore(one, key));
  }
  if (Object.keys(changesOf(one, { before, after: row }, change.place)).length === 0)
    return ok({ key: String(before[one.key]), logId: null });
  if (!one.change) return refused("unknown-action");
  const changed = await one.change(row, before, change);
  return changed.ok ? ok(await logged(one, { key: changed.value, before, step: "changed" }, actor)) : changed;
}

/** What was sent twice is answered as it was at first. */
async function addedBefore({ kind }: Resource, key: string): Promise<Saved> {
  const steps = await listDeskLog({ staffId: null, subject: { kind, id: key }, limit: STEPS_LOOKED_AT });
  return { key, logId: steps.find(({ action }) => action === `${kind}-added`)?.id ?? null };
}

type Done = Readonly<{ key: string; before: AnyRow | null; step: string }>;

/** With the row as it is now, which a rule may have made from what was typed, and without what is personal. */
async function logged(one: Resource, { key, before, step }: Done, actor: DeskActor): Promise<Saved> {
  const after = await one.rows.find(key);
  const all = Object.entries(changesOf(one, { before, after }, await findStore()));
  const changes = Object.fromEntries(all.filter(([name]) => !one.fields[name]?.isPersonal));
  const subject = { kind: one.kind, id: key };
  return { key, logId: await writeLog(actor, { action: `${one.kind}-${step}`, subject, changes }) };
}

type Changed = Readonly<{ before: AnyRow | null; after: AnyRow | null }>;

function changesOf({ fields }: Resource, { before, after }: Changed, place: FieldPlace): Changes {
  const [was, is] = [before, after].map((row) => (row ? rowTexts(fields, row, place) : {}));
  const pairs = Object.keys(fields).map((name) => [name, [was?.[name] ?? "", is?.[name] ?? ""]] as const);
  return Object.fromEntries(pairs.filter(([, [old, present]]) => old !== present));
}

/** `mark` is `rowMark` of what the page showed; null: whatever it is now. */
type RowCommand = Readonly<{ command: string; key: string; mark: string | null }>;

/** Refused where the row is no longer what the page showed. */
export async function runRowCommand(
  one: Resource,
  { command: name, key, mark }: RowCommand,
  actor: DeskActor,
): Promise<Result<Saved, ShopErrorCode>> {
  if (!mayOf(actor)(one.edit)) return refused("desk-not-allowed");
  const command = commandNamed(one, name);
  if (!command) return refused("unknown-action");
  const change = await prepared(one, actor, "");
  return transact<Result<Saved, ShopErrorCode>>(async () => {
    const before = await locked(one, key);
    if (!before) return refused("not-found");
    if (mark !== null && mark !== rowMark(one, before, change.place)) return refused("changed-meanwhile");
    const own = String(before[one.key]);
    if (isDoneBefore(command, before)) return ok({ key: own, logId: null });
    const done = await command.run(before, change);
    return done.ok ? ok(await logged(one, { key: own, before, step: command.logged }, actor)) : done;
  });
}

/** Of a pair such as on and off, where the row is like this already. Any other command refuses by itself. */
function isDoneBefore({ suits, undo }: ResourceCommand, row: AnyRow): boolean {
  return undo !== null && undo !== "add" && suits !== undefined && !suits(row);
}

export function rowMark({ fields }: Resource, row: AnyRow, place: FieldPlace): string {
  return textMark(JSON.stringify(rowTexts(fields, row, place)));
}

/** Takes a step back by its row of the log, unless what it did has been changed since. */
export async function undoStep(
  one: Resource,
  logId: number,
  actor: DeskActor,
): Promise<Result<Saved, ShopErrorCode>> {
  if (!mayOf(actor)(one.edit)) return refused("desk-not-allowed");
  const [step, place] = await Promise.all([findDeskLogRow(logId), findStore()]);
  if (step?.subjectKind !== one.kind || !isUndoableStep(one, step, place)) return refused("not-found");
  const change = await prepared(one, actor, `undo ${logId}`);
  return transact<Result<Saved, ShopErrorCode>>(async () => {
    const key = step.subjectId;
    const before = await locked(one, key);
    if (!isAsLeft(one, { step, now: before }, place) || (await wasRemovedSince(one, step)))
      return refused("changed-meanwhile");
    const opposite = isAddition(one, step.action) ? REMOVE : oppositeOf(one, step.action);
    if (opposite !== null) return runRowCommand(one, { command: opposite, key, mark: null }, actor);
    const now = before ? rowTexts(one.fields, before, place) : {};
    const texts = { ...now, ...earlierTexts(step) };
    const { row, errors } = await readChecked(one, { before, now, texts }, place);
    if (Object.keys(errors).length > 0) return refused("changed-meanwhile");
    return write(one, { row, before, change, step: "put-back" }, actor);
  });
}

const REMOVE = "remove";

type Step = Pick<DeskLogRow, "action" | "changes">;

/** True for what was added, put back, changed or done by a command, if its line in the log has all that undo needs. */
export function isUndoableStep(one: Resource, { action, changes }: Step, place: FieldPlace): boolean {
  const isKnown = Object.keys(changes).every((name) => Object.hasOwn(one.fields, name));
  if (oppositeOf(one, action) !== null) return isKnown;
  if (Object.values(one.fields).some(({ isPersonal }) => isPersonal)) return false;
  if (action === `${one.kind}-changed`) return isKnown;
  const side = isAddition(one, action) ? 1 : 0;
  const texts = Object.fromEntries(Object.entries(changes).map(([name, texts]) => [name, texts[side]]));
  const isWhole = isKnown && Object.keys(readTexts(one.fields, texts, place).errors).length === 0;
  return isWhole && (side === 1 ? commandNamed(one, REMOVE) !== null : isRemoval(one, action));
}

function isAddition({ kind }: Resource, action: string): boolean {
  return action === `${kind}-added` || action === `${kind}-put-back`;
}

/** True where a later removal is the one to take back. */
async function wasRemovedSince(one: Resource, step: DeskLogRow): Promise<boolean> {
  if (!isRemoval(one, step.action)) return false;
  const subject = { kind: one.kind, id: step.subjectId };
  const steps = await listDeskLog({ staffId: null, subject, limit: STEPS_LOOKED_AT });
  return steps.find(({ action }) => isRemoval(one, action))?.id !== step.id;
}

const STEPS_LOOKED_AT = 20;

function isRemoval(one: Resource, action: string): boolean {
  return commandLogged(one, action)?.undo === "add";
}

/** The command that takes a command back; null for any other step. */
function oppositeOf(one: Resource, action: string): string | null {
  const undo = commandLogged(one, action)?.undo ?? null;
  return undo === "add" ? null : undo;
}

function earlierTexts({ changes }: Step): Texts {
  return Object.fromEntries(Object.entries(changes).map(([name, [before]]) => [name, before]));
}

type Left = Readonly<{ step: Step; now: AnyRow | null }>;

/** Undoable by its line in the log, and as the step has left it. */
export function mayUndo(one: Resource, left: Left, place: FieldPlace): boolean {
  return isUndoableStep(one, left.step, place) && isAsLeft(one, left, place);
}

/** True if what was removed is not there, and each field that was changed says what the step has made of it. */
function isAsLeft(one: Resource, { step: { action, changes }, now }: Left, place: FieldPlace): boolean {
  if (isRemoval(one, action) || now === null) return isRemoval(one, action) && now === null;
  const texts = rowTexts(one.fields, now, place);
  return Object.entries(changes).every(([name, [, after]]) => texts[name] === after);
}

/** The field at which a refusal stands; "form" for the whole form. */
export function refusalField({ fields, refusals = {} }: Resource, refusal: Refusal<ShopErrorCode>): string {
  const named = String(refusal.detail["field"] ?? "");
  return Object.hasOwn(fields, named) ? named : (refusals[refusal.code] ?? "form");
}

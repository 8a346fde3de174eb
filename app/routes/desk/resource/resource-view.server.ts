/** From a declaration to what its pages show. */
import type { ChangeLine, FieldView, ResourceFormView } from "#app/components/desk/resource/form-page.tsx";
import type {
  ResourceListView,
  ResourceNotice,
  ResourceRow,
} from "#app/components/desk/resource/list-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { textClaimWarning } from "#app/models/catalogue/text-claims.ts";
import { exportKind } from "#app/models/desk/files/export-kinds.ts";
import { findResource } from "#app/models/desk/resources.server.ts";
import {
  type FieldPlace,
  formTexts,
  readTexts,
  type ResourceField,
  rowTexts,
  textAsShown,
  type Texts,
} from "#app/models/resource/field.ts";
import {
  columnText,
  commandLogged,
  nameOf,
  type Resource,
  type ResourceView,
} from "#app/models/resource/resource.ts";
import { isUndoableStep, rowMark } from "#app/models/resource/save.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { type DeskLogRow, findDeskLogRow } from "#app/models/staff/log.server.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

type AnyRow = Readonly<Record<string, unknown>>;

export type ResourceVisit = DeskVisit & Readonly<{ one: Resource }>;

/** Of the page of a row, or of a new one without a key. */
export function requireRow(request: Request, name: string | undefined, key: string | undefined) {
  const isChange = key === undefined || findResource(name ?? "")?.change !== undefined;
  return requireResource(request, name, { isChange });
}

/** Throws the page of what is not there, or not theirs. `isChange`: to change it. */
export async function requireResource(
  request: Request,
  name: string | undefined,
  { isChange }: Readonly<{ isChange: boolean }>,
): Promise<ResourceVisit> {
  const one = findResource(name ?? "");
  if (!one) {
    await requireStaff(request, "see-own-log");
    throw deskRefusal(refused("NOT_FOUND"));
  }
  return { ...(await requireStaff(request, isChange ? one.edit : one.see)), one };
}

const PAGE_ROWS = 50;
/** The list of problems has no second page: it is shorter once these are put right. */
const PROBLEM_ROWS = 200;
const QUERY_MAX = 200;

export async function resourceListView({ one, staff, actor }: ResourceVisit, parameters: URLSearchParams) {
  const { name, list, rows } = one;
  const query = (parameters.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const view = list.views.find(({ key }) => key === parameters.get("view")) ?? list.views[0];
  const size = view.isProblem ? PROBLEM_ROWS : PAGE_ROWS;
  const { now } = actor;
  const [counts, store, notice, found] = await Promise.all([
    Promise.all(list.views.map(({ key }) => rows.count({ view: key, text: query, now }))),
    findStore(),
    noticeOf(one, parameters.get("done"), actor),
    rows.list({ view: view.key, text: query, after: parameters.get("after"), limit: size + 1, now }),
  ]);
  const shown = found.slice(0, size);
  const last = found.length > size && !view.isProblem ? shown.at(-1) : undefined;
  const mayEdit = can(staff.role, one.edit);
  return {
    ...{ name, one: one.one, title: one.title, about: one.about, view: view.key, query, notice },
    count: query === "" ? null : (counts[list.views.indexOf(view)] ?? null),
    views: list.views.map(({ key, title }, at) => ({
      ...{ key, title, count: query === "" ? (counts[at] ?? null) : null },
    })),
    ...{ find: list.find, empty: view.empty },
    columns: list.columns.map((column) => columnText(one, column).label),
    isMono: isMono(one),
    rows: shown.map((row) => resourceRow(one, row, { store, view, mayEdit, now })),
    next: last ? deskPaths.resource(name, { q: query, view: view.key, after: keyOf(one, last) }) : null,
    ...offered(one, staff.role),
  } satisfies ResourceListView;
}

function offered({ name, edit, commands, add }: Resource, role: StaffRole) {
  const mayEdit = can(role, edit);
  return {
    hasCommands: mayEdit && Object.values(commands).some(({ warning }) => !warning),
    newHref: mayEdit && add ? deskPaths.newOf(name) : null,
    exportHref: exportHref(name, role),
  };
}

function exportHref(name: string, role: StaffRole): string | null {
  const kind = exportKind(name);
  if (!kind) return null;
  const hasNames = kind.names !== "never";
  if (!can(role, hasNames ? "export-names" : "export-without-names")) return null;
  return deskPaths.exportOf(kind.key, hasNames ? { names: "on" } : {});
}

function isMono({ fields, called }: Resource): boolean {
  const input = fields[called]?.input;
  return input?.kind === "line" && input.isMono;
}

function keyOf({ key }: Resource, row: AnyRow): string {
  return String(row[key]);
}

type Showing = Readonly<{ store: Store; view: ResourceView; mayEdit: boolean; now: Date }>;

function resourceRow(one: Resource, row: AnyRow, { store, view, mayEdit, now }: Showing): ResourceRow {
  const { name, list } = one;
  const own = mayEdit || !one.change ? deskPaths.oneOf(name, keyOf(one, row)) : null;
  return {
    ...{ key: keyOf(one, row), mark: rowMark(one, row, store), note: list.note(row, store, now) },
    isProblem: view.isProblem ?? false,
    commands: mayEdit ? commandsOf(one, row).filter(({ warning }) => !warning) : [],
    cells: list.columns.map((column, at) => ({
      text: columnText(one, column).text(row, store),
      href: at === 0 ? own : hrefOf(one, column, row),
    })),
  };
}

function hrefOf({ list }: Resource, column: unknown, row: AnyRow): string | null {
  return typeof column === "string" ? (list.hrefs?.[column]?.(row) ?? null) : null;
}

function commandsOf({ commands }: Resource, row: AnyRow) {
  return Object.entries(commands).flatMap(([name, { label, warning, suits }]) =>
    suits && !suits(row) ? [] : [{ name, label, warning }],
  );
}

const NOTICE_MS = 10 * 60_000;

/** What this person has done in the last minutes, by its row of the log; "none": nothing had to be changed. */
export async function noticeOf(
  one: Resource,
  done: string | null,
  actor: DeskVisit["actor"],
): Promise<ResourceNotice | null> {
  if (done === UNCHANGED)
    return { name: "Nothing", text: "had to be changed: it was like this before.", undo: null };
  const row = /^\d{1,15}$/.test(done ?? "") ? await findDeskLogRow(Number(done)) : null;
  const isTheirs = row?.subjectKind === one.kind && row.staffId === actor.staff.id;
  if (!isTheirs || Date.parse(row.at) <= actor.now.getTime() - NOTICE_MS) return null;
  const undo = isUndoableStep(one, row, await findStore()) ? row.id : null;
  const written = Object.values(row.changes).map(([, after]) => after);
  const text = [doneText(one, row), textClaimWarning(written)].filter(Boolean).join(" ");
  return { name: await nameInLog(one, row), text, undo };
}

/** Of a step by its line in the log, or of what would change. */
export function changeLines(
  { fields }: Resource,
  changes: DeskLogRow["changes"],
  place: FieldPlace,
): ReadonlyArray<ChangeLine> {
  return Object.entries(changes).map(([name, [before, after]]) => ({
    label: fields[name]?.label ?? name,
    before: textAsShown(fields[name], before, place),
    after: textAsShown(fields[name], after, place),
  }));
}

/** As it is called now, or was when it went; the log has no name of a person. */
async function nameInLog(one: Resource, { subjectId, changes }: DeskLogRow): Promise<string> {
  const now = await one.rows.find(subjectId);
  if (now) return nameOf(one, now);
  return changes[one.called]?.[0] ?? (one.fields[one.called]?.isPersonal ? `The ${one.one}` : subjectId);
}

export const UNCHANGED = "none";

function doneText(one: Resource, { action }: DeskLogRow): string {
  if (action === `${one.kind}-put-back`) return "is back.";
  return commandLogged(one, action)?.done ?? "is saved.";
}

/** `row` is null for a new one, which a link may have filled in. */
export async function resourceFormView(
  { one, staff, actor }: ResourceVisit,
  row: AnyRow | null,
  parameters: URLSearchParams,
): Promise<ResourceFormView> {
  const store = await findStore();
  const isTyped = row === null || one.change !== undefined;
  const known = row ? rowTexts(one.fields, row, store) : initialTexts(one, filledIn(parameters), store);
  const texts = formTexts(one.fields, known, { isNew: row === null });
  return {
    ...{ name: one.name, listTitle: one.title, button: row ? "Save" : `Add ${one.one}` },
    title: row ? nameOf(one, row) : `New ${one.one}`,
    note: row ? one.list.note(row, store, actor.now) : one.about,
    shown: row && shownRow(one, row, { store, mayEdit: can(staff.role, one.edit) }),
    fields: await Promise.all(
      Object.entries(one.fields)
        .filter(([name, { isFor }]) => isTyped && name in texts && (isFor?.(store) ?? true))
        .map(([name, field]) => fieldView(name, field, texts[name] ?? "")),
    ),
    hidden: row ? hiddenMarks(texts) : { [REQUEST]: newId("request") },
  };
}

function shownRow(
  one: Resource,
  row: AnyRow,
  { store, mayEdit }: Pick<Showing, "store" | "mayEdit">,
): ResourceFormView["shown"] {
  const { facts = [] } = one;
  return {
    ...{ key: keyOf(one, row), mark: rowMark(one, row, store) },
    facts: facts
      .map((fact) => columnText(one, fact))
      .map(({ label, text }) => ({ label, text: text(row, store) })),
    commands: mayEdit
      ? commandsOf(one, row).flatMap(({ warning, ...command }) => (warning ? [{ ...command, warning }] : []))
      : [],
  };
}

async function fieldView(
  name: string,
  { label, hint, input, options }: ResourceField<unknown>,
  value: string,
): Promise<FieldView> {
  return { name, label, hint, input, value, options: (await options?.()) ?? [] };
}

/** With what an empty text means, such as the first of a choice. */
function initialTexts({ fields }: Resource, filled: Texts, store: Store): Texts {
  const { row } = readTexts(fields, {}, store);
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in row));
  return { ...rowTexts(known, row, store), ...filled };
}

/** By a link, such as that of a search without a result. */
function filledIn(parameters: URLSearchParams): Texts {
  return Object.fromEntries(Array.from(parameters, ([name, text]) => [name, text.slice(0, QUERY_MAX)]));
}

/** The hidden field of a form of a new one: what is sent twice adds one. */
export const REQUEST = "request";
const MARK = "was-";

/** Marks of the fields that a form shows, by the names of their hidden fields. */
export function hiddenMarks(shown: Texts): Texts {
  return Object.fromEntries(Object.entries(textMarks(shown)).map(([name, mark]) => [MARK + name, mark]));
}

export function marksIn(sent: Texts): Texts {
  const marks = Object.entries(sent).filter(([name]) => name.startsWith(MARK));
  return Object.fromEntries(marks.map(([name, mark]) => [name.slice(MARK.length), mark]));
}

import type { ImportLine } from "#app/components/desk/files/import-page.tsx";
import type { Tag } from "#app/components/desk/orders-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import type { DeskVisit } from "#app/http/request/require-staff.server.ts";
import { PRODUCT_FIELDS, type ProductField } from "#app/models/catalogue/editing/product-fields.ts";
import {
  lineClaimWarning,
  fileKind,
  type ImportKind,
  importKind,
  isOfProducts,
  type LineChanges,
  type LineOutcome,
} from "#app/models/desk/files/import-kinds.ts";
import { overwritesEditsOf } from "#app/models/desk/files/catalogue-import.server.ts";
import {
  countImportLines,
  listImportLines,
  type ShownLine,
} from "#app/models/desk/files/import-lines.server.ts";
import { type FileImport, isUndoable } from "#app/models/desk/files/imports.server.ts";
import { changedSince } from "#app/models/desk/files/product-import.server.ts";
import { FIELD_LABELS, valueText } from "#app/models/desk/products/field-words.ts";
import { variantNames } from "#app/models/desk/products/product-facts.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { idIn } from "#app/models/resource/field.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

const TAGS: Readonly<Record<FileImport["state"], Tag>> = {
  checked: { text: "Waits to be applied", tone: "do" },
  applied: { text: "Applied", tone: "ok" },
  undone: { text: "Undone", tone: "" },
};

export function importRow(each: FileImport, store: Store) {
  const { id, kind, fileName, by, state, createdAt, appliedAt } = each;
  return {
    ...{ id, file: fileName, title: importKind(kind)?.title ?? kind, tag: TAGS[state] },
    ...{ by, when: dateTimeText(appliedAt ?? createdAt, store) },
  };
}

const VIEWS = [
  { key: "left", title: "Left as they are" },
  { key: "wrong", title: "Wrong" },
  { key: "edited", title: "Edited by hand" },
  { key: "changed", title: "Changed" },
  { key: "new", title: "New" },
  { key: "hidden", title: "Hidden" },
  { key: "unchanged", title: "Unchanged" },
] as const satisfies ReadonlyArray<Readonly<{ key: LineOutcome | "left"; title: string }>>;

/** `typed` names the lines. */
export async function importPage(found: FileImport, typed: URLSearchParams, { session, actor }: DeskVisit) {
  const { id, kind, fileName, state, version, needsCode, unread } = found;
  const [counts, store] = await Promise.all([countImportLines(id), findStore()]);
  const views = VIEWS.map((each) => ({ ...each, count: counts[each.key] })).filter(({ count }) => count > 0);
  const view = views.find(({ key }) => key === typed.get("show"))?.key ?? views[0]?.key ?? "changed";
  const after = idIn(typed.get("after") ?? "");
  const { lines, next } = await listImportLines(id, { show: view, after });
  return {
    ...{ id, file: fileName, title: importKind(kind)?.title ?? kind, state, version, counts, unread },
    isFile: fileKind(kind) !== null,
    story: storyOf(found, store),
    ...{ views, view, needsCode },
    next: next === null ? null : deskPaths.fileImport(id, { show: view, after: next }),
    lines: await linesInWords(lines, { found, store, now: actor.now }),
    isUndoable: await isUndoable(found, actor),
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    done: typed.get("done"),
    catalogue: kind === "catalogue" ? { overwritesEdits: await overwritesEditsOf(id) } : null,
  };
}

function storyOf({ state, by, appliedAt, undoneAt, undoneBy }: FileImport, store: Store): string {
  if (state === "checked") return "This is what would change. Nothing has been changed yet.";
  const who = (name: string) => (name === "" ? "the shop’s own command" : name);
  const applied = `Applied on ${dateTimeText(appliedAt ?? "", store)} by ${who(by)}.`;
  return state === "applied"
    ? applied
    : `${applied} Undone on ${dateTimeText(undoneAt ?? "", store)} by ${who(undoneBy)}.`;
}

type Shown = Readonly<{ found: FileImport; store: Store; now: Date }>;
type Words = Omit<Shown, "found"> &
  Readonly<{
    kind: ImportKind;
    variants: ReadonlyMap<number, string>;
    /** What an undo would leave, by the number of the line. */
    since: ReadonlyMap<number, string>;
  }>;

async function linesInWords(
  lines: ReadonlyArray<ShownLine>,
  { found: { kind, state }, ...shown }: Shown,
): Promise<ReadonlyArray<ImportLine>> {
  const isProduct = isOfProducts(kind);
  const priced = isProduct ? lines.filter(({ changes }) => changes["ownPrices"]) : [];
  const ids = [...new Set(priced.map(({ subject }) => Number(subject)))];
  const names = await Promise.all(ids.map((id) => variantNames(id)));
  const variants = new Map(names.flatMap((each) => [...each]));
  const since = isProduct && state === "applied" ? await changedSince(lines, shown.now) : new Map();
  return lines.map((line) => lineWords(line, { ...shown, kind, variants, since }));
}

function lineWords(shown: ShownLine, words: Words): ImportLine {
  const { line, name, title, subject, changes, reason, leftBecause } = shown;
  return {
    ...{ line, name, title, changes: changesInWords(changes, words) },
    href: isOfProducts(words.kind) && subject !== "" ? deskPaths.product(subject) : null,
    reason: [leftBecause ?? words.since.get(line) ?? reason, lineClaimWarning(shown)]
      .filter(Boolean)
      .join(". "),
  };
}

const SHOWN_CHARACTERS = 200;

function changesInWords(changes: LineChanges, { kind, store, now, variants }: Words): ImportLine["changes"] {
  if (!isOfProducts(kind))
    return Object.entries(changes).map(([field, [before, after]]) => ({
      ...{ field: kind === "stock" ? "On the shelf" : field, before, after },
    }));
  const format = { currency: store.currencies[0] ?? store.currency, locale: store.locale };
  const text = (field: ProductField, value: string) =>
    shortened(valueText(field, value, { format, now, variants }));
  return PRODUCT_FIELDS.flatMap((field) => {
    const change = changes[field];
    if (!change) return [];
    return [{ field: FIELD_LABELS[field], before: text(field, change[0]), after: text(field, change[1]) }];
  });
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

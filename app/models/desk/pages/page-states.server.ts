import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import {
  type FilePage,
  type ImageSize,
  inPageOrder,
  NO_PAGE_FIELDS,
  PAGE_KINDS,
  pageChanges,
  type PageFields,
  type PageKind,
  type PageRef,
} from "#app/models/content/page-fields.ts";
import { canonicalInformationSlug } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";
import { content, ownContent } from "#app/services/content/content.server.ts";
import { readPageOrder } from "#app/services/content/edits-embedded.server.ts";
import { textMark } from "#app/models/shared/text-mark.server.ts";

export type PageState = PageRef &
  Readonly<{
    /** Null: the desk has made it, or its file is gone. */
    file: FilePage | null;
    isMade: boolean;
    /** False: nobody on the shop has seen it yet. */
    wasPublished: boolean;
    isHidden: boolean;
    /** True: the shop shows the desk's text, not the file's. */
    isEdited: boolean;
    published: PageFields;
    fields: PageFields;
    changes: Partial<PageFields>;
    draftBy: string | null;
    draftAt: string | null;
    /** Who published, hid or showed it last; empty for the shop's own commands, null where only the file has it. */
    changedBy: string | null;
    changedAt: string | null;
    changedOn: string;
    size: ImageSize | null;
    /** Of the file as somebody has seen it last; empty while the page follows it. */
    fileMark: string;
    /** The desk's text is shown, and the file has another one than it had then. */
    hasFileChanged: boolean;
    /** The law or links of the shop need it: it is neither hidden nor renamed. */
    isNeeded: boolean;
  }>;

/** "article/3". */
export function pageIdOf({ kind, key }: PageRef): string {
  return `${kind}/${key}`;
}

export function pageRefIn(id: string): PageRef | null {
  const [, kindName, key = ""] = /^([a-z]+)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(id) ?? [];
  const kind = PAGE_KINDS.find((one) => one === kindName);
  return kind && key.length <= KEY_MAX ? { kind, key } : null;
}

const KEY_MAX = 100;

export function pageAddressOf({ kind, key }: PageRef, { section, slug }: PageFields): string {
  return kind === "article" ? paths.article(section, key) : paths.information(slug);
}

/** Pages that links of the shop, its emails or the law need, by the last part of their address. */
const NEEDED: ReadonlySet<string> = new Set([
  ...["accessibility", "contact-us", "cookies", "delivery-and-return", "privacy", "product-recall"],
  ...["returns-and-cancellation", "reviews", "right-of-withdrawal", "terms"],
]);

export function fileMarkOf(fields: PageFields): string {
  return textMark(JSON.stringify(fields));
}

/** Null with a content server, which is only read. */
export async function listPageStates(): Promise<ReadonlyArray<PageState> | null> {
  const own = ownContent();
  if (!own) return null;
  const [files, published, drafts, needed, order] = await Promise.all([
    own.filePages(),
    db().selectFrom("published_pages").selectAll().orderBy("changed_at").execute(),
    db().selectFrom("page_drafts").selectAll().execute(),
    neededPages(),
    readPageOrder(),
  ]);
  const byId = (row: Row | Draft) => pageIdOf({ kind: row.page_kind, key: row.page_key });
  const rows = new Map(published.map((row) => [byId(row), row]));
  const draftOf = new Map(drafts.map((row) => [byId(row), row]));
  const fileIds = new Set(files.map(pageIdOf));
  const made = published
    .filter((row) => !fileIds.has(byId(row)))
    .map((row) => ({ ref: { kind: row.page_kind, key: row.page_key }, file: null }));
  const all = [...files.map((file) => ({ ref: { kind: file.kind, key: file.key }, file })), ...made];
  const states = all.map(({ ref, file }) =>
    stateOf(ref, { file, needed, row: rows.get(pageIdOf(ref)), draft: draftOf.get(pageIdOf(ref)) }),
  );
  const articles = states.filter(({ kind }) => kind === "article");
  return [
    ...articles.sort((one, other) => other.published.day.localeCompare(one.published.day)),
    ...inPageOrder(
      states.filter(({ kind }) => kind === "information"),
      order,
    ),
  ];
}

/** Null where there is no such page, and with a content server. */
export async function findPageState({ kind, key }: PageRef): Promise<PageState | null> {
  return (await listPageStates())?.find((one) => one.kind === kind && one.key === key) ?? null;
}

type Row = Selectable<Database["published_pages"]>;
type Draft = Selectable<Database["page_drafts"]>;
type Parts = Readonly<{
  file: FilePage | null;
  row: Row | undefined;
  draft: Draft | undefined;
  needed: ReadonlySet<string>;
}>;

function stateOf(ref: PageRef, { file, row, draft, needed }: Parts): PageState {
  const own = row?.fields ? (JSON.parse(row.fields) as PageFields) : null;
  const published = own ?? file?.fields ?? NO_PAGE_FIELDS;
  const drafted = draftIn(draft);
  const fields = { ...published, ...drafted.changes };
  return {
    ...{ ...ref, file, published, fields, changes: pageChanges(published, fields) },
    ...{ draftBy: drafted.by, draftAt: drafted.at },
    ...standingOf(row, file),
    ...fileStanding(own, row, file),
    wasPublished: own !== null || file !== null,
    isNeeded: ref.kind === "information" && needed.has(ref.key),
  };
}

function draftIn(draft: Draft | undefined) {
  if (!draft) return { changes: {}, by: null, at: null };
  const { changes, staff_name: by, updated_at: at } = draft;
  return { changes: JSON.parse(changes) as Partial<PageFields>, by, at };
}

function fileStanding(own: PageFields | null, row: Row | undefined, file: FilePage | null) {
  if (!own || !row) return { isEdited: false, fileMark: "", hasFileChanged: false };
  const hasFileChanged = file !== null && fileMarkOf(file.fields) !== row.file_mark;
  return { isEdited: true, fileMark: row.file_mark, hasFileChanged };
}

const NO_ROW = {
  ...{ isMade: false, isHidden: false, size: null, changedBy: null, changedAt: null },
} as const;

function standingOf(row: Row | undefined, file: FilePage | null) {
  const fileDay = file?.changedOn ?? "";
  if (!row) return { ...NO_ROW, changedOn: fileDay };
  return {
    ...{ isMade: row.is_made === 1, isHidden: row.is_hidden === 1, size: sizeIn(row) },
    ...{ changedBy: row.staff_name, changedAt: row.changed_at, changedOn: row.changed_on ?? fileDay },
  };
}

function sizeIn({ image_width: width, image_height: height }: Row): ImageSize | null {
  return width !== null && height !== null ? { width, height } : null;
}

const OWN_LINK = /"\/information\/([a-z0-9-]+)"/g;

async function neededPages(): Promise<ReadonlySet<string>> {
  const home = JSON.stringify(await content().home(null));
  return new Set([...NEEDED, ...[...home.matchAll(OWN_LINK)].map(([, slug = ""]) => slug)]);
}

/** True if an information page but `key` has the address, or had it first. */
export async function isPageAddressTaken(slug: string, key: string | null): Promise<boolean> {
  if (canonicalInformationSlug(slug) !== slug) return true;
  const states = (await listPageStates()) ?? [];
  return states.some(
    (state) =>
      state.kind === "information" && state.key !== key && [state.key, state.published.slug].includes(slug),
  );
}

export function isPageKind(text: string | null): text is PageKind {
  return (PAGE_KINDS as ReadonlyArray<string | null>).includes(text);
}

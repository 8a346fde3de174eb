import type { PageRow } from "#app/components/desk/pages/pages-page.tsx";
import type { PageEditorData } from "#app/components/desk/pages/page-parts.tsx";
import type { ConflictIntent, ProductConflictData } from "#app/components/desk/products/product-conflict.tsx";
import type { Tag } from "#app/components/desk/orders-page.tsx";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import {
  findContentState,
  isOwnContent,
  listArticles,
  listInformation,
  withFilledTexts,
} from "#app/models/content/content.server.ts";
import {
  changedParts,
  FIELDS_OF_KIND,
  pageChanges,
  type PageField,
  type PageFields,
  type PageKind,
} from "#app/models/content/page-fields.ts";
import { PAGE_LIMITS, pageLabels } from "#app/models/desk/pages/page-form.ts";
import { deadLinks, unknownProducts } from "#app/models/desk/pages/page-links.server.ts";
import { listPageImages, listPageUploads } from "#app/models/desk/pages/page-images.server.ts";
import {
  listPageSections,
  listPageVersions,
  type PageVersion,
} from "#app/models/desk/pages/page-rows.server.ts";
import { pageOrderMark } from "#app/models/desk/pages/page-order.server.ts";
import {
  findPageState,
  listPageStates,
  pageAddressOf,
  pageIdOf,
  pageRefIn,
  type PageState,
} from "#app/models/desk/pages/page-states.server.ts";
import type { PageConflict } from "#app/models/desk/pages/page-steps.server.ts";
import { hiddenMarks } from "#app/routes/desk/resource/resource-view.server.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { type DeskLogRow, listDeskLog } from "#app/models/staff/log.server.ts";
import type { LoggedAction } from "#app/models/staff/log-views.server.ts";
import { textClaimWarning } from "#app/models/catalogue/text-claims.ts";
import { can } from "#app/models/staff/role.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";
import { lastStepAmong } from "#app/routes/desk/desk.server.ts";
import { logLine } from "#app/routes/desk/log-line.server.ts";

const TITLES: Readonly<Record<PageKind, string>> = {
  article: "Articles of the journal",
  information: "Information pages",
};

type Groups = Readonly<{
  groups: ReadonlyArray<Readonly<{ kind: PageKind; title: string; pages: ReadonlyArray<PageRow> }>>;
  source: string | null;
  /** Of the order of the information pages; null where it is not changed here. */
  orderMark: string | null;
}>;

/** With a content server, what the shop has read of it. */
export async function findPageGroups(): Promise<Groups> {
  const [states, store] = await Promise.all([listPageStates(), findStore()]);
  if (!states) return groupsElsewhere();
  const titles = await withFilledTexts(states.map(({ fields }) => fields.title));
  const titleOf = (state: PageState) => titles[states.indexOf(state)] ?? "";
  const rowsOf = (kind: PageKind) => states.filter((state) => state.kind === kind);
  const information = byHeading(rowsOf("information"));
  return {
    source: null,
    orderMark: pageOrderMark(states),
    groups: [
      {
        ...{ kind: "article", title: TITLES.article },
        pages: rowsOf("article").map((state) => rowOf(state, titleOf(state), store)),
      },
      {
        ...{ kind: "information", title: TITLES.information },
        pages: information.flatMap(({ heading, pages }) =>
          pages.map((state, place) => ({
            ...rowOf(state, titleOf(state), store),
            ...{ heading, moves: { up: place > 0, down: place < pages.length - 1 } },
          })),
        ),
      },
    ],
  };
}

function byHeading(states: ReadonlyArray<PageState>) {
  const headings = [...new Set(states.map(({ published }) => published.section))];
  return headings.map((heading) => ({
    heading,
    pages: states.filter(({ published }) => published.section === heading),
  }));
}

async function groupsElsewhere(): Promise<Groups> {
  const [{ source }, articles, pages] = await Promise.all([
    findContentState(),
    listArticles(),
    listInformation(),
  ]);
  const row = (title: string, address: string) => ({
    ...{ id: null, title, address, changed: "" },
    tags: [{ text: "In the shop", tone: "ok" } as const],
  });
  return {
    source,
    orderMark: null,
    groups: [
      {
        ...{ kind: "article", title: TITLES.article },
        pages: articles.map(({ title, section, id }) => row(title, paths.article(section.slug, id))),
      },
      {
        ...{ kind: "information", title: TITLES.information },
        pages: pages.map(({ title, slug }) => row(title, paths.information(slug))),
      },
    ],
  };
}

function rowOf(state: PageState, title: string, store: Store): PageRow {
  return {
    id: pageIdOf(state),
    title,
    address: pageAddressOf(state, state.wasPublished ? state.published : state.fields),
    tags: tagsOf(state),
    changed: changedText(state, store),
  };
}

function changedText({ draftBy, draftAt, changedBy, changedAt, changedOn }: PageState, store: Store): string {
  const [by, at] =
    draftAt !== null && draftAt >= (changedAt ?? "") ? [draftBy, draftAt] : [changedBy, changedAt];
  if (at === null) return changedOn === "" ? "" : `${longDay(changedOn, store.locale)}, in its file`;
  return `${dateTimeText(at, store)}, ${by || "the shop’s own commands"}`;
}

function tagsOf(state: PageState): ReadonlyArray<Tag> {
  const { wasPublished, isHidden, changes, hasFileChanged, isEdited, isMade, file } = state;
  const standing: Tag = !wasPublished
    ? { text: "Never published", tone: "" }
    : isHidden
      ? { text: "Hidden", tone: "" }
      : { text: "In the shop", tone: "ok" };
  return [
    standing,
    ...(changedParts(changes).length > 0 && wasPublished
      ? [{ text: "Draft, not published", tone: "do" } as const]
      : []),
    ...(hasFileChanged ? [{ text: "The file has changed since", tone: "do" } as const] : []),
    ...(isEdited && !isMade && !file ? [{ text: "Its file is gone", tone: "" } as const] : []),
  ];
}

/** Throws the desk's 404 for an address without a page, and 409 where a content server has the pages. */
export async function pageIn({
  pageKind = "",
  pageKey = "",
}: Readonly<{ pageKind?: string | undefined; pageKey?: string | undefined }>): Promise<PageState> {
  const ref = pageRefIn(`${pageKind}/${pageKey}`);
  if (!isOwnContent()) throw deskRefusal(refused("content-elsewhere"));
  const state = ref && (await findPageState(ref));
  if (!state) throw deskRefusal(refused("NOT_FOUND"));
  return state;
}

/** The newest; older ones can still be an article's image. */
const UPLOADS_SHOWN = 12;
const LOG_ROWS = 20;
const HISTORY_ROWS = { versions: 8, steps: 4 } as const;

export async function findEditor(state: PageState, { staff, actor }: DeskVisit): Promise<PageEditorData> {
  const { kind, fields, published, wasPublished, isHidden } = state;
  const isArticle = kind === "article";
  const store = await findStore();
  const subject = { kind: "page", id: pageIdOf(state) };
  const [name, log, sections, images, uploads, dead, unknown] = await Promise.all([
    withFilledTexts(published.title || fields.title),
    listDeskLog({ staffId: null, subject, limit: LOG_ROWS }),
    listPageSections(kind),
    isArticle ? listPageImages() : [],
    listPageUploads(UPLOADS_SHOWN),
    deadLinks(fields.body),
    unknownProducts(fields, actor.now),
  ]);
  return {
    ...{ id: pageIdOf(state), isArticle, name, wasPublished, isHidden },
    address: wasPublished && !isHidden ? pageAddressOf(state, published) : null,
    tags: tagsOf(state),
    saved: `Last changed: ${changedText(state, store)}`,
    draft:
      state.draftAt !== null
        ? `Saved by ${state.draftBy || "the shop’s own commands"} on ${dateTimeText(state.draftAt, store)}, not published.`
        : null,
    ...{ labels: pageLabels(kind), limits: PAGE_LIMITS, inputs: fields, marks: marksOfPage(state) },
    changed: changedParts(state.changes),
    sections: withPresent(sections, fields.section),
    images: withPresentImage(images, fields),
    uploads: uploads.map(({ file, alt }) => ({ file, alt })),
    needed: state.isNeeded
      ? "The law or links of the shop need this page, so it is neither hidden nor renamed."
      : null,
    warnings: [
      ...warningsOf(dead, unknown),
      ...[textClaimWarning(Object.values(fields))].filter((warning) => warning !== null),
    ],
    file: fileDifferences(state),
    history: await historyOf(state, log, store),
    mayEdit: can(staff.role, "edit-pages"),
  };
}

function warningsOf(dead: ReadonlyArray<string>, unknown: ReadonlyArray<string>): ReadonlyArray<string> {
  return [
    ...(dead.length > 0 ? [`These links lead to no page of the shop: ${dead.join(", ")}.`] : []),
    ...(unknown.length > 0 ? [`The shop does not show these products: ${unknown.join(", ")}.`] : []),
  ];
}

function marksOfPage({ kind, fields }: PageState): Readonly<Record<string, string>> {
  return hiddenMarks(Object.fromEntries(FIELDS_OF_KIND[kind].map((field) => [field, fields[field]])));
}

type Options = ReadonlyArray<Readonly<{ value: string; text: string }>>;

function withPresent(options: Options, value: string): Options {
  const isThere = value === "" || options.some((option) => option.value === value);
  return isThere ? options : [...options, { value, text: value }];
}

type Images = ReadonlyArray<Readonly<{ file: string; alt: string }>>;

function withPresentImage(images: Images, { image, imageAlt }: PageFields): Images {
  const known = images.map(({ file, alt }) => ({ file, alt }));
  const isThere = image === "" || known.some(({ file }) => file === image);
  return isThere ? known : [{ file: image, alt: imageAlt }, ...known];
}

function fileDifferences({
  kind,
  file,
  published,
  hasFileChanged,
  changes,
}: PageState): PageEditorData["file"] {
  if (!file || !hasFileChanged || changedParts(changes).length > 0) return null;
  const labels = pageLabels(kind);
  return changedParts(pageChanges(published, file.fields)).map((field) => ({
    label: labels[field],
    theirs: file.fields[field] || "Nothing",
    ours: published[field] || "Nothing",
  }));
}

async function historyOf(state: PageState, log: ReadonlyArray<DeskLogRow>, store: Store) {
  const labels = pageLabels(state.kind);
  const versions = await listPageVersions(state, HISTORY_ROWS.versions + 1);
  const steps = await Promise.all(
    sinceMade(log)
      .filter(({ action }) => action !== "page-published")
      .slice(0, HISTORY_ROWS.steps)
      .map(async (row) => {
        const { what, who, when, changes } = await logLine(row, store);
        return {
          ...{ at: row.at, id: `step-${row.id}`, what: what.replace(/ (?:of|for)$/, ""), who, when },
          ...{ fields: changes.map(({ field }) => field).join(", "), version: null },
        };
      }),
  );
  const rows = versions.slice(0, HISTORY_ROWS.versions).map((version, index) => ({
    ...{ at: version.at, id: `version-${version.id}`, when: dateTimeText(version.at, store) },
    ...versionWords(version, versions[index + 1], labels),
    version: changedParts(pageChanges(state.published, version.fields)).length > 0 ? version.id : null,
  }));
  return [...steps, ...rows].sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** An address that was discarded can be that of another page later. The newest row is the first. */
function sinceMade(log: ReadonlyArray<DeskLogRow>): ReadonlyArray<DeskLogRow> {
  const made = log.findIndex(({ action }) => action === "page-made");
  return made === -1 ? log : log.slice(0, made + 1);
}

function versionWords(
  { by, fields }: PageVersion,
  older: PageVersion | undefined,
  labels: Readonly<Record<PageField, string>>,
) {
  const changed = older ? changedParts(pageChanges(older.fields, fields)) : [];
  return {
    what: older ? "Published" : "As it was before",
    who: by || (older ? "The shop’s own commands" : "Its file"),
    fields: changed.map((field) => labels[field].toLowerCase()).join(", "),
  };
}

/** Steps that change what a page says. */
const TYPED_BY: ReadonlyArray<LoggedAction> = [
  ...(["page-made", "page-drafted", "page-published", "page-discarded"] as const),
  ...(["page-put-back", "page-file-taken"] as const),
];

export async function pageConflict(
  { theirs, merged, now }: PageConflict,
  intent: ConflictIntent,
): Promise<ProductConflictData> {
  const store = await findStore();
  const labels = pageLabels(now.kind);
  const row = await lastStepAmong({ kind: "page", id: pageIdOf(now) }, TYPED_BY);
  const both = FIELDS_OF_KIND[now.kind].filter((field) => theirs[field] !== undefined);
  const mine = FIELDS_OF_KIND[now.kind].filter(
    (field) => !both.includes(field) && merged[field] !== now.fields[field],
  );
  const typed = Object.fromEntries(FIELDS_OF_KIND[now.kind].map((field) => [field, merged[field]]));
  return {
    by: row?.staffName || null,
    when: row ? `Saved on ${dateTimeText(row.at, store)}` : "Saved meanwhile",
    intent,
    hidden: { ...typed, ...marksOfPage(now) },
    choices: both.map((field) => ({
      ...{ field, label: labels[field] },
      theirs: theirs[field] || "Nothing",
      yours: merged[field] || "Nothing",
    })),
    yours: mine.map((field) => labels[field]),
    theirs: [],
  };
}

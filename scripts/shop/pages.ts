import { readFile } from "node:fs/promises";

import { z } from "zod";

import type { PageRef } from "#app/models/content/page-fields.ts";
import type { PageState } from "#app/models/desk/pages/page-states.server.ts";
import type { PageMove } from "#app/models/desk/pages/page-order.server.ts";
import type { PageOutcome } from "#app/models/desk/pages/page-steps.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Result } from "#app/models/shared/result.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";

import { addPageImage } from "./page-image.ts";
import {
  columns,
  commands,
  type Command,
  done,
  notDone,
  type Outcome,
  refusalOutcome,
  withTextWarning,
} from "./command.ts";
import {
  choiceSchema,
  idSchema,
  filledSchema,
  typedTexts,
  type ValuesOf,
  verb,
  verbsCommand,
} from "./verbs.ts";

const PAGE = { page: z.string() };
const TEXT = z.string().optional();

const FIELDS = {
  title: TEXT,
  excerpt: TEXT,
  bodyFile: TEXT.describe("a file of Markdown"),
  section: TEXT,
  slug: TEXT,
  author: TEXT,
  day: TEXT.describe("such as 2026-11-27"),
  image: TEXT,
  imageAlt: TEXT,
  tags: TEXT,
  related: TEXT,
  pageTitle: TEXT,
  metaDescription: TEXT,
};

type Typed = ValuesOf<typeof FIELDS>;

export const pagesCommand: Command = verbsCommand({
  name: "pages",
  summary: "list, edit, publish, hide and restore articles and information pages",
  about:
    "Articles of the journal and information pages, named as in the list: article/3, information/about. With a content " +
    "server they are changed there.",
  verbs: {
    list: verb({ about: "every page, where it is, and whether it is on the shop", run: list }),
    show: onPage("its fields, with the draft", show),
    new: verb({
      about: "begin a page that nobody on the shop sees",
      words: { kind: choiceSchema<PageRef["kind"]>(["article", "information"]), title: z.string() },
      run: ({ kind, title }) => make(kind, title),
    }),
    edit: verb({
      about: "change fields of the draft",
      words: PAGE,
      options: FIELDS,
      run: ({ page, ...typed }) => withPage(page, (state) => write(state, "edit", typed)),
    }),
    publish: verb({
      about: "publish the draft, and the fields that are given",
      words: PAGE,
      options: FIELDS,
      run: ({ page, ...typed }) => withPage(page, (state) => write(state, "publish", typed)),
    }),
    discard: onPage("throw the draft away; a page that was never published goes with it", async (state) =>
      change(state, (await pageSteps()).discardPageDraft),
    ),
    hide: onPage("take it off the shop", async (state) => change(state, (await pageStates()).hidePage)),
    unhide: onPage("show it again", async (state) => change(state, (await pageStates()).showPage)),
    versions: onPage("what was published, with its numbers", versions),
    restore: verb({
      about: "make a draft of an earlier version",
      words: { ...PAGE, version: idSchema() },
      run: ({ page, version }) =>
        withPage(page, async (state) => {
          const { putBackPage } = await pageSteps();
          return change(state, (ref, actor) => putBackPage(ref, version, actor));
        }),
    }),
    "take-file": onPage(
      "make a draft of what the file has, where it has changed since the page was edited",
      async (state) => change(state, (await pageStates()).takePageFile),
    ),
    "pass-file": onPage(
      "stay with the shop's own text, and name the next change of the file only",
      async (state) => change(state, (await pageStates()).passPageFile),
    ),
    move: verb({
      about: "put an information page before or after its neighbour under the same heading",
      words: { ...PAGE, way: choiceSchema<PageMove>(["up", "down"]) },
      run: ({ page, way }) => withPage(page, (state) => move(state, way)),
    }),
    "add-image": verb({
      about: "upload an image and its text; it becomes that of an article's draft that has none",
      words: { ...PAGE, file: z.string() },
      options: { text: filledSchema().describe("what is in the image") },
      run: ({ page, file, text }) => withPage(page, (state) => addPageImage(state, { path: file, text })),
    }),
  },
});

function onPage(about: string, run: (state: PageState) => Promise<Outcome>) {
  return verb({ about, words: PAGE, run: ({ page }) => withPage(page, run) });
}

async function withPage(page: string, run: (state: PageState) => Promise<Outcome>): Promise<Outcome> {
  const { findPageState, pageRefIn } = await import("#app/models/desk/pages/page-states.server.ts");
  const ref = pageRefIn(page);
  const state = ref && (await findPageState(ref));
  return state ? run(state) : notDone(`There is no page ${page}. "pages list" names them.`);
}

async function pageSteps() {
  return import("#app/models/desk/pages/page-steps.server.ts");
}

async function pageStates() {
  return import("#app/models/desk/pages/page-standing.server.ts");
}

async function list(): Promise<Outcome> {
  const { listPageStates, pageAddressOf, pageIdOf } =
    await import("#app/models/desk/pages/page-states.server.ts");
  const states = await listPageStates();
  if (!states) return refusalOutcome({ ok: false, code: "content-elsewhere", detail: {} });
  const data = states.map((state) => ({
    ...{ page: pageIdOf(state), title: state.fields.title, address: pageAddressOf(state, state.fields) },
    state: standingOf(state),
    ...{ isDraft: Object.keys(state.changes).length > 0, hasFileChanged: state.hasFileChanged },
  }));
  const rows = data.map(({ page, title, state, isDraft, hasFileChanged }) => [
    ...[page, title],
    `${state}${isDraft ? ", draft" : ""}${hasFileChanged ? ", the file has changed since" : ""}`,
  ]);
  return { isDone: true, words: columns(["Page", "Title", "State"], rows), data };
}

function standingOf({ wasPublished, isHidden }: PageState): string {
  if (!wasPublished) return "never published";
  return isHidden ? "hidden" : "on the shop";
}

async function show(state: PageState): Promise<Outcome> {
  const { FIELDS_OF_KIND } = await import("#app/models/content/page-fields.ts");
  const { body, ...rest } = state.fields;
  const heads = FIELDS_OF_KIND[state.kind].flatMap((field) =>
    field === "body" ? [] : [`${field}: ${rest[field]}`],
  );
  return {
    isDone: true,
    words: `${heads.join("\n")}\n\n${body}`,
    data: { state: standingOf(state), changed: Object.keys(state.changes), fields: state.fields },
  };
}

async function versions(state: PageState): Promise<Outcome> {
  const { listPageVersions } = await import("#app/models/desk/pages/page-rows.server.ts");
  const data = await listPageVersions(state, VERSIONS_SHOWN);
  const rows = data.map(({ id, fields, by, at }) => [id, at, by || "-", fields.title]);
  const words =
    data.length === 0 ? "Nothing was published here." : columns(["Id", "At", "By", "Title"], rows);
  return { isDone: true, words, data };
}

const VERSIONS_SHOWN = 20;

async function make(kind: PageRef["kind"], title: string): Promise<Outcome> {
  const { makePage } = await pageStates();
  const { pageIdOf } = await import("#app/models/desk/pages/page-states.server.ts");
  const { pageProblems, readPage } = await import("#app/models/desk/pages/page-form.ts");
  const { newId } = await import("#app/models/shared/generate-id.server.ts");
  const fields = readPage(kind, { title });
  const problem = pageProblems(kind, fields, { isComplete: false, today: "" }).title;
  if (problem) return notDone(`title: ${problem}.`);
  const made = await makePage({ kind, title: fields.title, requestKey: newId("page") }, await commands());
  if (!made.ok) return refusalOutcome(made);
  const page = pageIdOf(made.value);
  return done(`${page} is a draft that nobody on the shop sees.`, { page });
}

type Write = "edit" | "publish";

async function write(state: PageState, way: Write, { bodyFile, ...fields }: Typed): Promise<Outcome> {
  const { publishPage, savePageDraft } = await pageSteps();
  const { readPage } = await import("#app/models/desk/pages/page-form.ts");
  const body = bodyFile === undefined ? {} : { body: await readFile(bodyFile, "utf8") };
  const typed = readPage(state.kind, { ...state.fields, ...typedTexts(fields), ...body }, state.fields);
  const edit = { ref: { kind: state.kind, key: state.key }, typed, marks: null };
  const actor = await commands();
  const saved = await (way === "publish" ? publishPage : savePageDraft)(edit, actor);
  const isLacking = way === "publish" && saved.ok && saved.value.kind === "invalid";
  const drafted = isLacking ? await savePageDraft(edit, actor) : null;
  const isDrafted = drafted?.ok && drafted.value.kind === "done" && drafted.value.isChanged;
  const written = await afterWriting(saved, way, isDrafted ? ["What you gave is in the draft."] : []);
  return withTextWarning(written, Object.values(typed));
}

async function afterWriting(
  saved: Result<PageOutcome, ShopErrorCode>,
  way: Write,
  notes: ReadonlyArray<string>,
): Promise<Outcome> {
  if (!saved.ok) return refusalOutcome(saved);
  if (saved.value.kind === "invalid") {
    const problems = Object.entries(saved.value.errors).map(([field, problem]) => `${field}: ${problem}`);
    return notDone([...problems, ...notes].join("\n"));
  }
  const isChanged = saved.value.kind === "done" && saved.value.isChanged;
  const words = way === "publish" ? "Published." : "The draft is saved.";
  return done(isChanged ? words : "Everything was like this before.", { isChanged });
}

async function move({ kind, key }: PageState, way: PageMove): Promise<Outcome> {
  const { movePage } = await import("#app/models/desk/pages/page-order.server.ts");
  if (kind === "article") return notDone("Articles stand by their date.");
  const moved = await movePage({ key, move: way, mark: null }, await commands());
  if (!moved.ok) return refusalOutcome(moved);
  const { isChanged } = moved.value;
  return done(isChanged ? "Moved." : "It is at the end of its heading already.", { isChanged });
}

type Change = (
  ref: PageRef,
  actor: DeskActor,
) => Promise<Result<Readonly<{ isChanged: boolean }>, ShopErrorCode>>;

async function change(state: PageState, run: Change): Promise<Outcome> {
  const changed = await run(state, await commands());
  if (!changed.ok) return refusalOutcome(changed);
  const { isChanged } = changed.value;
  return done(isChanged ? "Done." : "Everything was like this before.", { isChanged });
}

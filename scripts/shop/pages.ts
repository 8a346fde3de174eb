import { readFile } from "node:fs/promises";

import type { PageFields, PageRef } from "#app/models/content/page-fields.ts";
import type { PageState } from "#app/models/desk/pages/page-states.server.ts";
import type { PageMove } from "#app/models/desk/pages/page-order.server.ts";
import type { PageOutcome } from "#app/models/desk/pages/page-steps.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Result } from "#app/models/shared/result.ts";

import { addPageImage } from "./page-image.ts";
import {
  columns,
  commands,
  countFrom,
  type Command,
  done,
  notDone,
  newCommand,
  type Outcome,
  readWords,
  refusalOutcome,
} from "./command.ts";

const HELP = `Usage: npm run shop -- pages list [--json]
       npm run shop -- pages show <page> [--json]
       npm run shop -- pages new article|information <title> [--json]
       npm run shop -- pages edit <page> [fields] [--json]
       npm run shop -- pages publish <page> [fields] [--json]
       npm run shop -- pages discard|hide|unhide <page> [--json]
       npm run shop -- pages versions <page> [--json]
       npm run shop -- pages restore <page> <version> [--json]
       npm run shop -- pages take-file|pass-file <page> [--json]
       npm run shop -- pages move <page> up|down [--json]
       npm run shop -- pages add-image <page> <file> --text <words> [--json]

Articles of the journal and information pages, named as in the list: article/3, information/about. With a content server
they are changed there.

  list       every page, where it is, and whether it is on the shop
  show       its fields, with the draft
  new        begin a page that nobody on the shop sees
  edit       change fields of the draft
  publish    publish the draft, and the fields that are given
  discard    throw the draft away; a page that was never published goes with it
  hide       take it off the shop; unhide shows it again
  versions   what was published, with its numbers
  restore    make a draft of an earlier version
  take-file  make a draft of what the file has, where it has changed since the page was edited
  pass-file  stay with the shop's own text, and name the next change of the file only

  move       put an information page before or after its neighbour under the same heading
  add-image  upload an image and its text; it becomes that of an article's draft that has none

Fields: --title, --excerpt, --body-file <file of Markdown>, --section, --slug, --author, --day 2026-11-27, --image,
  --image-alt, --tags, --related, --page-title, --meta-description

  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

const FIELD_OPTIONS = {
  title: "title",
  excerpt: "excerpt",
  section: "section",
  slug: "slug",
  author: "author",
  day: "day",
  image: "image",
  "image-alt": "imageAlt",
  tags: "tags",
  related: "related",
  "page-title": "pageTitle",
  "meta-description": "metaDescription",
} as const;

type Typed = Partial<PageFields> & Readonly<{ bodyFile?: string }>;

type Verb =
  | Readonly<{ verb: "list" }>
  | Readonly<{ verb: "new"; kind: "article" | "information"; title: string }>
  | Readonly<{ verb: "edit" | "publish"; page: string; typed: Typed }>
  | Readonly<{ verb: "restore"; page: string; version: number }>
  | Readonly<{ verb: "move"; page: string; move: PageMove }>
  | Readonly<{ verb: "add-image"; page: string; path: string; text: string }>
  | PlainStep;

const PLAIN_VERBS = [
  ...(["show", "discard", "hide", "unhide", "versions", "take-file", "pass-file"] as const),
] as const;
type PlainVerb = (typeof PLAIN_VERBS)[number];

type PlainStep = Readonly<{ verb: PlainVerb; page: string }>;

type CommandOptions = Verb & Readonly<{ isJson: boolean }>;

export const pagesCommand: Command = newCommand<CommandOptions>({
  name: "pages",
  summary: "list, edit, publish, hide and restore articles and information pages",
  help: HELP,
  read: readArguments,
  work: outcomeOf,
});

const ID_MAX = 2_147_483_647;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const texts = Object.keys(FIELD_OPTIONS).map((name) => [name, { type: "string" }] as const);
  const options = {
    json: { type: "boolean" },
    "body-file": { type: "string" },
    text: { type: "string" },
    ...Object.fromEntries(texts),
  };
  const words = readWords(args, options as Record<string, { type: "boolean" | "string" }>);
  if (!words) return null;
  const { json, ...values } = words.values;
  const { text, ...fields } = values;
  const verb =
    typeof text === "string"
      ? imageIn(words.positionals, text, typedIn(fields))
      : verbIn(words.positionals, typedIn(fields));
  return verb && { ...verb, isJson: json === true };
}

function imageIn(words: ReadonlyArray<string>, text: string, typed: Typed): Verb | null {
  const [verb, page = "", path = ""] = words;
  const isRight = verb === "add-image" && words.length === 3 && text.trim() !== "";
  return isRight && Object.keys(typed).length === 0 ? { verb, page, path, text: text.trim() } : null;
}

function typedIn(values: Readonly<Record<string, unknown>>): Typed {
  const given = Object.entries(FIELD_OPTIONS).flatMap(([option, field]) => {
    const value = values[option];
    return typeof value === "string" ? [[field, value] as const] : [];
  });
  const file = values["body-file"];
  return { ...Object.fromEntries(given), ...(typeof file === "string" ? { bodyFile: file } : {}) };
}

/** By the verb and the number of words after it. */
const READERS: Readonly<Record<string, (first: string, second: string) => Verb | null>> = {
  "list 0": () => ({ verb: "list" }),
  "new 2": (kind, title) =>
    kind === "article" || kind === "information" ? { verb: "new", kind, title } : null,
  "restore 2": (page, number) => {
    const version = countFrom(number, ID_MAX);
    return version === null ? null : { verb: "restore", page, version };
  },
  "move 2": (page, move) => (move === "up" || move === "down" ? { verb: "move", page, move } : null),
  ...Object.fromEntries(PLAIN_VERBS.map((verb) => [`${verb} 1`, (page: string) => ({ verb, page })])),
};

function verbIn([verb = "", ...rest]: ReadonlyArray<string>, typed: Typed): Verb | null {
  const [first = "", second = ""] = rest;
  if ((verb === "edit" || verb === "publish") && rest.length === 1) return { verb, page: first, typed };
  if (Object.keys(typed).length > 0) return null;
  return READERS[`${verb} ${rest.length}`]?.(first, second) ?? null;
}

async function outcomeOf(options: CommandOptions): Promise<Outcome> {
  if (options.verb === "list") return list();
  if (options.verb === "new") return make(options);
  const { findPageState, pageRefIn } = await import("#app/models/desk/pages/page-states.server.ts");
  const ref = pageRefIn(options.page);
  const state = ref && (await findPageState(ref));
  if (!state) return notDone(`There is no page ${options.page}. "pages list" names them.`);
  if ("typed" in options) return write(state, options);
  if (options.verb === "add-image") return addPageImage(state, options);
  if (options.verb === "move") return move(state, options);
  if (options.verb === "show") return show(state);
  if (options.verb === "versions") return versions(state);
  return step(state, options);
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

type Make = Readonly<{ kind: PageRef["kind"]; title: string }>;

async function make({ kind, title }: Make): Promise<Outcome> {
  const { makePage } = await import("#app/models/desk/pages/page-standing.server.ts");
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

type Write = Readonly<{ verb: "edit" | "publish"; typed: Typed }>;

async function write(state: PageState, { verb, typed: { bodyFile, ...fields } }: Write): Promise<Outcome> {
  const { publishPage, savePageDraft } = await import("#app/models/desk/pages/page-steps.server.ts");
  const { readPage } = await import("#app/models/desk/pages/page-form.ts");
  const body = bodyFile === undefined ? {} : { body: await readFile(bodyFile, "utf8") };
  const typed = readPage(state.kind, { ...state.fields, ...fields, ...body }, state.fields);
  const edit = { ref: { kind: state.kind, key: state.key }, typed, marks: null };
  const actor = await commands();
  const saved = await (verb === "publish" ? publishPage : savePageDraft)(edit, actor);
  const isLacking = verb === "publish" && saved.ok && saved.value.kind === "invalid";
  const drafted = isLacking ? await savePageDraft(edit, actor) : null;
  const isDrafted = drafted?.ok && drafted.value.kind === "done" && drafted.value.isChanged;
  return afterWriting(saved, { verb, notes: isDrafted ? ["What you gave is in the draft."] : [] });
}

async function afterWriting(
  saved: Result<PageOutcome, ShopErrorCode>,
  { verb, notes }: Pick<Write, "verb"> & Readonly<{ notes: ReadonlyArray<string> }>,
): Promise<Outcome> {
  if (!saved.ok) return refusalOutcome(saved);
  if (saved.value.kind === "invalid") {
    const problems = Object.entries(saved.value.errors).map(([field, problem]) => `${field}: ${problem}`);
    return notDone([...problems, ...notes].join("\n"));
  }
  const isChanged = saved.value.kind === "done" && saved.value.isChanged;
  const words = verb === "publish" ? "Published." : "The draft is saved.";
  return done(isChanged ? words : "Everything was like this before.", { isChanged });
}

async function move({ kind, key }: PageState, { move: way }: Readonly<{ move: PageMove }>): Promise<Outcome> {
  const { movePage } = await import("#app/models/desk/pages/page-order.server.ts");
  if (kind === "article") return notDone("Articles stand by their date.");
  const moved = await movePage({ key, move: way, mark: null }, await commands());
  if (!moved.ok) return refusalOutcome(moved);
  const { isChanged } = moved.value;
  return done(isChanged ? "Moved." : "It is at the end of its heading already.", { isChanged });
}

type Step = PlainStep | Readonly<{ verb: "restore"; page: string; version: number }>;

async function step(state: PageState, options: Step): Promise<Outcome> {
  const steps = await import("#app/models/desk/pages/page-steps.server.ts");
  const standing = await import("#app/models/desk/pages/page-standing.server.ts");
  const actor = await commands();
  const { discardPageDraft, putBackPage } = steps;
  const { hidePage, showPage, takePageFile, passPageFile } = standing;
  const byVerb: Readonly<
    Record<string, () => Promise<Result<Readonly<{ isChanged: boolean }>, ShopErrorCode>>>
  > = {
    discard: () => discardPageDraft(state, actor),
    hide: () => hidePage(state, actor),
    unhide: () => showPage(state, actor),
    "take-file": () => takePageFile(state, actor),
    "pass-file": () => passPageFile(state, actor),
    restore: () => putBackPage(state, options.verb === "restore" ? options.version : 0, actor),
  };
  const stepped = await byVerb[options.verb]?.();
  if (!stepped) return notDone("There is no such step.");
  if (!stepped.ok) return refusalOutcome(stepped);
  const { isChanged } = stepped.value;
  return done(isChanged ? "Done." : "Everything was like this before.", { isChanged });
}

import { json } from "@remix-run/node";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import type { PageFormAnswer } from "#app/components/desk/pages/page-parts.tsx";
import type { ConflictIntent } from "#app/components/desk/products/product-conflict.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal } from "#app/http/request/require-staff.server.ts";
import type { UploadForm } from "#app/http/request/upload-form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { FIELDS_OF_KIND, type PageFields } from "#app/models/content/page-fields.ts";
import { PAGE_LIMITS, readPage } from "#app/models/desk/pages/page-form.ts";
import { findPageUpload, type PageImage } from "#app/models/desk/pages/page-images.server.ts";
import {
  hidePage,
  passPageFile,
  showPage,
  takePageFile,
} from "#app/models/desk/pages/page-standing.server.ts";
import { pageIdOf, type PageState } from "#app/models/desk/pages/page-states.server.ts";
import {
  discardPageDraft,
  type PageEdit,
  type PageOutcome,
  publishPage,
  putBackPage,
  savePageDraft,
} from "#app/models/desk/pages/page-steps.server.ts";
import { developUploads } from "#app/models/desk/uploads.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import { paths } from "#app/paths.ts";
import { deskInvalid, deskRefused, readDeskForm, textsOf } from "#app/routes/desk/desk.server.ts";

import { pageConflict } from "./page-view.server.ts";

const pageSchema = z.object({ intent: z.string().max(120) }).passthrough();

/** Of the form of the file, which has no fields. */
const FILE_STEPS = { "take-file": takePageFile, "pass-file": passPageFile } as const;

/** Beside the fields of the editor. */
const STANDINGS = { hide: hidePage, show: showPage } as const;

type Values = Readonly<Record<string, string>>;
type Sent = Readonly<{ state: PageState; intent: string; values: Values }>;

export async function editedPage(state: PageState, { request, files }: UploadForm, actor: DeskActor) {
  const form = await readDeskForm(request, pageSchema);
  if (!form.ok) return deskInvalid(form);
  const { intent, ...rest } = form.value;
  const sent = { state, intent, values: textsOf(rest) };
  const fileStep = stepIn(FILE_STEPS, intent);
  if (fileStep) return afterStep(await fileStep(state, actor), sent);
  if (intent === "discard") return discarded(sent, actor);
  if (intent === "upload" || files.length > 0)
    return uploaded({ ...sent, intent: "upload" }, { files, actor });
  const standing = stepIn(STANDINGS, intent);
  return standing ? stood(sent, { step: standing, actor }) : editSteps(sent, actor);
}

type Step = (state: PageState, actor: DeskActor) => Promise<Stepped>;

function stepIn(steps: Readonly<Record<string, Step>>, intent: string): Step | undefined {
  return Object.entries(steps).find(([name]) => name === intent)?.[1];
}

/** What was typed beside the button becomes a draft first. */
async function stood(sent: Sent, { step, actor }: Readonly<{ step: Step; actor: DeskActor }>) {
  const { state, intent, values } = sent;
  const draft = await savePageDraft(editIn(state, values), actor);
  if (!draft.ok) return deskRefused(draft, { values });
  if (draft.value.kind !== "done") return afterEdit(draft.value, sent);
  const done = await step(state, actor);
  if (!done.ok || done.value.isChanged) return afterStep(done, { state, intent, values });
  return afterEdit(draft.value, { state, intent: "save", values });
}

type Uploading = Readonly<{ files: UploadForm["files"]; actor: DeskActor }>;

/** One image at a time, because each needs its text. What was typed beside it becomes a draft, whichever button it was. */
async function uploaded({ state, intent, values }: Sent, { files, actor }: Uploading) {
  const alt = (values["imageText"] ?? "").replace(/\s+/g, " ").trim();
  const errors = uploadErrors(files, alt);
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const developed = await developUploads(files);
  if (!developed.ok) return deskRefused(developed, { values, field: "files" });
  const [image] = developed.value;
  const done = await savePageDraft(editIn(state, values), actor, image ? { ...image, alt } : null);
  if (!done.ok) return deskRefused(done, { values });
  if (done.value.kind !== "done") return afterEdit(done.value, { state, intent: "save", values });
  throw seeOther(`${deskPaths.pageOf(pageIdOf(state), { done: intent })}#uploads`);
}

function uploadErrors(files: UploadForm["files"], alt: string): Values {
  if (files.length === 0) return { files: "Choose a file first" };
  if (files.length > 1) return { files: "Choose one image at a time: each needs its own text" };
  if (alt.length > PAGE_LIMITS.imageAlt) return { imageText: `Use up to ${PAGE_LIMITS.imageAlt} characters` };
  return alt === "" ? { imageText: "Say what is in the image, then choose the file again" } : {};
}

async function inserted(
  { state, values }: Sent,
  { file, actor }: Readonly<{ file: string; actor: DeskActor }>,
) {
  const image = await findPageUpload(file);
  if (!image) throw deskRefusal(refused("page-image-unknown"));
  const edit = editIn(state, values);
  const body = `${edit.typed.body}\n\n${markdownOf(image)}`.trim();
  const done = await savePageDraft({ ...edit, typed: { ...edit.typed, body } }, actor);
  if (!done.ok) return deskRefused(done, { values });
  return afterEdit(done.value, { state, intent: "insert", values });
}

const TEXT_IMAGE_WIDTH = 1280;

/** The title is the size, so that the text does not jump when the image comes. */
function markdownOf({ file, alt, width, height }: PageImage): string {
  const words = alt.replace(/[\\[\]]/g, "");
  return `![${words}](${paths.image(file, TEXT_IMAGE_WIDTH)} "${width}x${height}")`;
}

async function editSteps({ state, intent, values }: Sent, actor: DeskActor) {
  const edit = editIn(state, values);
  const [, version] = /^put-back ([1-9]\d{0,8})$/.exec(intent) ?? [];
  if (version) {
    const back = await putBackPage(edit, Number(version), actor);
    return afterStep(back, { state, intent: "put-back", values });
  }
  const [, file] = /^insert (\S{1,100})$/.exec(intent) ?? [];
  if (file) return inserted({ state, intent, values }, { file, actor });
  if (intent !== "save" && intent !== "publish") throw deskRefusal(refused("unknown-action"));
  const done = await (intent === "save" ? savePageDraft(edit, actor) : publishPage(edit, actor));
  if (!done.ok) return deskRefused(done, { values });
  return afterEdit(done.value, { state, intent, values });
}

function editIn(state: PageState, values: Values): PageEdit {
  const fields = FIELDS_OF_KIND[state.kind];
  const theirs = fields.filter((field) => values[`choose-${field}`] === "theirs");
  const chosen = Object.fromEntries(theirs.map((field) => [field, state.fields[field]]));
  return {
    ref: { kind: state.kind, key: state.key },
    typed: readPage(state.kind, { ...values, ...chosen }, state.fields satisfies PageFields),
    marks: marksIn(state, values),
  };
}

function marksIn({ kind }: PageState, values: Values): Values {
  return Object.fromEntries(FIELDS_OF_KIND[kind].map((field) => [field, values[`was-${field}`] ?? ""]));
}

type Stepped = Result<Readonly<{ isChanged: boolean }>, ShopErrorCode>;

function afterStep(done: Stepped, { state, intent: name, values }: Sent) {
  if (!done.ok) return deskRefused(done satisfies Refusal<ShopErrorCode>, { values });
  throw seeOther(deskPaths.pageOf(pageIdOf(state), { done: done.value.isChanged ? name : "before" }));
}

async function discarded({ state, values }: Sent, actor: DeskActor) {
  const done = await discardPageDraft(state, actor, marksIn(state, values));
  if (!done.ok) return deskRefused(done);
  const { isChanged, isGone } = done.value;
  if (isGone) throw seeOther(deskPaths.pages({ done: "discard" }));
  throw seeOther(deskPaths.pageOf(pageIdOf(state), { done: isChanged ? "discard" : "before" }));
}

function conflictIntent(intent: string): ConflictIntent {
  return intent === "publish" || intent === "hide" || intent === "show" ? intent : "save";
}

async function afterEdit(outcome: PageOutcome, { state, intent, values }: Sent) {
  if (outcome.kind === "invalid") return deskInvalid({ errors: outcome.errors, values });
  if (outcome.kind === "done")
    throw seeOther(deskPaths.pageOf(pageIdOf(state), { done: outcome.isChanged ? intent : "before" }));
  const conflict = await pageConflict(outcome, conflictIntent(intent));
  return json<PageFormAnswer>({ ...NO_DESK_ANSWER, conflict }, { status: 409 });
}

/** Requirement desk-43. */
import { transact } from "#app/db/db.server.ts";
import { redirectOldPath, lockRedirects } from "#app/models/catalogue/redirects/redirect.server.ts";
import {
  changedParts,
  FIELDS_OF_KIND,
  type ImageSize,
  pageChanges,
  type PageField,
  type PageFields,
  type PageRef,
} from "#app/models/content/page-fields.ts";
import type { Texts } from "#app/models/resource/field.ts";
import { mergeTyped } from "#app/models/resource/typed-merge.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { findPageValues } from "#app/models/shipping/shipping.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { ownContent } from "#app/services/content/content.server.ts";
import { uploadName } from "#app/services/images/upload-names.ts";

import { pageLabels, pageProblems } from "./page-form.ts";
import {
  findPageImageSize,
  notePublishedImages,
  type PageUpload,
  storePageImage,
} from "./page-images.server.ts";
import {
  findPageVersion,
  lockPages,
  notePageVersion,
  removeMadePage,
  writeDraft,
  writePublished,
} from "./page-rows.server.ts";
import {
  fileMarkOf,
  findPageState,
  isPageAddressTaken,
  pageAddressOf,
  pageIdOf,
  type PageState,
} from "./page-states.server.ts";

export type PageEdit = Readonly<{
  ref: PageRef;
  typed: PageFields;
  /** Of what the form showed; null overwrites what is there. */
  marks: Texts | null;
}>;

export type PageConflict = Readonly<{
  kind: "conflict";
  /** Fields that two have changed, with what they are now. Nothing is saved. */
  theirs: Texts;
  merged: PageFields;
  now: PageState;
}>;

export type PageOutcome =
  | PageConflict
  | Readonly<{ kind: "invalid"; errors: Texts }>
  | Readonly<{ kind: "done"; isChanged: boolean }>;

export type PageRefusal = "desk-not-allowed" | "not-found" | "content-elsewhere";
type Edited = Result<PageOutcome, PageRefusal>;
type Work<Value, Code extends string> = (state: PageState) => Promise<Result<Value, Code>>;

/** Nobody else changes pages meanwhile. */
export async function withPage<Value, Code extends string>(
  ref: PageRef,
  actor: DeskActor,
  work: Work<Value, Code>,
): Promise<Result<Value, Code | PageRefusal>> {
  if (!mayOf(actor)("edit-pages")) return refused("desk-not-allowed");
  if (!ownContent()) return refused("content-elsewhere");
  return transact<Result<Value, Code | PageRefusal>>(async () => {
    await lockPages();
    const state = await findPageState(ref);
    return state ? work(state) : refused("not-found");
  });
}

/** A new image is stored even if nothing else is saved, and becomes that of an article that has none. */
export async function savePageDraft(
  edit: PageEdit,
  actor: DeskActor,
  upload: PageUpload | null = null,
): Promise<Edited> {
  const today = await dayAtShop(actor.now);
  return withPage<PageOutcome, PageRefusal>(edit.ref, actor, async (state) => {
    if (upload) await storeUpload(state, upload, actor);
    const merge = mergedWith(state, edit);
    if (merge.kind === "conflict") return ok(merge);
    const merged = withUpload(state, merge.merged, upload);
    const errors = await problemsOf(state, merged, { isComplete: false, today });
    if (Object.keys(errors).length > 0) return ok({ kind: "invalid", errors });
    const isChanged = changedParts(pageChanges(state.fields, merged)).length > 0;
    await storeDraft(state, merged, actor);
    if (isChanged) await logPage(actor, { action: "page-drafted", state }, [state.fields, merged]);
    return ok({ kind: "done", isChanged });
  });
}

async function storeUpload(state: PageState, upload: PageUpload, actor: DeskActor): Promise<void> {
  await storePageImage(upload, actor.now);
  await writeDeskLog(actor, {
    action: "page-image-added",
    subject: { kind: "page", id: pageIdOf(state) },
    changes: { image: ["", shortened(upload.alt)] },
  });
}

function withUpload({ kind }: PageState, fields: PageFields, upload: PageUpload | null): PageFields {
  if (!upload || kind !== "article" || fields.image !== "") return fields;
  return { ...fields, image: uploadName(upload.hash), imageAlt: fields.imageAlt || upload.alt };
}

/** Visitors see it at once, whichever process answers them. */
export async function publishPage(edit: PageEdit, actor: DeskActor): Promise<Edited> {
  const today = await dayAtShop(actor.now);
  return withPage<PageOutcome, PageRefusal>(edit.ref, actor, async (state) => {
    const merge = mergedWith(state, edit);
    if (merge.kind === "conflict") return ok(merge);
    const { merged } = merge;
    const errors = await problemsOf(state, merged, { isComplete: true, today });
    if (Object.keys(errors).length > 0) return ok({ kind: "invalid", errors });
    const isChanged = changedParts(pageChanges(state.published, merged)).length > 0;
    if (isChanged) await publish(state, merged, { actor, today });
    await storeDraft({ ...state, published: merged }, merged, actor);
    return ok({ kind: "done", isChanged });
  });
}

type Publishing = Readonly<{ actor: DeskActor; today: string }>;

async function publish(state: PageState, after: PageFields, { actor, today }: Publishing): Promise<void> {
  const by = actorName(actor);
  await notePageVersion(state, { after, by, now: actor.now });
  const isAsFile = state.file !== null && changedParts(pageChanges(state.file.fields, after)).length === 0;
  await writePublished(state, {
    ...(isAsFile ? FOLLOWING : await ownText(state, after, today)),
    ...{ isHidden: state.isHidden, by, now: actor.now },
  });
  await notePublishedImages(after, actor.now);
  await redirectOldAddress(state, after, actor.now);
  await logPage(actor, { action: "page-published", state }, [state.published, after]);
}

/** The page shows its file again, and follows it. */
const FOLLOWING = { fields: null, fileMark: "", size: null, changedOn: null } as const;

async function ownText(state: PageState, fields: PageFields, today: string) {
  const fileMark = state.isEdited ? state.fileMark : state.file ? fileMarkOf(state.file.fields) : "";
  return { fields, fileMark, size: await sizeOf(state, fields), changedOn: today };
}

async function sizeOf(state: PageState, { image }: PageFields): Promise<ImageSize | null> {
  return state.kind === "article" ? findPageImageSize(image, state) : null;
}

/** An article's address goes by its number. */
async function redirectOldAddress(state: PageState, after: PageFields, now: Date): Promise<void> {
  const { kind, published, wasPublished } = state;
  if (kind === "article" || !wasPublished || published.slug === after.slug) return;
  await lockRedirects();
  await redirectOldPath(pageAddressOf(state, published), pageAddressOf(state, after), now);
}

type Merged = PageConflict | Readonly<{ kind: "merged"; merged: PageFields }>;

function mergedWith(state: PageState, { typed, marks }: PageEdit): Merged {
  const fields = FIELDS_OF_KIND[state.kind];
  const { merged, theirs } = mergeTyped<Texts>({
    typed: Object.fromEntries(fields.map((field) => [field, typed[field]])),
    now: state.fields,
    marks,
  });
  const all = merged as PageFields;
  return Object.keys(theirs).length > 0
    ? { kind: "conflict", theirs, merged: all, now: state }
    : { kind: "merged", merged: all };
}

type Rules = Readonly<{ isComplete: boolean; today: string }>;

async function problemsOf(state: PageState, fields: PageFields, rules: Rules): Promise<Texts> {
  const placeholders = await findPageValues();
  const errors: Record<string, string> = { ...pageProblems(state.kind, fields, { ...rules, placeholders }) };
  if (state.kind === "article") return { ...errors, ...(await imageProblem(state, fields)) };
  if (fields.slug === state.published.slug || errors["slug"]) return errors;
  if (state.isNeeded) return { ...errors, slug: NEEDED_WORDS };
  if (fields.slug !== "" && (await isPageAddressTaken(fields.slug, state.key)))
    return { ...errors, slug: TAKEN_WORDS };
  return errors;
}

const NEEDED_WORDS = "The law or links of the shop need this page at its address";
const TAKEN_WORDS = "Another page has this address, or had it";

async function imageProblem(state: PageState, fields: PageFields): Promise<Texts> {
  const isKnown = fields.image === "" || (await sizeOf(state, fields)) !== null;
  return isKnown ? {} : { image: "Choose one of the images" };
}

async function storeDraft(state: PageState, fields: PageFields, actor: DeskActor): Promise<void> {
  const changes = pageChanges(state.published, fields);
  await writeDraft(state, { changes, by: actorName(actor), now: actor.now });
}

export type PageStep = Readonly<{ isChanged: boolean }>;

type Discarded = PageStep & Readonly<{ isGone: boolean }>;
type DiscardRefusal = PageRefusal | "desk-draft-changed";

/**
 * A page that was never published goes with it, and `isGone` says so. Refused if a field is not as `marks` say that it
 * was shown; null discards whatever is there.
 */
export async function discardPageDraft(
  ref: PageRef,
  actor: DeskActor,
  marks: Texts | null = null,
): Promise<Result<Discarded, DiscardRefusal>> {
  return withPage<Discarded, DiscardRefusal>(ref, actor, async (state) => {
    if (marks && hasChangedSince(marks, state)) return refused("desk-draft-changed");
    const isChanged = changedParts(state.changes).length > 0 || !state.wasPublished;
    if (state.wasPublished) await storeDraft(state, state.published, actor);
    else await removeMadePage(state);
    if (isChanged) await logPage(actor, { action: "page-discarded", state }, [state.fields, state.published]);
    return ok({ isChanged, isGone: !state.wasPublished });
  });
}

function hasChangedSince(marks: Texts, { kind, fields }: PageState): boolean {
  const now = textMarks(fields);
  return FIELDS_OF_KIND[kind].some((field) => marks[field] !== now[field]);
}

type PutBack = Result<PageStep, PageRefusal | "desk-draft-first" | "desk-version-gone">;

/** Refused while anything is unpublished, so that nothing is overwritten. */
export async function putBackPage(
  edit: PageEdit | PageRef,
  versionId: number,
  actor: DeskActor,
): Promise<PutBack> {
  const ref = "ref" in edit ? edit.ref : edit;
  return withPage<PageStep, PageRefusal | "desk-draft-first" | "desk-version-gone">(
    ref,
    actor,
    async (state) => {
      const open =
        "ref" in edit ? mergedWith(state, edit) : { kind: "merged" as const, merged: state.fields };
      if (open.kind === "conflict" || changedParts(pageChanges(state.published, open.merged)).length > 0)
        return refused("desk-draft-first");
      const version = await findPageVersion(state, versionId);
      if (!version) return refused("desk-version-gone");
      const fields = { ...version, slug: state.isNeeded ? state.published.slug : version.slug };
      return draftOf(state, fields, { actor, action: "page-put-back" });
    },
  );
}

/** `action` is its name in the log. */
export async function draftOf(
  state: PageState,
  fields: PageFields,
  { actor, action }: Readonly<{ actor: DeskActor; action: DeskAction }>,
): Promise<Result<PageStep, never>> {
  const isChanged = changedParts(pageChanges(state.published, fields)).length > 0;
  await storeDraft(state, fields, actor);
  if (isChanged) await logPage(actor, { action, state }, [state.published, fields]);
  return ok({ isChanged });
}

/** Empty for the shop's own commands. */
export function actorName({ staff }: DeskActor): string {
  return staff?.name ?? "";
}

export async function dayAtShop(now: Date): Promise<string> {
  return localTime(now, (await findStore()).timeZone).day;
}

const LOGGED_CHARACTERS = 200;

/** Of the text of a page the log has its length: it is in the versions. */
async function logPage(
  actor: DeskActor,
  { action, state }: Readonly<{ action: DeskAction; state: PageState }>,
  [before, after]: readonly [PageFields, PageFields],
): Promise<void> {
  const labels = pageLabels(state.kind);
  const text = (field: PageField, fields: PageFields) =>
    field === "body" ? `${fields.body.length} characters` : shortened(fields[field]);
  const changes = changedParts(pageChanges(before, after)).map((field) => [
    field === "body" ? "text" : labels[field].toLowerCase(),
    [text(field, before), text(field, after)] as const,
  ]);
  await writeDeskLog(actor, {
    action,
    subject: { kind: "page", id: pageIdOf(state) },
    changes: Object.fromEntries(changes) as Record<string, readonly [string, string]>,
  });
}

function shortened(text: string): string {
  return text.length > LOGGED_CHARACTERS ? `${text.slice(0, LOGGED_CHARACTERS)}…` : text;
}

/** Requirement desk-43. */
import { db, transact } from "#app/db/db.server.ts";
import {
  changedParts,
  NO_PAGE_FIELDS,
  pageChanges,
  type PageFields,
  type PageKind,
  type PageRef,
} from "#app/models/content/page-fields.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { slugOf } from "#app/models/shared/slug.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { ownContent } from "#app/services/content/content.server.ts";

import { PAGE_LIMITS } from "./page-form.ts";
import { lockPages, pageMadeBy, writeDraft, writeMadePage, writePublished } from "./page-rows.server.ts";
import {
  fileMarkOf,
  isPageAddressTaken,
  listPageStates,
  pageIdOf,
  type PageState,
} from "./page-states.server.ts";
import {
  draftOf,
  actorName,
  type PageRefusal,
  type PageStep,
  dayAtShop,
  withPage,
} from "./page-steps.server.ts";

export type NewPage = Readonly<{
  kind: PageKind;
  title: string;
  /** The form's key: a second request with the same key changes nothing. */
  requestKey: string;
}>;

type Made = Result<PageRef, "desk-not-allowed" | "content-elsewhere" | "page-address-taken">;

/** Its address comes from the title and can be changed until it is published. */
export async function makePage({ kind, title, requestKey }: NewPage, actor: DeskActor): Promise<Made> {
  if (!mayOf(actor)("edit-pages")) return refused("desk-not-allowed");
  if (!ownContent()) return refused("content-elsewhere");
  const day = await dayAtShop(actor.now);
  return transact<Made>(async () => {
    await lockPages();
    const before = await pageMadeBy(requestKey);
    if (before) return ok(before);
    const slug = slugOf(slugOf(title).slice(0, PAGE_LIMITS.slug));
    if (kind === "information" && (slug === "" || (await isPageAddressTaken(slug, null))))
      return refused("page-address-taken");
    const ref: PageRef = { kind, key: kind === "article" ? await freeArticleId() : slug };
    await writeMadePage({ ...ref, requestKey, by: actorName(actor), now: actor.now });
    const fields: PageFields = {
      ...NO_PAGE_FIELDS,
      ...{ title, slug },
      ...(kind === "article" ? { day, author: actorName(actor) } : {}),
    };
    const changes = pageChanges(NO_PAGE_FIELDS, fields);
    await writeDraft(ref, { changes, by: actorName(actor), now: actor.now });
    await writeDeskLog(actor, {
      action: "page-made",
      subject: { kind: "page", id: pageIdOf(ref) },
      changes: { title: ["", title] },
    });
    return ok(ref);
  });
}

/** With a letter, so that no file of a later version of the shop has it. A number that was discarded is not used again. */
async function freeArticleId(): Promise<string> {
  const present = ((await listPageStates()) ?? []).map(pageIdOf);
  const numbers = [...present, ...(await loggedArticles())].map((id) =>
    Number(/^article\/d(\d{1,9})$/.exec(id)?.[1] ?? 0),
  );
  return `d${numbers.reduce((one, other) => Math.max(one, other), 0) + 1}`;
}

/** Ids of articles that were made at the desk, as far back as its log goes. */
async function loggedArticles(): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("desk_log")
    .select("subject_id")
    .where("action", "=", "page-made")
    .where("subject_id", "like", "article/d%")
    .execute();
  return rows.map((row) => row.subject_id);
}

type Shown = Result<PageStep, PageRefusal | "page-needed" | "page-never-published">;

/** Its address answers 404, and no list names it. */
export async function hidePage(ref: PageRef, actor: DeskActor): Promise<Shown> {
  return stand(ref, { actor, isHidden: true });
}

export async function showPage(ref: PageRef, actor: DeskActor): Promise<Shown> {
  return stand(ref, { actor, isHidden: false });
}

async function stand(
  ref: PageRef,
  { actor, isHidden }: Readonly<{ actor: DeskActor; isHidden: boolean }>,
): Promise<Shown> {
  return withPage<PageStep, PageRefusal | "page-needed" | "page-never-published">(
    ref,
    actor,
    async (state) => {
      if (isHidden && state.isNeeded) return refused("page-needed");
      if (!state.wasPublished) return refused("page-never-published");
      if (state.isHidden === isHidden) return ok({ isChanged: false });
      await writeStanding(state, { isHidden }, actor);
      await writeDeskLog(actor, {
        action: isHidden ? "page-hidden" : "page-shown",
        subject: { kind: "page", id: pageIdOf(state) },
      });
      return ok({ isChanged: true });
    },
  );
}

type Standing = Readonly<{ isHidden?: boolean; fileMark?: string }>;

async function writeStanding(
  state: PageState,
  { isHidden = state.isHidden, fileMark = state.fileMark }: Standing,
  actor: DeskActor,
): Promise<void> {
  await writePublished(state, {
    ...{ isHidden, fileMark, size: state.size, by: actorName(actor), now: actor.now },
    fields: state.isEdited ? state.published : null,
    changedOn: state.isEdited ? state.changedOn : null,
  });
}

type FileStep = Result<PageStep, PageRefusal | "page-file-unchanged" | "desk-draft-first">;

/** Once published, the page follows its file again. */
export async function takePageFile(ref: PageRef, actor: DeskActor): Promise<FileStep> {
  return withPage<PageStep, PageRefusal | "page-file-unchanged" | "desk-draft-first">(
    ref,
    actor,
    async (state) => {
      if (!state.file || !state.isEdited) return refused("page-file-unchanged");
      if (changedParts(state.changes).length > 0) return refused("desk-draft-first");
      return draftOf(state, state.file.fields, { actor, action: "page-file-taken" });
    },
  );
}

/** Notes that the file was looked at as it is now. */
export async function passPageFile(ref: PageRef, actor: DeskActor): Promise<FileStep> {
  return withPage<PageStep, PageRefusal | "page-file-unchanged" | "desk-draft-first">(
    ref,
    actor,
    async (state) => {
      if (!state.file || !state.hasFileChanged) return refused("page-file-unchanged");
      await writeStanding(state, { fileMark: fileMarkOf(state.file.fields) }, actor);
      await writeDeskLog(actor, {
        action: "page-file-passed",
        subject: { kind: "page", id: pageIdOf(state) },
      });
      return ok({ isChanged: true });
    },
  );
}

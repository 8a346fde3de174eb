/** Call it in the transaction of the change. */
import { db } from "#app/db/db.server.ts";
import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import {
  changedParts,
  type ImageSize,
  type PageFields,
  type PageKind,
  type PageRef,
} from "#app/models/content/page-fields.ts";
import { ownContent } from "#app/services/content/content.server.ts";

import type { PageState } from "./page-states.server.ts";

/** Two who change pages at once do so one after the other. */
export async function lockPages(): Promise<void> {
  await db()
    .updateTable("content_version")
    .set((row) => ({ version: row.ref("version") }))
    .modifyEnd(notifiedByWriter)
    .execute();
}

/** Tells every process that visitors are shown something else. */
export async function bumpContentVersion(): Promise<void> {
  await db()
    .updateTable("content_version")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute();
}

type Publication = Readonly<{
  /** Null: as the file has them, or never published. */
  fields: PageFields | null;
  isHidden: boolean;
  fileMark: string;
  size: ImageSize | null;
  changedOn: string | null;
  by: string;
  now: Date;
}>;

export async function writePublished({ kind, key }: PageRef, page: Publication): Promise<void> {
  const values = {
    fields: page.fields && JSON.stringify(page.fields),
    ...{ is_hidden: page.isHidden ? 1 : 0, file_mark: page.fileMark, changed_on: page.changedOn },
    ...{ image_width: page.size?.width ?? null, image_height: page.size?.height ?? null },
    ...{ staff_name: page.by, changed_at: page.now.toISOString() },
  };
  await db()
    .insertInto("published_pages")
    .values({ page_kind: kind, page_key: key, is_made: 0, request_key: null, ...values })
    .onConflict((row) => row.columns(["page_kind", "page_key"]).doUpdateSet(values))
    .execute();
  await bumpContentVersion();
}

export type MadePage = PageRef & Readonly<{ requestKey: string; by: string; now: Date }>;

/** False: the form was sent before. */
export async function writeMadePage({ kind, key, requestKey, by, now }: MadePage): Promise<boolean> {
  const row = await db()
    .insertInto("published_pages")
    .values({
      ...{ page_kind: kind, page_key: key, is_made: 1, request_key: requestKey, fields: null, is_hidden: 0 },
      ...{ file_mark: "", image_width: null, image_height: null, changed_on: null },
      ...{ staff_name: by, changed_at: now.toISOString() },
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("page_key")
    .executeTakeFirst();
  return row !== undefined;
}

export async function pageMadeBy(requestKey: string): Promise<PageRef | null> {
  const row = await db()
    .selectFrom("published_pages")
    .select(["page_kind", "page_key"])
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
  return row ? { kind: row.page_kind, key: row.page_key } : null;
}

export async function removeMadePage({ kind, key }: PageRef): Promise<void> {
  await db().deleteFrom("page_drafts").where("page_kind", "=", kind).where("page_key", "=", key).execute();
  await db()
    .deleteFrom("published_pages")
    .where("page_kind", "=", kind)
    .where("page_key", "=", key)
    .where("is_made", "=", 1)
    .where("fields", "is", null)
    .execute();
}

type Draft = Readonly<{ changes: Partial<PageFields>; by: string; now: Date }>;

/** A draft without changes goes. */
export async function writeDraft({ kind, key }: PageRef, { changes, by, now }: Draft): Promise<void> {
  await db().deleteFrom("page_drafts").where("page_kind", "=", kind).where("page_key", "=", key).execute();
  if (changedParts(changes).length === 0) return;
  await db()
    .insertInto("page_drafts")
    .values({
      ...{ page_kind: kind, page_key: key, changes: JSON.stringify(changes) },
      ...{ staff_name: by, updated_at: now.toISOString() },
    })
    .execute();
}

export type PageVersion = Readonly<{
  id: number;
  fields: PageFields;
  /** Empty for a file and for the shop's own commands. */
  by: string;
  /** ISO 8601, UTC. */
  at: string;
}>;

export async function listPageVersions(
  { kind, key }: PageRef,
  limit: number,
): Promise<ReadonlyArray<PageVersion>> {
  const rows = await db()
    .selectFrom("page_versions")
    .selectAll()
    .where("page_kind", "=", kind)
    .where("page_key", "=", key)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, fields, staff_name: by, published_at: at }) => ({
    ...{ id, by, at },
    fields: JSON.parse(fields) as PageFields,
  }));
}

export async function findPageVersion({ kind, key }: PageRef, id: number): Promise<PageFields | null> {
  const row = await db()
    .selectFrom("page_versions")
    .select("fields")
    .where("id", "=", id)
    .where("page_kind", "=", kind)
    .where("page_key", "=", key)
    .executeTakeFirst();
  return row ? (JSON.parse(row.fields) as PageFields) : null;
}

/** Before the first one also what was there until then. */
export async function notePageVersion(
  state: PageState,
  { after, by, now }: Readonly<{ after: PageFields; by: string; now: Date }>,
): Promise<void> {
  const [last] = await listPageVersions(state, 1);
  const isStored = last !== undefined && JSON.stringify(last.fields) === JSON.stringify(state.published);
  const before = { fields: state.published, by: "", at: `${state.changedOn}T00:00:00.000Z` };
  const versions = [
    ...(isStored || !state.wasPublished ? [] : [before]),
    { fields: after, by, at: now.toISOString() },
  ];
  for (const { fields, by: name, at } of versions)
    await db()
      .insertInto("page_versions")
      .values({
        ...{ page_kind: state.kind, page_key: state.key, fields: JSON.stringify(fields) },
        ...{ staff_name: name, published_at: at },
      })
      .execute();
}

const VERSION_MS = 730 * 86_400_000;

/** Deletes versions that a newer one replaced two years before `now`. Safe to repeat. */
export async function cleanUpPageVersions(now: Date): Promise<void> {
  const before = new Date(now.getTime() - VERSION_MS).toISOString();
  await db()
    .deleteFrom("page_versions")
    .where("id", "in", (query) =>
      query
        .selectFrom("page_versions as old")
        .innerJoin("page_versions as newer", (join) =>
          join
            .onRef("newer.page_kind", "=", "old.page_kind")
            .onRef("newer.page_key", "=", "old.page_key")
            .onRef("newer.id", ">", "old.id"),
        )
        .select("old.id")
        .where("newer.published_at", "<=", before),
    )
    .execute();
}

/** What an article or a page can stand under: the topics of the journal, or the headings in menus. */
export async function listPageSections(
  kind: PageKind,
): Promise<ReadonlyArray<Readonly<{ value: string; text: string }>>> {
  const own = ownContent();
  if (!own) return [];
  if (kind === "article")
    return (await own.choices()).sections.map(({ slug, name }) => ({ value: slug, text: name }));
  const pages = (await own.filePages()).filter((page) => page.kind === "information");
  return [...new Set(pages.map(({ fields }) => fields.section))].map((name) => ({ value: name, text: name }));
}

import { CompiledQuery, type Kysely, type Selectable } from "kysely";

import { dataVersionForGuest } from "#app/db/data-version.server.ts";
import { db, primaryDb } from "#app/db/db.server.ts";
import { prepareStatement } from "#app/db/prepared-statements.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { PageFields, PublishedPage } from "#app/models/content/page-fields.ts";

export type PageEdits = Readonly<{
  version: number;
  pages: ReadonlyArray<PublishedPage>;
  order: ReadonlyArray<string>;
}>;

const VERSION = CompiledQuery.raw('select "version" from "content_version"');
prepareStatement(VERSION.sql);

type Known = Readonly<{ source: Kysely<Database>; data: string; edits: PageEdits }>;

let known: Known | null = null;

/** The database is read only when something in it has changed; while it is away, the last edits stay. */
export async function findPageEdits(): Promise<PageEdits> {
  const source = primaryDb();
  const before = known?.source === source ? known : null;
  // What a transaction has written may be rolled back.
  if (db().isTransaction) return before?.edits ?? readEdits(await readVersion());
  try {
    known = await look(source, before);
    return known.edits;
  } catch (error) {
    if (before) return before.edits;
    throw error;
  }
}

async function look(source: Kysely<Database>, before: Known | null): Promise<Known> {
  const data = await dataVersionForGuest();
  if (before?.data === data) return before;
  const version = await readVersion();
  const edits = before?.edits.version === version ? before.edits : await readEdits(version);
  return { source, data, edits };
}

async function readVersion(): Promise<number> {
  const { rows } = await db().executeQuery<{ version: number }>(VERSION);
  return rows[0]?.version ?? 0;
}

/** After the version: rows that change meanwhile are read again. */
async function readEdits(version: number): Promise<PageEdits> {
  const [rows, order] = await Promise.all([
    db().selectFrom("published_pages").selectAll().execute(),
    readPageOrder(),
  ]);
  return { version, pages: rows.map(publishedPageOf), order };
}

export async function readPageOrder(): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("page_order").select("page_key").orderBy("place").execute();
  return rows.map(({ page_key: key }) => key);
}

function publishedPageOf(row: Selectable<Database["published_pages"]>): PublishedPage {
  const { image_width: width, image_height: height } = row;
  return {
    ...{ kind: row.page_kind, key: row.page_key, changedOn: row.changed_on },
    fields: row.fields === null ? null : (JSON.parse(row.fields) as PageFields),
    isHidden: row.is_hidden === 1,
    size: width !== null && height !== null ? { width, height } : null,
  };
}

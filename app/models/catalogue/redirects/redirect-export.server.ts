import { db } from "#app/db/db.server.ts";
import { EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";

export const REDIRECT_COLUMNS = ["from", "to", "made by", "made at"] as const;

export async function* exportRedirects(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  for (let last = ""; ;) {
    const rows = await db()
      .selectFrom("redirects")
      .selectAll()
      .where("from_path_key", ">", last)
      .orderBy("from_path_key")
      .limit(EXPORT_BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ from_path: from, to_path: to, source, created_at: at }) => ({
      ...{ from, to, "made by": source, "made at": at },
    }));
    last = rows.at(-1)?.from_path_key ?? last;
  }
}

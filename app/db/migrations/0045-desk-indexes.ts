/** The desk's log is narrowed down, newest first, and the parcels of a day are counted, without reading whole tables. */
import { type Migrating, run } from "./ddl.ts";

export async function addDeskIndexes(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX desk_log_about ON desk_log (subject_id, id)",
    "CREATE INDEX desk_log_action ON desk_log (action, id)",
    "CREATE INDEX desk_log_person ON desk_log (staff_id, id)",
    "CREATE INDEX desk_log_person_action ON desk_log (staff_id, action, id)",
    "CREATE INDEX desk_log_days ON desk_log (created_at, id)",
    "CREATE INDEX shipments_days ON shipments (shipped_at, order_id)",
  ]);
}

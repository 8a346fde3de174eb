/**
 * The desk's log has every change of the settings: what commands have changed was in a list of its own, whose other rows
 * the log has already. The build before writes that list until it is gone; the next deploy drops it.
 */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    `INSERT INTO desk_log (staff_id, staff_name, role, action, subject_kind, subject_id, changes, reason, amount_minor,
       currency, request_key, factor, session_id, device, address_hash, created_at)
     SELECT NULL, '', '', 'settings-changed', 'settings', group_key, changes, '', NULL, NULL, '', '', '', '', '',
       changed_at
     FROM setting_versions WHERE staff_name = '' ORDER BY id`,
  ]);
}

/** A change of several products by one rule is listed and undone like a file. The build before reads its own tables. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE file_imports ADD COLUMN request_key TEXT",
    "CREATE UNIQUE INDEX file_imports_request ON file_imports (request_key)",
    `INSERT INTO file_imports
       (kind, file_name, staff_name, state, needs_code, has_prices, unread, created_at, applied_at, undone_by,
        undone_at, request_key)
     SELECT kind, title, staff_name, CASE WHEN taken_back_at IS NULL THEN 'applied' ELSE 'undone' END, needs_code,
       CASE WHEN kind = 'visibility' THEN 0 ELSE 1 END, '[]', changed_at, changed_at, taken_back_by,
       taken_back_at, request_key
     FROM bulk_changes ORDER BY id`,
    // These texts are amounts, days and single words, so that they are JSON as they are.
    `INSERT INTO file_import_lines
       (import_id, line, subject, name, title, cells, outcome, changes, reason, left_because)
     SELECT file_imports.id, products.id, CAST(products.id AS TEXT), products.sku, products.name, '{}', 'changed',
       '{"' || bulk_changes.kind || '":["' || before_text || '","' || after_text || '"]}', '', left_because
     FROM bulk_change_lines
     JOIN bulk_changes ON bulk_changes.id = change_id
     JOIN file_imports ON file_imports.request_key = bulk_changes.request_key
     JOIN products ON products.id = product_id`,
  ]);
}

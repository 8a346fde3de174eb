import { isSqlite } from "#app/db/is-sqlite.ts";
import { type Migrating, run } from "#app/db/migrations/ddl.ts";

/** Rows of the audit log can be added, and neither changed nor deleted. */
export async function protectAuditLog(db: Migrating): Promise<void> {
  await run(db, isSqlite(db) ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS);
}

/** Rows of the desk's log end with their period, and are never changed. */
export async function protectDeskLog(db: Migrating): Promise<void> {
  await run(db, [
    isSqlite(db)
      ? `CREATE TRIGGER desk_log_no_update BEFORE UPDATE ON desk_log
         BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`
      : `CREATE TRIGGER desk_log_no_update BEFORE UPDATE ON desk_log
         FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  ]);
}

/** For tests that start from nothing. */
export async function unprotectAuditLog(db: Migrating): Promise<void> {
  const end = isSqlite(db) ? "" : " ON audit_log";
  await run(db, [
    `DROP TRIGGER IF EXISTS audit_log_no_update${end}`,
    `DROP TRIGGER IF EXISTS audit_log_no_delete${end}`,
  ]);
}

const SQLITE_TRIGGERS = ["update", "delete"].map(
  (verb) =>
    `CREATE TRIGGER audit_log_no_${verb} BEFORE ${verb.toUpperCase()} ON audit_log
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
);

const POSTGRES_TRIGGERS = [
  `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
  ...["update", "delete"].map(
    (verb) =>
      `CREATE TRIGGER audit_log_no_${verb} BEFORE ${verb.toUpperCase()} ON audit_log
       FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  ),
];

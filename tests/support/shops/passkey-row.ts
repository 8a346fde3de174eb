import type { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

/** Above 2^31: PostgreSQL stores it in 64 bits, and a client can give it as text. */
const COUNTER = 3_000_000_000;

/** Somebody at the desk with a passkey, the one number of 64 bits that a copy of the shop holds. */
export function insertPasskeyRow(database: SqliteDatabase): void {
  database.exec(`
    INSERT INTO staff (id, email, email_key, name, role, refund_limit_minor, created_at)
    VALUES ('staff_copy', 'a@copy.example', 'a@copy.example', 'A', 'owner', 0, '2026');
    INSERT INTO passkeys
      (id, staff_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
    VALUES ('passkey_copy', 'staff_copy', 'abc', 'def', ${COUNTER}, '[]', 0, 'Phone', '2026')`);
}

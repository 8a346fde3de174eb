/** Keys of authenticator apps as they are stored (decision 0058). */
import { db } from "#app/db/db.server.ts";
import { decrypt, encrypt, hasEncryptionKey, isAsStoredNow } from "#app/db/encryption.server.ts";

/** No row opens for somebody else. */
const ownerOf = (staffId: string) => `authenticator app of ${staffId}`;

export function asStored(secret: string, staffId: string): string {
  return encrypt(secret, ownerOf(staffId));
}

/** Null where it was encrypted by a key that is not there. */
export function fromStored(stored: string, staffId: string): string | null {
  return decrypt(stored, ownerOf(staffId));
}

function storedKeys() {
  return db()
    .selectFrom("staff_factors")
    .select(["id", "staff_id", "secret"])
    .where("kind", "=", "totp")
    .execute();
}

/** What is in clear, or of an earlier key, is encrypted by the first. What no key opens stays. */
export async function encryptStoredKeys(): Promise<void> {
  if (!hasEncryptionKey()) return;
  for (const { id, staff_id: staffId, secret: stored } of await storedKeys()) {
    const secret = fromStored(stored, staffId);
    if (secret === null || isAsStoredNow(stored)) continue;
    await db()
      .updateTable("staff_factors")
      .set({ secret: asStored(secret, staffId) })
      .where("id", "=", id)
      .where("secret", "=", stored)
      .execute();
  }
}

export type StoredKeys = Readonly<{
  isEncrypting: boolean;
  /** In clear though there is a key, or of an earlier one. */
  waiting: number;
  unreadable: number;
}>;

/** Of all apps at the desk. */
export async function countStoredKeys(): Promise<StoredKeys> {
  const rows = await storedKeys();
  const unreadable = rows.filter(({ staff_id: staffId, secret }) => fromStored(secret, staffId) === null);
  const waiting = rows.filter((row) => !unreadable.includes(row) && !isAsStoredNow(row.secret));
  return { isEncrypting: hasEncryptionKey(), waiting: waiting.length, unreadable: unreadable.length };
}

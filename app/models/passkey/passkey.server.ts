import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type Passkey, type PasskeyOwner, PASSKEYS_MAX, type PasskeyRefusal } from "./passkey.ts";
import type { NewPasskey, UsedPasskey } from "./webauthn.server.ts";

type PasskeyRow = Selectable<Database["passkeys"]>;

function ownerOf(owner: PasskeyOwner) {
  return "staffId" in owner
    ? ({ column: "staff_id", id: owner.staffId } as const)
    : ({ column: "customer_id", id: owner.customerId } as const);
}

export async function passkeyRowsOf(owner: PasskeyOwner): Promise<ReadonlyArray<PasskeyRow>> {
  const { column, id } = ownerOf(owner);
  return db()
    .selectFrom("passkeys")
    .selectAll()
    .where(column, "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function listPasskeys(owner: PasskeyOwner): Promise<ReadonlyArray<Passkey>> {
  return (await passkeyRowsOf(owner)).map((row) => ({
    id: row.id,
    name: row.name,
    isBackedUp: row.backed_up === 1,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
}

/** Call it in the transaction of its log. */
export async function insertPasskey(
  owner: PasskeyOwner,
  { name, ...made }: NewPasskey & Readonly<{ name: string }>,
  now: Date,
): Promise<Result<string, "passkey-known" | "passkey-too-many">> {
  const { column, id: ownerId } = ownerOf(owner);
  if ((await passkeyRowsOf(owner)).length >= PASSKEYS_MAX)
    return refused("passkey-too-many", { maximum: PASSKEYS_MAX });
  const id = newId("passkey");
  const stored = await db()
    .insertInto("passkeys")
    .values({
      id,
      staff_id: null,
      customer_id: null,
      [column]: ownerId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: JSON.stringify(made.transports),
      backed_up: made.isBackedUp ? 1 : 0,
      name,
      created_at: now.toISOString(),
      used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return stored ? ok(id) : refused("passkey-known");
}

/**
 * Of two answers with the same count one is taken, and none with a lower count than the last; call it in the
 * transaction of what the passkey opens.
 */
export async function notePasskeyUse(used: UsedPasskey, now: Date): Promise<Result<null, PasskeyRefusal>> {
  const noted = await db()
    .updateTable("passkeys")
    .set({ counter: used.counter, backed_up: used.isBackedUp ? 1 : 0, used_at: now.toISOString() })
    .where("id", "=", used.id)
    .$if(used.counter > 0, (rows) => rows.where("counter", "<", used.counter))
    .$if(used.counter === 0, (rows) => rows.where("counter", "=", 0))
    .returning("id")
    .executeTakeFirst();
  return noted ? ok(null) : refused("passkey-counter");
}

export async function renamePasskey(owner: PasskeyOwner, id: string, name: string): Promise<string | null> {
  const before = (await passkeyRowsOf(owner)).find((row) => row.id === id);
  if (!before) return null;
  await db().updateTable("passkeys").set({ name }).where("id", "=", id).execute();
  return before.name;
}

export async function deletePasskey(owner: PasskeyOwner, id: string): Promise<string | null> {
  const { column, id: ownerId } = ownerOf(owner);
  const row = await db()
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where(column, "=", ownerId)
    .returning("name")
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function dropPasskeys(owner: PasskeyOwner): Promise<void> {
  const { column, id } = ownerOf(owner);
  await db().deleteFrom("passkeys").where(column, "=", id).execute();
}

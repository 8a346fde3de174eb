import { hash, verify } from "@node-rs/argon2";

import { db } from "#app/db/db.server.ts";
import { PASSWORD_COST } from "#app/models/customer/password-hash.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";
import { pastedCode } from "#app/models/shared/text.ts";

import { RECOVERY_CODES } from "./staff.ts";

/** Without letters that are taken for digits. 50 bits, so that they can be written down: they are hashed as passwords. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 10;

/** In place of the earlier ones. They are shown once; the table has their hashes. */
export async function renewRecoveryCodes(staffId: StaffId, now: Date): Promise<ReadonlyArray<string>> {
  await db()
    .deleteFrom("staff_factors")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "recovery")
    .execute();
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes = await Promise.all(codes.map((code) => hash(plainCode(code), PASSWORD_COST)));
  const at = now.toISOString();
  await db()
    .insertInto("staff_factors")
    .values(
      hashes.map((secret) => ({
        ...{ id: newId("factor"), staff_id: staffId, kind: "recovery" as const, secret },
        ...{ created_at: at, confirmed_at: at, used_at: null },
      })),
    )
    .execute();
  return codes;
}

/** Null for a wrong or used code. Takes a while for every text that could be one. */
export async function findRecoveryCode(staffId: StaffId, typed: string): Promise<string | null> {
  const code = plainCode(typed);
  if (code.length !== LENGTH) return null;
  const rows = await db()
    .selectFrom("staff_factors")
    .select(["id", "secret"])
    .where("staff_id", "=", staffId)
    .where("kind", "=", "recovery")
    .where("used_at", "is", null)
    .execute();
  const matches = await Promise.all(rows.map(({ secret }) => verify(secret, code)));
  return rows.find((_, index) => matches[index])?.id ?? null;
}

export async function takeRecoveryCode(id: string, now: Date): Promise<boolean> {
  const taken = await db()
    .updateTable("staff_factors")
    .set({ used_at: now.toISOString() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

function newCode(): string {
  const characters = Array.from(
    { length: LENGTH },
    () => ALPHABET[randomness().integer(0, ALPHABET.length)],
  ).join("");
  return `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}`;
}

function plainCode(typed: string): string {
  return pastedCode(typed)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

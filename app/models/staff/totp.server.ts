/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). */
import { Secret, TOTP } from "otpauth";

import { db } from "#app/db/db.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";

import { asStored, fromStored } from "./stored-key.server.ts";

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one: a clock may be half a minute wrong. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const SIX_DIGITS = /^\d{6}$/;

function generator(secret: string, account: Readonly<{ issuer: string; label: string }>): TOTP {
  return new TOTP({
    ...account,
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** The new key counts once its first code was typed; an earlier one that was never confirmed goes. */
export async function startTotp(staffId: StaffId, now: Date): Promise<void> {
  await dropTotpSetup(staffId);
  const secret = new Secret({ buffer: new Uint8Array(randomness().bytes(SECRET_BYTES)).buffer });
  await db()
    .insertInto("staff_factors")
    .values({
      ...{ id: newId("factor"), staff_id: staffId, kind: "totp", secret: asStored(secret.base32, staffId) },
      ...{ created_at: now.toISOString(), confirmed_at: null, used_at: null },
    })
    .execute();
}

/** Also a key that is being set up; `exceptId` stays. */
export async function dropTotp(staffId: StaffId, exceptId = ""): Promise<void> {
  await db()
    .deleteFrom("staff_factors")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "totp")
    .where("id", "<>", exceptId)
    .execute();
}

export async function dropTotpSetup(staffId: StaffId): Promise<void> {
  await db()
    .deleteFrom("staff_factors")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "totp")
    .where("confirmed_at", "is", null)
    .execute();
}

export type TotpSetup = Readonly<{
  /** Base32, to be typed where no camera is. */
  secret: string;
  /** "otpauth://totp/…" for the QR code. */
  uri: string;
}>;

export async function findTotpSetup(
  staffId: StaffId,
  account: Readonly<{ issuer: string; label: string }>,
): Promise<TotpSetup | null> {
  const row = await db()
    .selectFrom("staff_factors")
    .select("secret")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "totp")
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  const secret = row ? fromStored(row.secret, staffId) : null;
  return secret === null ? null : { secret, uri: generator(secret, account).toString() };
}

/** True once for a code. `isSetUp` false: it confirms the key that is being set up. Call it in a transaction. */
export async function takeTotpCode(
  staffId: StaffId,
  { code, isSetUp }: Readonly<{ code: string; isSetUp: boolean }>,
  now: Date,
): Promise<boolean> {
  if (!SIX_DIGITS.test(code)) return false;
  const row = await db()
    .selectFrom("staff_factors")
    .select(["id", "secret"])
    .where("staff_id", "=", staffId)
    .where("kind", "=", "totp")
    .where("confirmed_at", isSetUp ? "is not" : "is", null)
    .executeTakeFirst();
  const secret = row ? fromStored(row.secret, staffId) : null;
  if (!row || secret === null) return false;
  const timestamp = now.getTime();
  const totp = generator(secret, { issuer: "", label: "" });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  // The new app takes the place of an earlier one.
  if (!isSetUp) await dropTotp(staffId, row.id);
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const taken = await db()
    .updateTable("staff_factors")
    .set({ last_step: step, ...(isSetUp ? {} : { confirmed_at: now.toISOString() }) })
    .where("id", "=", row.id)
    .where("last_step", "<", step)
    .where("confirmed_at", isSetUp ? "is not" : "is", null)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

export type Factors = Readonly<{
  hasTotp: boolean;
  /** False where the key of the app was encrypted by one that AUTHENTICATOR_KEYS does not hold: no code can be checked. */
  isTotpReadable: boolean;
  codesLeft: number;
}>;

export async function factorsOf(staffId: StaffId): Promise<Factors> {
  const rows = await db()
    .selectFrom("staff_factors")
    .select(["kind", "secret", "confirmed_at", "used_at"])
    .where("staff_id", "=", staffId)
    .execute();
  const app = rows.find(({ kind, confirmed_at }) => kind === "totp" && confirmed_at !== null);
  return {
    hasTotp: app !== undefined,
    isTotpReadable: app !== undefined && fromStored(app.secret, staffId) !== null,
    codesLeft: rows.filter(({ kind, used_at }) => kind === "recovery" && used_at === null).length,
  };
}

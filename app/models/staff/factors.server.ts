import { db } from "#app/db/db.server.ts";
import { dropPasskeys, listPasskeys } from "#app/models/passkey/passkey.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";

import { factorsOf } from "./totp.server.ts";

export type SecondSteps = Readonly<{
  /** An app whose codes can be checked. */
  hasTotp: boolean;
  hasPasskey: boolean;
}>;

export async function secondStepsOf(staffId: StaffId): Promise<SecondSteps> {
  const [factors, passkeys] = await Promise.all([factorsOf(staffId), listPasskeys({ staffId })]);
  return { hasTotp: factors.isTotpReadable, hasPasskey: passkeys.length > 0 };
}

/** True also where nothing of it can be checked now: a password alone opens no set-up then. */
export async function hasSecondStep(staffId: StaffId): Promise<boolean> {
  const { hasTotp } = await factorsOf(staffId);
  return hasTotp || (await listPasskeys({ staffId })).length > 0;
}

/** In the caller's transaction. */
export async function dropFactors(staffId: StaffId): Promise<void> {
  await db().deleteFrom("staff_factors").where("staff_id", "=", staffId).execute();
  await dropPasskeys({ staffId });
}

/** All second factors of somebody at the desk: app, recovery codes, passkeys. */
import { db } from "#app/db/db.server.ts";
import { dropPasskeys, listPasskeys } from "#app/models/passkey/passkey.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";

import { factorsOf } from "./totp.server.ts";

export type SecondSteps = Readonly<{
  /** True if an authenticator app is set up. */
  hasTotp: boolean;
  hasPasskey: boolean;
}>;

export async function secondStepsOf(staffId: StaffId): Promise<SecondSteps> {
  const [{ hasTotp }, passkeys] = await Promise.all([factorsOf(staffId), listPasskeys({ staffId })]);
  return { hasTotp, hasPasskey: passkeys.length > 0 };
}

/** True if an app or a passkey is set up. */
export async function hasSecondStep(staffId: StaffId): Promise<boolean> {
  const { hasTotp, hasPasskey } = await secondStepsOf(staffId);
  return hasTotp || hasPasskey;
}

/** Takes all of them away, in the caller's transaction. */
export async function dropFactors(staffId: StaffId): Promise<void> {
  await db().deleteFrom("staff_factors").where("staff_id", "=", staffId).execute();
  await dropPasskeys({ staffId });
}

import { db } from "#app/db/db.server.ts";
import { dropPasskeys, listPasskeys } from "#app/models/passkey/passkey.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";

import { factorsOf } from "./totp.server.ts";

export type SecondSteps = Readonly<{
  hasTotp: boolean;
  hasPasskey: boolean;
}>;

export async function secondStepsOf(staffId: StaffId): Promise<SecondSteps> {
  const [{ hasTotp }, passkeys] = await Promise.all([factorsOf(staffId), listPasskeys({ staffId })]);
  return { hasTotp, hasPasskey: passkeys.length > 0 };
}

export async function hasSecondStep(staffId: StaffId): Promise<boolean> {
  const { hasTotp, hasPasskey } = await secondStepsOf(staffId);
  return hasTotp || hasPasskey;
}

/** In the caller's transaction. */
export async function dropFactors(staffId: StaffId): Promise<void> {
  await db().deleteFrom("staff_factors").where("staff_id", "=", staffId).execute();
  await dropPasskeys({ staffId });
}

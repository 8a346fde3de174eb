import { transact } from "#app/db/db.server.ts";
import type { Passkey, PasskeySite } from "#app/models/passkey/passkey.ts";
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from "#app/models/passkey/passkey.server.ts";
import { checkNewPasskey, creationOptions, requestOptions } from "#app/models/passkey/webauthn.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { hasSecondStep } from "./factors.server.ts";
import { type DeskActor, writeStaffLog } from "./log.server.ts";
import { openAfterSetup, type PasskeyText } from "./login.server.ts";
import { renewRecoveryCodes } from "./recovery-codes.server.ts";
import { dropDeskSessions, type FoundDeskSession } from "./session.server.ts";
import { lockStaff } from "./staff.server.ts";
import type { StaffMember } from "./staff.ts";
import { dropTotpSetup, factorsOf } from "./totp.server.ts";

export function listStaffPasskeys(staffId: StaffId): Promise<ReadonlyArray<Passkey>> {
  return listPasskeys({ staffId });
}

/** As JSON. Ask for a code before, unless it is the first second factor. */
export async function newStaffPasskeyOptions(
  { staff, session }: FoundDeskSession,
  site: PasskeySite,
  now: Date,
): Promise<unknown> {
  const { name: shopName } = await findStore();
  const use = { purpose: "desk-add", subject: session.id } as const;
  const owner = { staffId: staff.id };
  return creationOptions({ owner, accountName: staff.email, shopName, site, use }, now);
}

/** As JSON: for the log-in that the session has begun, or for its next step. */
export function staffPasskeyOptions(
  { staff, session }: FoundDeskSession,
  site: PasskeySite,
  now: Date,
): Promise<unknown> {
  const purpose = session.state === "open" ? "desk-confirm" : "desk-log-in";
  return requestOptions({ owner: { staffId: staff.id }, site, use: { purpose, subject: session.id } }, now);
}

type Actor = DeskActor & Readonly<{ staff: StaffMember }>;
type NewPasskey = PasskeyText & Readonly<{ name: string }>;
type AddRefusal = "passkey-refused" | "passkey-known" | "passkey-too-many";

/** Opens the session. Answers with the ten recovery codes, which are shown this once. */
export async function setUpPasskey(
  { staff, session }: FoundDeskSession,
  made: NewPasskey,
  actor: Actor,
): Promise<Result<ReadonlyArray<string>, AddRefusal | "desk-session-over">> {
  if (session.state !== "factor") return refused("desk-session-over");
  const opening = { ...actor, factor: "passkey" };
  return addAfter(made, opening, async () => {
    if (await hasSecondStep(staff.id)) return refused("desk-session-over");
    const opened = await openAfterSetup(opening);
    if (!opened.ok) return opened;
    await dropTotpSetup(staff.id);
    return ok(await renewRecoveryCodes(staff.id, actor.now));
  });
}

export async function addStaffPasskey(made: NewPasskey, actor: Actor): Promise<Result<null, AddRefusal>> {
  return addAfter<null, never>(made, actor, async () => {
    await dropDeskSessions(actor.staff.id, actor.sessionId);
    return ok(null);
  });
}

/** Nobody else changes the person's factors meanwhile. */
async function addAfter<Value, Code extends string>(
  { text, site, name }: NewPasskey,
  actor: Actor,
  first: () => Promise<Result<Value, Code>>,
): Promise<Result<Value, AddRefusal | Code>> {
  const { staff, sessionId, now } = actor;
  const use = { purpose: "desk-add", subject: sessionId } as const;
  const checked = await checkNewPasskey({ text, site, use }, now);
  if (!checked.ok) return checked;
  return transact<Result<Value, AddRefusal | Code>>(async () => {
    await lockStaff(staff.id);
    const done = await first();
    if (!done.ok) return done;
    const added = await insertPasskey({ staffId: staff.id }, { ...checked.value, name }, now);
    if (!added.ok) return added;
    await writeStaffLog(actor, staff.id, { action: "passkey-added", changes: { passkey: ["", name] } });
    return done;
  });
}

export async function renameStaffPasskey(
  id: string,
  name: string,
  actor: Actor,
): Promise<Result<null, "passkey-not-found">> {
  const { staff } = actor;
  return transact<Result<null, "passkey-not-found">>(async () => {
    const before = await renamePasskey({ staffId: staff.id }, id, name);
    if (before === null) return refused("passkey-not-found");
    if (before !== name)
      await writeStaffLog(actor, staff.id, {
        action: "passkey-renamed",
        changes: { passkey: [before, name] },
      });
    return ok(null);
  });
}

/** Never the last factor, also of two removals at once. Ends the person's other sessions. Ask for a code before. */
export async function removeStaffPasskey(
  id: string,
  actor: Actor,
): Promise<Result<null, "passkey-not-found" | "passkey-last">> {
  const { staff, sessionId } = actor;
  return transact<Result<null, "passkey-not-found" | "passkey-last">>(async () => {
    await lockStaff(staff.id);
    const name = await deletePasskey({ staffId: staff.id }, id);
    if (name === null) return refused("passkey-not-found");
    const { hasTotp } = await factorsOf(staff.id);
    if (!hasTotp && (await listPasskeys({ staffId: staff.id })).length === 0) return refused("passkey-last");
    await dropDeskSessions(staff.id, sessionId);
    await writeStaffLog(actor, staff.id, { action: "passkey-removed", changes: { passkey: [name, ""] } });
    return ok(null);
  });
}

/** People at the desk, and the codes of their authenticator apps. */
import { acceptInvitation, inviteStaff } from "#app/models/staff/invitation.server.ts";
import { commandLineActor, type DeskActor } from "#app/models/staff/log.server.ts";
import { confirmLogin, logInAtDesk, setUpFactor } from "#app/models/staff/login.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { findTotpSetup } from "#app/models/staff/totp.server.ts";
import { NOW } from "#tests/support/now.ts";

import { appCode, DESK_PASSWORD } from "./desk-codes.ts";

export const AT_DESK = { address: "192.0.2.7", userAgent: "Mozilla/5.0 (Android) Firefox/140.0" } as const;

export function later(minutes: number, from: Date = NOW): Date {
  return new Date(from.getTime() + minutes * 60_000);
}

export async function invitation(role: StaffRole, email = `${role}@example.com`): Promise<string> {
  const invited = await inviteStaff({ email, name: `The ${role}`, role }, commandLineActor(NOW));
  if (!invited.ok) throw new Error(invited.code);
  return invited.value.secret;
}

/** Somebody who has accepted an invitation and set an app up, a while before NOW so that its code of NOW is unused. */
export async function deskPerson(role: StaffRole, email = `${role}@example.com`) {
  const before = later(-5);
  const accepted = await acceptInvitation(
    { secret: await invitation(role, email), password: DESK_PASSWORD, ...AT_DESK },
    before,
  );
  if (!accepted.ok) throw new Error(accepted.code);
  const half = await findDeskSession(accepted.value, before);
  if (!half) throw new Error("no session");
  const setup = await findTotpSetup(half.staff.id, { issuer: "Shop", label: email });
  if (!setup) throw new Error("no key");
  const code = appCode(setup.secret, before);
  const opened = await setUpFactor({ ...half, code, ...AT_DESK }, before);
  if (!opened.ok) throw new Error(opened.code);
  return {
    id: half.staff.id,
    email,
    token: accepted.value,
    recoveryCodes: opened.value,
    secret: setup.secret,
  };
}

/** The actor of the person's session at `now`. */
export async function actorAt(token: string, now: Date = NOW) {
  const found = await findDeskSession(token, now);
  if (!found) throw new Error("The session is over");
  const actor = {
    staff: found.staff,
    sessionId: found.session.id,
    factor: found.session.factor,
    ...AT_DESK,
    now,
  };
  return actor satisfies DeskActor;
}

/** Somebody with this role, as the actor of their session. */
export async function person(role: StaffRole, email?: string) {
  return actorAt((await deskPerson(role, email)).token);
}

/** The session of the token, with its person. */
export async function visitOf(token: string, now: Date = NOW) {
  const found = await findDeskSession(token, now);
  if (!found) throw new Error("The session is over");
  return found;
}

/** Somebody who has accepted an invitation and has no second step yet. */
export async function invitedPerson(role: StaffRole) {
  const secret = await invitation(role);
  const accepted = await acceptInvitation({ secret, password: DESK_PASSWORD, ...AT_DESK }, NOW);
  if (!accepted.ok) throw new Error(accepted.code);
  return { token: accepted.value, visit: await visitOf(accepted.value) };
}

/** A log-in that waits for its second step. */
export async function halfLogin({ email }: Readonly<{ email: string }>, now: Date = NOW) {
  const half = await logInAtDesk({ email, password: DESK_PASSWORD, ...AT_DESK }, now);
  if (!half.ok) throw new Error(half.code);
  return { token: half.value.token, visit: await visitOf(half.value.token, now) };
}

/** Logs in anew with the code of `now`. */
export async function deskLogin(person: Readonly<{ email: string; secret: string }>, now: Date = NOW) {
  const half = await logInAtDesk({ email: person.email, password: DESK_PASSWORD, ...AT_DESK }, now);
  if (!half.ok) return half;
  const visit = await findDeskSession(half.value.token, now);
  if (!visit) throw new Error("no session");
  return confirmLogin({ ...visit, code: appCode(person.secret, now), stays: false, ...AT_DESK }, now);
}

export async function roleOf(id: string): Promise<string | undefined> {
  return (await findStaff(id))?.role;
}

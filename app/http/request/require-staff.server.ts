/** Every loader and action of the desk calls `requireStaff`, because a layout's check protects nothing. */
import { json, redirect } from "@remix-run/node";

import { deskPaths } from "#app/desk-paths.ts";
import { pathOf } from "#app/http/request/target.ts";
import { seeOther, textAnswer, unmatchedMessage } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { servesDesk } from "#app/http/server/desk-host.server.ts";
import { readDeskToken } from "#app/http/session/desk-session.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { refused } from "#app/models/shared/result.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import { can, type DeskStep, roleInSentence } from "#app/models/staff/role.ts";
import { findDeskSession, type FoundDeskSession } from "#app/models/staff/session.server.ts";
import { hasDesk, listStaff } from "#app/models/staff/staff.server.ts";
import type { StaffMember } from "#app/models/staff/staff.ts";

/** Throws the shop's ordinary 404 while there is no desk, and on a host that has none. */
export async function requireDesk(request: Request): Promise<void> {
  if (servesDesk(request.headers.get("Host")) && (await hasDesk())) return;
  throw textAnswer(404, unmatchedMessage(request));
}

export async function findDeskVisit(request: Request, now: Date): Promise<FoundDeskSession | null> {
  await requireDesk(request);
  const token = await readDeskToken(request);
  return token ? findDeskSession(token, now) : null;
}

/** Where a log-in under way goes without its session. */
export function loginBegun({ headers }: Request): string {
  // Whoever comes from a page of the shop without any cookie has a browser that kept none.
  const isRefused = headers.get("Sec-Fetch-Site") === "same-origin" && !headers.has("Cookie");
  return isRefused ? deskPaths.loginWithoutCookies() : deskPaths.login();
}

export type DeskVisit = FoundDeskSession & Readonly<{ actor: DeskActor & Readonly<{ staff: StaffMember }> }>;

/** Redirects others to the step of the log-in that is missing. Throws the page for a step that the role lacks. */
export async function requireStaff(request: Request, step: DeskStep, now = new Date()): Promise<DeskVisit> {
  const found = await findDeskVisit(request, now);
  if (found?.session.state !== "open") throw toLogin(request, found?.session.state);
  const { staff, session } = found;
  if (!can(staff.role, step)) throw await roleRefusal(staff);
  return { staff, session, actor: { ...actorOf(found, request, now), staff } };
}

/** For the caller to throw. */
async function roleRefusal({ role }: StaffMember): Promise<Response> {
  const { status } = shopError(refused("desk-not-allowed"));
  const people = await listStaff();
  const owners = people.filter((one) => one.role === "owner" && one.hasPassword && one.endedAt === null);
  const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(owners.map(({ name }) => name));
  const message = `You work here as ${roleInSentence(role)}. Ask ${names} to do this, or to change your role`;
  return json({ message }, { status });
}

export function sourceOfRequest(request: Request): Readonly<{ address: string; userAgent: string }> {
  return { address: clientAddress(request), userAgent: request.headers.get("User-Agent") ?? "" };
}

function actorOf({ session, staff }: FoundDeskSession, request: Request, now: Date): DeskActor {
  return { staff, sessionId: session.id, factor: session.factor, ...sourceOfRequest(request), now };
}

function toLogin(request: Request, state: "factor" | "code" | undefined): Response {
  const { pathname, search } = new URL(request.url);
  if (state === "factor") return seeOther(deskPaths.joinSecondStep());
  const to = deskTarget(pathname + search) ?? deskTarget(pathname);
  if (request.method !== "GET") return withItsForm(to);
  return state === "code" ? seeOther(deskPaths.loginCode(to)) : redirect(deskPaths.login(to), 302);
}

/**
 * The browser sends the form on, with everything that was typed: 307 keeps method and body. Steps that move money or
 * personal data are begun anew.
 */
function withItsForm(form: string | null): Response {
  if (form === null || addressAt(pathOf(form)).isBegunAnew) return seeOther(deskPaths.login(form));
  return redirect(deskPaths.loginAgain(form), 307);
}

/** A page of the desk that somebody may be sent on to, or null. */
export function deskTarget(text: string | null): string | null {
  const isOwn = text !== null && /^\/desk(?:[/?][\w/.?=&%+*~-]*)?$/.test(text);
  return isOwn && !/^\/desk\/log(?:in|out)\b/.test(text) ? text : null;
}

/** For the caller to throw. */
export function deskRefusal(refusal: Refusal<ShopErrorCode>): Response {
  const { status, message } = shopError(refusal);
  return json({ message }, { status });
}

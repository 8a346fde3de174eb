/** The visitor cookie: a random number by which visits are told apart, only while the shopper allows statistics. */
import { randomUUID } from "node:crypto";

import { config } from "#app/config.server.ts";
import { isRobot } from "#app/http/request/bot.server.ts";
import { forgetVisitor } from "#app/models/analytics/analytics.server.ts";
import type { Consent } from "#app/models/analytics/consent.ts";

import { currentConsent, signalsRefusal } from "./consent.server.ts";
import { shopCookie, parseSafely } from "./cookies.server.ts";

const VISITOR_COOKIE = "visitor";
/** Days that a browser keeps its number (specification, 9). */
const VISITOR_DAYS = 365;
const DAY_SECONDS = 86_400;
/** "new" before the number until the page on which the shopper agreed has been counted. */
const VALUE = /^(new )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const cookie = shopCookie(VISITOR_COOKIE, { maxAge: VISITOR_DAYS * DAY_SECONDS });

export type Visitor = Readonly<{
  /** A UUID that means nothing to anybody. */
  id: string;
  /** True until a page of theirs has been counted. */
  isNew: boolean;
}>;

/** Whoever is asking; null without consent at this moment, without a number, and for robots. */
export async function currentVisitor(request: Request): Promise<Visitor | null> {
  const consent = await currentConsent(request);
  return consent?.analytics && !isRobot(request) ? readVisitor(request) : null;
}

/**
 * Set-Cookie text that brings the number into line with `consent`, which holds from now on, or null where it is: who
 * allows statistics gets one; who does not has theirs ended, and what was noted of them is deleted.
 */
export async function visitorCookie(request: Request, consent: Consent | null): Promise<string | null> {
  const known = await readVisitor(request);
  const isAllowed = consent?.analytics && !signalsRefusal(request) && config.analytics.provider !== "off";
  if (isAllowed) return known || isRobot(request) ? null : cookie.serialize(`new ${randomUUID()}`);
  if (!known) return null;
  await forgetVisitor(known.id);
  return cookie.serialize("", { maxAge: 0 });
}

/** Set-Cookie text that says that a page of this visitor's has been counted. */
export function countedVisitorCookie({ id }: Visitor): Promise<string> {
  return cookie.serialize(id);
}

async function readVisitor(request: Request): Promise<Visitor | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  const [, isNew, id] = (typeof value === "string" && VALUE.exec(value)) || [];
  return id === undefined ? null : { id, isNew: isNew !== undefined };
}

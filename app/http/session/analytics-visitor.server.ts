import { randomUUID } from "node:crypto";

import { config } from "#app/config.server.ts";
import { isBot } from "#app/http/request/bot.server.ts";
import { forgetVisitor } from "#app/models/analytics/event-batch.server.ts";
import type { Consent } from "#app/models/analytics/consent.ts";

import { currentConsent, signalsRefusal } from "./consent.server.ts";
import { DAY_SECONDS, shopCookie, parseSafely } from "./cookies.server.ts";

const VISITOR_COOKIE = "visitor";
/** Days that a browser keeps its visitor number (requirement analytics-3). */
const VISITOR_DAYS = 365;
/** "new" stands before the number until the page of the consent has been counted. */
const VALUE = /^(new )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const cookie = shopCookie(VISITOR_COOKIE, { maxAge: VISITOR_DAYS * DAY_SECONDS });

export type Visitor = Readonly<{
  id: string;
  isNew: boolean;
}>;

export async function currentVisitor(request: Request): Promise<Visitor | null> {
  const consent = await currentConsent(request);
  return consent?.analytics && !isBot(request) ? readVisitor(request) : null;
}

/** Null if nothing changes. Consent adds a number; a refusal ends it and deletes the visitor's events. */
export async function visitorCookie(request: Request, consent: Consent | null): Promise<string | null> {
  const known = await readVisitor(request);
  const isAllowed = consent?.analytics && !signalsRefusal(request) && config.analytics.provider !== "off";
  if (isAllowed) return known || isBot(request) ? null : cookie.serialize(`new ${randomUUID()}`);
  if (!known) return null;
  await forgetVisitor(known.id);
  return cookie.end();
}

export function countedVisitorCookie({ id }: Visitor): Promise<string> {
  return cookie.serialize(id);
}

async function readVisitor(request: Request): Promise<Visitor | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  const [, isNew, id] = (typeof value === "string" && VALUE.exec(value)) || [];
  return id === undefined ? null : { id, isNew: isNew !== undefined };
}

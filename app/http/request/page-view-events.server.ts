import { logger } from "#app/http/server/log.server.ts";
import {
  countedVisitorCookie,
  currentVisitor,
  type Visitor,
  visitorCookie,
} from "#app/http/session/analytics-visitor.server.ts";
import { agreedFor } from "#app/http/session/consent-policy.server.ts";
import { currentConsent } from "#app/http/session/consent.server.ts";
import { recordEvent } from "#app/models/analytics/event-batch.server.ts";
import { isQuietPage, needsNewDocument } from "#app/models/analytics/consent.ts";
import { failureText } from "#app/models/jobs/job.ts";

import { pageEvents } from "./analytics-events.server.ts";
import { holdEvents, takeHeldEvents } from "./held-events.server.ts";
import { isFetchedAhead } from "./speculation.ts";

const PART_OF_PAGES = /(?:^root|\/layout)$/;

/** Brings the visitor cookie in `headers` into line with the consent. */
export async function noteDocument(
  request: Request,
  { status, headers, data }: Readonly<{ status: number; headers: Headers; data: unknown }>,
): Promise<void> {
  try {
    if (isFetchedAhead(request)) {
      await holdAhead(request, { status, data });
      return;
    }
    const changed = await visitorCookie(request, await currentConsent(request));
    if (changed) headers.append("Set-Cookie", changed);
    const visitor = await currentVisitor(request);
    if (visitor) noteShown(visitor, request);
    if (!visitor || request.method !== "GET" || status !== 200) return;
    if (visitor.isNew || !isInSight(request)) await note(visitor, request, { headers, data });
  } catch (error) {
    complain(error);
  }
}

export async function noteData(request: Request, response: Response): Promise<void> {
  try {
    if (!isPageData(request, response)) return;
    const visitor = await currentVisitor(request);
    if (visitor) noteShown(visitor, request);
    if (!visitor || !(await (visitor.isNew ? isStaying(request) : isNavigation(request)))) return;
    const data = (await response.clone().json()) as unknown;
    await note(visitor, request, { headers: response.headers, data });
  } catch (error) {
    complain(error);
  }
}

/** Holds the events of a page that its visitor has not seen yet. A new visitor's number is not settled yet. */
async function holdAhead(
  request: Request,
  { status, data }: Readonly<{ status: number; data: unknown }>,
): Promise<void> {
  const visitor = await currentVisitor(request);
  if (!visitor || visitor.isNew || status !== 200 || isInSight(request)) return;
  const { pathname } = new URL(request.url);
  holdEvents(visitor.id, pathname, pageEvents({ pathname, from: cameFrom(request), data }));
}

export function noteShown(visitor: Visitor, request: Request): void {
  const from = cameFrom(request);
  if (from === null) return;
  for (const event of takeHeldEvents(visitor.id, from))
    recordEvent({ consent: { analytics: true }, visitorId: visitor.id, event, now: new Date() });
}

type Answered = Readonly<{ headers: Headers; data: unknown }>;

async function note(visitor: Visitor, request: Request, { headers, data }: Answered): Promise<void> {
  const { pathname } = new URL(request.url);
  const [now, consent] = [new Date(), { analytics: true }];
  // Fetched ahead, and then asked for all the same.
  takeHeldEvents(visitor.id, pathname);
  if (visitor.isNew) headers.append("Set-Cookie", await countedVisitorCookie(visitor));
  for (const event of pageEvents({ pathname, from: cameFrom(request), data }))
    recordEvent({ consent, visitorId: visitor.id, event, now });
}

function isPageData(request: Request, response: Response): boolean {
  const { searchParams } = new URL(request.url);
  return (
    request.method === "GET" &&
    response.status === 200 &&
    /json/.test(response.headers.get("Content-Type") ?? "") &&
    !PART_OF_PAGES.test(searchParams.get("_data") ?? "root") &&
    !isFetchedAhead(request)
  );
}

/** True on the page where somebody has just agreed. With outside services it is loaded again, and counted then. */
async function isStaying(request: Request): Promise<boolean> {
  return !needsNewDocument(null, agreedFor(await currentConsent(request)));
}

/** True after a form that leads back, or for another colour of the same product. */
function isInSight(request: Request): boolean {
  return cameFrom(request) === new URL(request.url).pathname;
}

async function isNavigation(request: Request): Promise<boolean> {
  if (isInSight(request)) return false;
  const { pathname } = new URL(request.url);
  const from = cameFrom(request);
  // With outside services running, the browser loads a document when it enters or leaves a quiet page, and that is
  // counted.
  const isBorder = from !== null && isQuietPage(from) !== isQuietPage(pathname);
  return !isBorder || agreedFor(await currentConsent(request)) === null;
}

function cameFrom(request: Request): string | null {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return null;
  const { host, pathname } = new URL(referrer);
  return host === request.headers.get("Host") ? pathname : null;
}

function complain(error: unknown): void {
  logger.warn({ failure: failureText(error) }, "a visit could not be noted");
}

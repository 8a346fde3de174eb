/** /ingest/*: passes the browser's analytics events on, so that pages contact no third party. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { INGEST_MAX_BYTES } from "#app/http/server/request-checks.server.ts";
import { readBytes } from "#app/http/server/read-bytes.server.ts";
import { noteShown } from "#app/http/request/page-view-events.server.ts";
import { currentVisitor } from "#app/http/session/analytics-visitor.server.ts";
import { recordEvent } from "#app/models/analytics/event-batch.server.ts";
import { PAGE_ARRIVALS, vitalsEvent } from "#app/models/analytics/web-vitals.ts";
import { type BrowserMessage, FORWARDED_PATHS } from "#app/services/analytics/analytics-port.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

const VITALS_MAX_BYTES = 4_096;
const URL_MAX_CHARACTERS = 2_048;
/** Passed on; the visitor's IP address is not among them. */
const QUERY_KEYS = ["compression", "ver", "retry_count", "beacon", "verbose"];
const CONTENT_TYPES = ["application/x-www-form-urlencoded", "application/json", "text/plain"];
/** Retry-After in seconds when the service did not answer. */
const COME_BACK_SECONDS = 30;

/** /ingest/visitor gives the library the visitor's id, with consent only. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visitor = params["*"] === "visitor" ? await currentVisitor(request) : null;
  if (!visitor) return refuse(404);
  return json({ visitorId: visitor.id }, { headers: { "Cache-Control": NO_STORE } });
}

export async function action({ request }: ActionFunctionArgs) {
  const path = new URL(request.url).pathname.replace(/^\/ingest/, "");
  if (path === "/vitals") return takeVitals(request);
  const { forward } = analytics();
  if (!forward || request.method !== "POST" || !FORWARDED_PATHS.includes(path)) return refuse(404);
  // Another tab may still send after consent was withdrawn.
  if (!(await currentVisitor(request))) return refuse(403);
  const message = await messageOf(request, path);
  if (message instanceof Response) return message;
  try {
    const { status, body, retryAfterMs } = await forward(message);
    return answer(status, body, Math.ceil(retryAfterMs / 1_000));
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return answer(503, "", Math.ceil(error.retryAfterMs / 1_000) || COME_BACK_SECONDS);
  }
}

const vital = z.number().finite().optional();
const vitalsSchema = z.object({
  path: z.string().max(URL_MAX_CHARACTERS).startsWith("/"),
  arrival: z.enum(PAGE_ARRIVALS),
  values: z.object({ LCP: vital, INP: vital, CLS: vital, TTFB: vital }),
});

/** Measured while the page is left (decision 0032), so a page that was fetched ahead has been seen by then. */
async function takeVitals(request: Request): Promise<Response> {
  const visitor = request.method === "POST" ? await currentVisitor(request) : null;
  if (!visitor) return refuse(403);
  noteShown(visitor, request);
  const body = await readBytes(request, VITALS_MAX_BYTES);
  const read = vitalsSchema.safeParse(body && jsonOf(body));
  if (!read.success) return refuse(400);
  const { path, arrival, values } = read.data;
  const event = vitalsEvent(path, arrival, values);
  if (event) recordEvent({ consent: { analytics: true }, visitorId: visitor.id, event, now: new Date() });
  return new Response(null, { status: 204, headers: { "Cache-Control": NO_STORE } });
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

async function messageOf(request: Request, path: string): Promise<BrowserMessage | Response> {
  const contentType = (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim() ?? "";
  if (!CONTENT_TYPES.includes(contentType)) return refuse(415);
  const body = await readBytes(request, INGEST_MAX_BYTES);
  if (!body) return refuse(413);
  return { path, query: passedQuery(request, path), contentType, body };
}

/** `ip=0`: otherwise the service would record this server's address as the visitor's. */
function passedQuery(request: Request, path: string): string {
  const given = [...new URL(request.url).searchParams].filter(([key]) => QUERY_KEYS.includes(key));
  const query = new URLSearchParams(given);
  if (!["/batch/"].includes(path)) query.set("ip", "0");
  return query.size > 0 ? `?${query.toString()}` : "";
}

/** The service's answer is data: no browser may render it as a page. */
function answer(status: number, body: string, retryAfterSeconds: number): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": NO_STORE });
  if (retryAfterSeconds > 0) headers.set("Retry-After", String(retryAfterSeconds));
  // An answer that is not final is a failure of the service.
  return new Response(body, {
    status: status >= 200 && status !== 204 && status !== 304 ? status : 502,
    headers,
  });
}

function refuse(status: number): Response {
  return json({}, { status, headers: { "Cache-Control": NO_STORE } });
}

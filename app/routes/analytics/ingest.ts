/** /ingest/*: what a browser's analytics library says goes through the shop, so that pages talk to nobody else. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { readBytes } from "#app/http/server/read-bytes.server.ts";
import { currentVisitor } from "#app/http/session/analytics-visitor.server.ts";
import { type BrowserMessage, FORWARDED_PATHS } from "#app/services/analytics/analytics-port.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

/** Largest message, in bytes. The guard refuses more already; development has no guard. */
const BODY_MAX_BYTES = 65_536;
/** What a library needs to say in its address; a visitor's own address is not among it. */
const QUERY_KEYS = ["compression", "ver", "retry_count", "beacon", "verbose"];
const CONTENT_TYPES = ["application/x-www-form-urlencoded", "application/json", "text/plain"];
/** Seconds until a library may ask again where the service did not answer. */
const COME_BACK_SECONDS = 30;

/** /ingest/visitor tells the library whom the shop's own events are about; nobody else gets an answer. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visitor = params["*"] === "visitor" ? await currentVisitor(request) : null;
  if (!visitor) return refuse(404);
  return json({ visitorId: visitor.id }, { headers: { "Cache-Control": NO_STORE } });
}

export async function action({ request }: ActionFunctionArgs) {
  const { forward } = analytics();
  const path = new URL(request.url).pathname.replace(/^\/ingest/, "");
  if (!forward || request.method !== "POST" || !FORWARDED_PATHS.includes(path)) return refuse(404);
  // Whatever a library in another tab still holds: without consent at this moment it goes nowhere.
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

async function messageOf(request: Request, path: string): Promise<BrowserMessage | Response> {
  const contentType = (request.headers.get("Content-Type") ?? "").split(";", 1)[0]?.trim() ?? "";
  if (!CONTENT_TYPES.includes(contentType)) return refuse(415);
  const body = await readBytes(request, BODY_MAX_BYTES);
  if (!body) return refuse(413);
  return { path, query: passedQuery(request, path), contentType, body };
}

/** `ip=0`: the service takes the caller for the visitor otherwise, and the caller is this server. */
function passedQuery(request: Request, path: string): string {
  const given = [...new URL(request.url).searchParams].filter(([key]) => QUERY_KEYS.includes(key));
  const query = new URLSearchParams(given);
  if (!["/batch/"].includes(path)) query.set("ip", "0");
  return query.size > 0 ? `?${query.toString()}` : "";
}

/** The service's words are data: no browser may take them for a page. */
function answer(status: number, body: string, retryAfterSeconds: number): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": NO_STORE });
  if (retryAfterSeconds > 0) headers.set("Retry-After", String(retryAfterSeconds));
  // A service that answers with something else than an end is none.
  return new Response(body, {
    status: status >= 200 && status !== 204 && status !== 304 ? status : 502,
    headers,
  });
}

function refuse(status: number): Response {
  return json({}, { status, headers: { "Cache-Control": NO_STORE } });
}

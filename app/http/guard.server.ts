/** Stands in front of everything the server answers, static files included, under stock remix-serve. */
import { randomUUID } from "node:crypto";
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";

import { config } from "#app/config.server.ts";
import { ownTurn } from "#app/turns.server.ts";

import { isLetIn } from "./admission.server.ts";
import { NO_STORE } from "./cache-policy.server.ts";
import { addressOf, CLIENT_ADDRESS_HEADER, isPrivateAddress } from "./client-address.server.ts";
import { WEBHOOK_PATH } from "./csrf.server.ts";
import { answerAgain, findCandidate, keepWhenSent, renewsLane } from "./fast-lane.server.ts";
import { leanFiles } from "./lean-files.server.ts";
import { logger } from "./log.server.ts";
import { asOneVisit } from "./own-writes.server.ts";
import { offerPacked } from "./packed-assets.server.ts";
import { sendRejection } from "./refusal-page.server.ts";
import { noteWhenClosed } from "./request-log.server.ts";
import { rejectionOf } from "./rejection.server.ts";
import { bodyMaxBytes } from "./request-checks.server.ts";
import { addSecurityHeaders } from "./security-headers.server.ts";
import { notePassed } from "./server-timing.server.ts";
import { endInOrder, isShuttingDown } from "./shutdown.server.ts";
import { refuseBrokenRequests, limitSockets } from "./sockets.server.ts";
import { exchangeToken } from "./token-exchange.server.ts";

/** Times in milliseconds, sizes in bytes. Slow headers are cut after 10 s, slow bodies after 30 s. */
const SERVER_OPTIONS: ServerOptions = {
  connectionsCheckingInterval: 1_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};
const REQUESTS_PER_SOCKET = 1_000;
/** Headers by which proxies speak of the visitor; believed only as far as TRUSTED_PROXY_HOPS says. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-for",
];

/**
 * Wraps `http.createServer`, once, so that the server which remix-serve makes after loading the build has the
 * guard in front. `release` closes what the shop has open when the server ends. A function, and called: a bare
 * import would be shaken off by the bundler.
 */
export function installGuard(release: () => Promise<void> = async () => undefined): void {
  const marked = globalThis as { isShopGuarded?: boolean };
  if (marked.isShopGuarded) return;
  marked.isShopGuarded = true;
  const createServer = http.createServer.bind(http);
  http.createServer = ((...given: Array<ServerOptions | RequestListener>) => {
    const listener = given.find((item) => typeof item === "function");
    const options = given.find((item) => typeof item === "object");
    return guarded(createServer({ ...options, ...SERVER_OPTIONS }), listener, release);
  }) as typeof http.createServer;
}

function guarded(
  server: Server,
  listener: RequestListener | undefined,
  release: () => Promise<void>,
): Server {
  leanFiles(listener);
  const serve = asOneVisit((request, response) => listener?.(request, response));
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void handle(request, response, serve);
  });
  // A sender that asks before it sends a large body is refused before it does.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    void handle(request, response, () => {
      response.writeContinue();
      serve(request, response);
    });
  });
  limitSockets(server);
  refuseBrokenRequests(server);
  endInOrder(server, release);
  return server;
}

type Serve = RequestListener;

async function handle(request: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> {
  const startedAt = performance.now();
  // Of all that is random in Node the cheapest: it is drawn ahead, for many at once.
  const requestId = randomUUID().replaceAll("-", "");
  const pathname = (request.url ?? "").split("?", 1)[0] ?? "";
  const address = addressOf(request, config.trustedProxyHops);
  warnAboutProxy(request, address);
  stamp(request, requestId, address);
  const rejection = await rejectionOf(request, pathname, address);
  const visit = { startedAt, requestId, pathname, address, refusedFor: rejection?.reason };
  const secured = { pathname, requestId, isLast: isShuttingDown };
  if (rejection) {
    addSecurityHeaders(response, secured);
    noteWhenClosed(request, response, visit);
    sendRejection(request, response, rejection);
    return;
  }
  const candidate = await findCandidate(request, pathname);
  // Costs so little that it is never too much: before the question whether there is room.
  if (candidate && answerAgain(candidate, request, { response, requestId })) {
    noteWhenClosed(request, response, visit);
    return;
  }
  // Before the headers that are added last: they are kept with the rest.
  if (candidate) keepWhenSent(candidate, request, { response, requestId });
  addSecurityHeaders(response, secured);
  const isForMany = candidate !== null && renewsLane(candidate, response);
  if (!(await isLetIn(request, response, { pathname, isForMany }))) return;
  noteWhenClosed(request, response, visit);
  await pass(request, response, { pathname, startedAt, serve });
}

/** Lets `request` through to files, Express and Remix. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, startedAt, serve }: Readonly<{ pathname: string; startedAt: number; serve: Serve }>,
): Promise<void> {
  if (await sentOnWithoutToken(request, response)) return;
  // The check is done, better than Remix does it: its own would answer 500 to an honest "Origin: null".
  if (request.method !== "GET") delete request.headers.origin;
  if (pathname === WEBHOOK_PATH) countBody(request, bodyMaxBytes(pathname));
  offerPacked(request, response, pathname);
  await ownTurn();
  notePassed(request.headers, startedAt);
  serve(request, response);
}

/** True when the address held the token of a link: it is in a cookie now, and the visitor is at the address without. */
async function sentOnWithoutToken(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const exchange = await exchangeToken(request.method ?? "", request.url ?? "");
  if (!exchange) return false;
  response.writeHead(303, {
    Location: exchange.location,
    "Set-Cookie": exchange.cookie,
    "Cache-Control": NO_STORE,
    "Referrer-Policy": "no-referrer",
  });
  response.end();
  return true;
}

/** Overwrites what the shop believes about a request, whatever was sent. */
function stamp(request: IncomingMessage, requestId: string, address: string): void {
  for (const name of FORWARDED) Reflect.deleteProperty(request.headers, name);
  request.headers["x-request-id"] = requestId;
  request.headers[CLIENT_ADDRESS_HEADER] = address;
}

/** Cuts off a body that claims no length and grows beyond `maximum` bytes. */
function countBody(request: IncomingMessage, maximum: number): void {
  const push = request.push.bind(request);
  let bytes = 0;
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    bytes += chunk?.byteLength ?? 0;
    if (bytes <= maximum) return push(chunk, encoding);
    request.socket.destroy();
    return false;
  };
}

let isWarned = false;
/** Behind a proxy that nobody told us of, every visitor would share one limit. */
function warnAboutProxy(request: IncomingMessage, address: string): void {
  if (isWarned || config.trustedProxyHops > 0 || request.headers["x-forwarded-for"] === undefined) return;
  if (!isPrivateAddress(address)) return;
  isWarned = true;
  logger.warn(
    "A proxy stands in front of the shop: set TRUSTED_PROXY_HOPS, or all visitors share one rate limit",
  );
}

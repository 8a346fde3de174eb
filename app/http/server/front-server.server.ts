/** The front server: it handles every request before remix-serve does, files included (decision 0004). */
import { randomUUID } from "node:crypto";
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";

import { config } from "#app/config.server.ts";
import {
  answerAgain,
  findCandidate,
  keepWhenSent,
  renewsResponseCache,
} from "#app/http/cache/response-cache.server.ts";
import { notePassed } from "#app/http/remix/server-timing.server.ts";
import { limitStaticFiles, silenceAccessLog } from "#app/http/remix/express-layers.server.ts";
import { noteShownProduct } from "#app/http/request/shown-product.server.ts";
import { pathOf } from "#app/http/request/target.ts";
import { markFirstCookie } from "#app/http/session/cookie-check.server.ts";
import { renameOldCookies } from "#app/http/session/old-cookie-names.server.ts";
import { yieldToEventLoop } from "#app/event-loop-fairness.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { addressOf } from "./client-address.server.ts";
import { proofRequested } from "./form-proof.server.ts";
import { dropLongHeaders } from "./header-limits.server.ts";
import { immediateAnswer } from "./immediate-response.server.ts";
import { exchangePosted, exchangeToken, LINK_SECRET_HEADER } from "./link-token-cookie.server.ts";
import { logWarnings } from "./log.server.ts";
import { isLetIn } from "./load-shedding.server.ts";
import { startWhenFree } from "./open-requests.server.ts";
import { mayBeFile, offerPrecompressed } from "./static-files.server.ts";
import { withReadYourWrites } from "./read-your-writes.server.ts";
import { noteWhenClosed } from "./request-log.server.ts";
import { bodyMaxBytes } from "./request-checks.server.ts";
import { findRejection, programHeaders } from "./request-rejection.server.ts";
import { stamp, warnAboutProxy } from "./request-stamp.server.ts";
import { addSecurityHeaders } from "./security-headers.server.ts";
import { keepAheadTrue } from "./speculation.server.ts";
import { endInOrder, isShuttingDown } from "./shutdown.server.ts";
import { endSilentSockets, limitSockets, refuseBrokenRequests } from "./sockets.server.ts";

/** Milliseconds and bytes. Slow headers end after 10 s, slow bodies after 30 s. */
const SERVER_OPTIONS: ServerOptions = {
  connectionsCheckingInterval: 1_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Behind a proxy longer than proxies keep connections, so that no request meets a closing one.
  keepAliveTimeout: config.trustedProxyHops > 0 ? 65_000 : 55_000,
  maxHeaderSize: 16_384,
};
const REQUESTS_PER_SOCKET = 1_000;

/**
 * Wraps `http.createServer` once, so that every request of remix-serve comes here first. It must be a
 * function call: the bundler would drop a bare import. `release` closes what the shop has open.
 */
export function installFrontServer(release: () => Promise<void> = async () => undefined): void {
  logWarnings();
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
  silenceAccessLog(listener);
  limitStaticFiles(listener, mayBeFile);
  const serve = withReadYourWrites((request, response) => listener?.(request, response));
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    startWhenFree(request, response, () => void handle(request, response, serve));
  });
  // A sender that asks before a large body is refused before it sends one.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    const askForBody: Serve = () => {
      response.writeContinue();
      serve(request, response);
    };
    startWhenFree(request, response, () => void handle(request, response, askForBody));
  });
  limitSockets(server);
  endSilentSockets(server);
  refuseBrokenRequests(server);
  endInOrder(server, release);
  return server;
}

type Serve = RequestListener;

async function handle(request: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> {
  const startedAt = performance.now();
  // The cheapest source of randomness in Node, which prepares many at once.
  const requestId = randomUUID().replaceAll("-", "");
  const pathname = pathOf(request.url ?? "");
  dropLongHeaders(request.headers);
  const address = addressOf(request, config.trustedProxyHops);
  warnAboutProxy(request, address);
  stamp(request, { requestId, pathname, address });
  const rejection = await findRejection(request, pathname, address);
  const forPrograms = await programHeaders(request, pathname, address);
  for (const [name, value] of Object.entries(forPrograms)) response.setHeader(name, value);
  const visit = { startedAt, requestId, pathname, address, refusedFor: rejection?.reason };
  const secured = { pathname, requestId, isLast: isShuttingDown };
  const answerAtOnce = immediateAnswer(request, rejection);
  if (answerAtOnce) {
    addSecurityHeaders(response, secured);
    noteWhenClosed(request, response, visit);
    answerAtOnce(response);
    return;
  }
  await noteShownProduct(request, response);
  const candidate = await findCandidate(request, pathname);
  // Before load shedding, because it costs next to nothing.
  if (candidate && answerAgain(candidate, request, { response, requestId })) {
    noteWhenClosed(request, response, visit);
    return;
  }
  // Before the headers that are added last, because the cache stores those too.
  if (candidate) keepWhenSent(candidate, request, { response, requestId });
  addSecurityHeaders(response, secured);
  keepAheadTrue(request, response);
  const isForMany = candidate !== null && renewsResponseCache(candidate, response);
  if (!(await isLetIn(request, response, { pathname, isForMany, address }))) return;
  noteWhenClosed(request, response, visit);
  await pass(request, response, { pathname, startedAt, serve });
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, startedAt, serve }: Readonly<{ pathname: string; startedAt: number; serve: Serve }>,
): Promise<void> {
  renameOldCookies(request, response);
  if (await sentOnWithoutToken(request, response)) return;
  if (await proofRequested(request, response)) return;
  markFirstCookie(request, response);
  // The front server has checked the origin. Remix's own check would answer 500 to "Origin: null".
  if (request.method !== "GET") delete request.headers.origin;
  if (addressAt(pathname).accepts === "payments") countBody(request, bodyMaxBytes(pathname));
  offerPrecompressed(request, response, pathname);
  await yieldToEventLoop();
  notePassed(request.headers, startedAt);
  serve(request, response);
}

/** True if redirected to the address without its secret. A post goes on with the secret in a header. */
async function sentOnWithoutToken(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method = "", url = "", headers } = request;
  const exchange = await exchangeToken({ method, url, headers });
  if (exchange) {
    markFirstCookie(request, response);
    for (const [name, value] of Object.entries(exchange.headers)) response.setHeader(name, value);
    response.writeHead(exchange.status).end();
    return true;
  }
  const posted = exchangePosted({ method, url });
  if (posted) {
    request.url = posted.url;
    headers[LINK_SECRET_HEADER] = posted.secret;
  }
  return false;
}

/** Cuts off a body without Content-Length that grows beyond `maximum` bytes. */
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

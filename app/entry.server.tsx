import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

import { startBackground, stopBackground } from "#app/background.server.ts";
import { keepFilesPrivate } from "#app/config/private-files.server.ts";
import { closeDatabase } from "#app/db/db.server.ts";
import { isUnavailable } from "#app/db/dialect.server.ts";
import { watchReplica } from "#app/db/replica.server.ts";
import { ShopDocument } from "#app/components/layout/shop-document.server.tsx";
import { DocumentContext } from "#app/hooks/document-context.ts";
import { PageErrorContext } from "#app/hooks/error-context.ts";
import { LastOnlineContext } from "#app/hooks/last-online.ts";
import { SaveDataContext } from "#app/hooks/save-data.ts";
import { FragmentContext } from "#app/hooks/fragment-context.ts";
import type { RootData } from "#app/hooks/use-root-data.ts";
import { warmUp } from "#app/background/warm-up.server.ts";
import { openParts } from "#app/http/cache/fragment-cache.server.ts";
import { lastContact } from "#app/http/cache/last-online.server.ts";
import { cacheControlFor, NO_STORE } from "#app/http/cache/policy.server.ts";
import { findPage, type Page, pageKey, storePage } from "#app/http/cache/render-cache.server.ts";
import { addSharedHeaders } from "#app/http/cache/shared-cache.server.ts";
import { sealCandidate } from "#app/http/cache/response-cache.server.ts";
import { withLateScripts } from "#app/http/remix/deferred-hydration.ts";
import { wrapRouteCalls } from "#app/http/remix/route-calls.server.ts";
import { ofThisPage } from "#app/http/remix/own-routes.server.ts";
import { narrowRouting } from "#app/http/remix/route-prefilter.server.ts";
import { startTiming } from "#app/http/remix/server-timing.server.ts";
import { noteData, noteDocument } from "#app/http/request/page-view-events.server.ts";
import { deskOrigin, shopOrigin } from "#app/http/request/origin.server.ts";
import { isStorable, newPage, pageResponse } from "#app/http/response/html.server.ts";
import { withShopLinks } from "#app/http/response/shop-links.ts";
import { isDeskPath } from "#app/http/server/desk-host.server.ts";
import { newScriptMark } from "#app/http/server/csp.server.ts";
import { noteFailure } from "#app/http/server/db-health.server.ts";
import { installFrontServer } from "#app/http/server/front-server.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { markReady } from "#app/http/server/readiness.server.ts";
import { loggedPath } from "#app/http/server/request-log.server.ts";
import { limitHeapGrowth } from "#app/http/server/v8-heap.server.ts";
import { agreedIn, endedCookies, NO_HOSTS, openedHosts } from "#app/http/session/consent-policy.server.ts";
import { withFirstCookie } from "#app/http/session/cookie-check.server.ts";
import { registerListeners } from "#app/listeners.server.ts";

// Only a built shop: in development Vite's own server is running already, with scripts of its own.
if (import.meta.env.PROD) {
  keepFilesPrivate();
  limitHeapGrowth();
  installFrontServer(async () => {
    await stopBackground();
    await closeDatabase();
  });
}
registerListeners();
narrowRouting();
wrapRouteCalls();
startOnce();

const turnedAway = new WeakSet<Request>();
const COME_BACK_SECONDS = "30";

// eslint-disable-next-line max-params -- Remix calls it so
export default async function handleRequest(
  request: Request,
  routeStatus: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const timing = startTiming(request);
  const status = turnedAway.has(request) ? 503 : routeStatus;
  if (status === 503) headers.set("Retry-After", COME_BACK_SECONDS);
  const page = findOrRender(request, status, context);
  timing.end("render");
  // Nothing runs that needs them: the agreement has ended, or there never was one.
  if (agreedIn(context.staticHandlerContext.loaderData) === null) {
    for (const cookie of endedCookies(request)) headers.append("Set-Cookie", cookie);
  }
  addSharedHeaders(headers, request, { status, data: leafData(context) });
  const response = pageResponse({ request, status, headers, page });
  timing.end("compress");
  timing.notify(response.headers);
  // Vite adds scripts of its own to a page in development; a policy by hashes would refuse them.
  if (!import.meta.env.PROD) response.headers.delete("Content-Security-Policy");
  const shown = rootData(context);
  if (shown) await sealCandidate(request, { page, shown });
  if (isDeskPath(new URL(request.url).pathname)) return response;
  await noteDocument(request, { status, headers: response.headers, data: leafData(context) });
  return response;
}

function leafData({ staticHandlerContext: { matches, loaderData } }: EntryContext): unknown {
  const leaf = matches.at(-1)?.route.id;
  return leaf === undefined ? null : loaderData[leaf];
}

/** Undefined where the loader failed. */
function rootData({ staticHandlerContext: { loaderData } }: EntryContext): RootData | undefined {
  return loaderData["root"] as RootData | undefined;
}

function findOrRender(request: Request, status: number, context: EntryContext): Page {
  const { pathname, search } = new URL(request.url);
  const savesData = isWithoutScript(request);
  const key = pageKey({
    buildId: context.manifest.version,
    address: pathname + search,
    status,
    data: context.serverHandoffString ?? "",
    savesData,
  });
  const isStored = isStorable(request, status) && import.meta.env.PROD;
  const stored = isStored ? findPage(key) : null;
  if (stored) return stored;

  const mark = newScriptMark();
  const drawn = draw(request, status, { context, nonce: mark.nonce });
  const html = withLateScripts(
    hasDeskHost(pathname) ? withShopLinks(drawn, shopOrigin()) : drawn,
    mark.attribute,
  );
  const hosts = isDeskPath(pathname)
    ? NO_HOSTS
    : openedHosts(agreedIn(context.staticHandlerContext.loaderData), pathname);
  const style = rootData(context)?.store.themeCss;
  const page = newPage(key, `<!DOCTYPE html>${html}`, { mark, hosts, style });
  if (isStored) storePage(page);
  return page;
}

function hasDeskHost(pathname: string): boolean {
  return isDeskPath(pathname) && deskOrigin() !== shopOrigin();
}

/** Remix marks every link for route discovery, which this shop does not use. */
const DISCOVERY = ' data-discover="true"';

type ToDraw = Readonly<{
  context: EntryContext;
  nonce: string;
}>;

/** Pages of the desk need no script, and visitors who save data get none. */
function isWithoutScript(request: Request): boolean {
  return request.headers.get("Save-Data") === "on" || isDeskPath(new URL(request.url).pathname);
}

function draw(request: Request, status: number, { context, nonce }: ToDraw): string {
  const savesData = isWithoutScript(request);
  // In development a component may change from one page to the next.
  const parts = import.meta.env.PROD ? openParts(savesData ? "saves data" : "") : null;
  const isFailure = status >= 500;
  const failure = {
    requestId: isFailure ? request.headers.get("x-request-id") : null,
    status: isFailure ? status : null,
  };
  const own = ofThisPage(context);
  const drawInto = (document: ReactNode) =>
    renderToString(
      <DocumentContext.Provider value={document}>
        <PageErrorContext.Provider value={failure}>
          <SaveDataContext.Provider value={savesData}>
            <LastOnlineContext.Provider value={lastContact()}>
              <FragmentContext.Provider value={parts}>
                <RemixServer context={own} url={request.url} />
              </FragmentContext.Provider>
            </LastOnlineContext.Provider>
          </SaveDataContext.Provider>
        </PageErrorContext.Provider>
      </DocumentContext.Provider>,
    );
  const drawn = drawInto(null);
  const page = parts?.keep(drawn.replaceAll(DISCOVERY, "")) ?? drawn;
  return drawInto(<ShopDocument html={page} nonce={savesData ? null : nonce} />);
}

/** Cached exactly as long as the page itself. */
export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  response.headers.set("Cache-Control", isRead ? cacheControlFor(new URL(request.url).pathname) : NO_STORE);
  response.headers.append("Vary", "Cookie, Sec-GPC");
  await noteData(request, response);
  return withFirstCookie(response, request);
};

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isUnavailable(error)) {
    turnedAway.add(request);
    noteFailure(new Date());
  }
  const line = {
    id: request.headers.get("x-request-id"),
    method: request.method,
    path: loggedPath(new URL(request.url).pathname),
  };
  // An address or method that no route takes is the visitor's slip, not ours.
  if (isRouteErrorResponse(error) && error.status < 500)
    logger.info({ ...line, status: error.status }, "no route");
  // Whoever left does not wait for the image or the upload that ended with them.
  else if (request.signal.aborted && error instanceof Error && error.name === "AbortError")
    logger.info(line, "visitor left");
  else logger.error({ ...line, err: error }, "unexpected error");
};

function startOnce(): void {
  const marked = globalThis as { isShopStarted?: boolean };
  if (marked.isShopStarted) return;
  marked.isShopStarted = true;
  watchReplica((problem) =>
    problem === null
      ? logger.info("catalogue reads go to the replica")
      : logger.warn({ problem }, "the replica is not used: catalogue reads go to the database itself"),
  );
  startBackground().catch((error: unknown) =>
    logger.error({ err: error }, "background work could not start"),
  );
  void warmUp().then(markReady);
}

import type { IncomingMessage, ServerResponse } from "node:http";

import { LRUCache } from "lru-cache";

import { isBotUserAgent } from "#app/http/request/bot.server.ts";
import { nextViewed } from "#app/http/session/viewed-cookie.server.ts";
import { resolveProduct } from "#app/models/catalogue/product.server.ts";

import { isDocumentAhead } from "./speculation.ts";
import { pathOf } from "./target.ts";

const PRODUCT = /^\/p\/(.+)$/;
/** These tell by the header whether a browser accepts cookies. */
const ABOUT_COOKIES = /^\/privacy(?:\/|$)/;
const FILE = /^\/(?:assets|images?|share|fonts|icons|cards|ingest)\/|\.\w+$/;

/** Products by their paths: nearly every request of a product's page comes from one. */
const known = new LRUCache<string, Readonly<{ id: number | null }>>({ max: 2_000, ttl: 60_000 });

/** Only for a page that was fetched ahead: any other has done so itself. */
export async function noteShownProduct(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = productBefore(request);
  if (path === null) return;
  try {
    const productId = await productAt(path);
    const next = productId === null ? null : await nextViewed(request.headers.cookie, productId);
    if (!next) return;
    request.headers.cookie = next.cookie;
    // The browser hears of it with the next page that is seen.
    if (!isDocumentAhead(request)) response.appendHeader("Set-Cookie", next.setCookie);
  } catch {
    // The database answers nobody: the page says so.
  }
}

async function productAt(path: string): Promise<number | null> {
  const found = known.get(path);
  if (found) return found.id;
  const product = await resolveProduct(path.split("/"));
  const id = product?.kind === "found" ? product.productId : null;
  known.set(path, { id });
  return id;
}

/** Without "/p/". Null for any other page, and for bots. */
function productBefore(request: IncomingMessage): string | null {
  const { referer, host } = request.headers;
  if (!referer?.includes("/p/") || !URL.canParse(referer) || !isPageRequest(request)) return null;
  const from = new URL(referer);
  return from.host === host ? (PRODUCT.exec(from.pathname)?.[1] ?? null) : null;
}

function isPageRequest({ method, url, headers }: IncomingMessage): boolean {
  const path = pathOf(url ?? "");
  if (method !== "GET" || FILE.test(path) || ABOUT_COOKIES.test(path)) return false;
  return !isBotUserAgent(headers["user-agent"] ?? null);
}

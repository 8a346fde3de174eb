import type { IncomingMessage, ServerResponse } from "node:http";

import { LRUCache } from "lru-cache";

import { isBotUserAgent } from "#app/http/request/bot.server.ts";
import { nextViewed } from "#app/http/session/viewed-cookie.server.ts";
import { resolveProduct } from "#app/models/catalogue/product.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { isDocumentAhead } from "./speculation.ts";
import { pathOf } from "./target.ts";

const STATIC_FILE = /^\/(?:assets|images|fonts|icons|cards)\/|\.\w+$/;

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
  const isProduct = from.host === host && addressAt(from.pathname).kind === "product";
  return isProduct ? from.pathname.slice("/p/".length) : null;
}

function isPageRequest({ method, url, headers }: IncomingMessage): boolean {
  const path = pathOf(url ?? "");
  const { audience, isAboutCookies } = addressAt(path);
  if (method !== "GET" || STATIC_FILE.test(path) || isAboutCookies) return false;
  if (audience === "file" || audience === "script") return false;
  return !isBotUserAgent(headers["user-agent"] ?? null);
}

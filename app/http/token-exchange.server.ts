/** Takes the token out of a link's address into a cookie, so that no log, Referer or script ever sees it. */
import { isTokenText } from "#app/models/customer-token.ts";

import { shopCookie } from "./cookies.server.ts";

const TOKEN_COOKIE = "shop-token";
/** Seconds in which the page that the link opened must be used. */
const TOKEN_SECONDS = 30 * 60;
/** The pages that links in e-mails open. */
const LINK_PATHS = [
  "/verify",
  "/set-password",
  "/confirm-email",
  "/undo-email-change",
  "/stock-alerts/confirm",
  "/stock-alerts/leave",
  "/newsletter/confirm",
  "/newsletter/preferences",
  "/newsletter/unsubscribe",
];

const tokenCookie = shopCookie(TOKEN_COOKIE, { maxAge: TOKEN_SECONDS });

export type TokenExchange = Readonly<{ location: string; cookie: string }>;

/**
 * Where a link's visitor goes on to, and the cookie they take along; null for every other request. Nothing is used
 * up: programs that look at links in e-mails only ever get here.
 */
export async function exchangeToken(method: string, url: string): Promise<TokenExchange | null> {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", query] = url.split("?", 2);
  const location = path.replace(/\/+$/, "");
  if (query === undefined || !LINK_PATHS.includes(location)) return null;
  const token = new URLSearchParams(query).get("token");
  if (token === null) return null;
  // What cannot be a token clears an older one: the page says that the link does not work.
  return {
    location,
    cookie: isTokenText(token) ? await tokenCookie.serialize(token) : await clearLinkTokenCookie(),
  };
}

/** The token of the link that this browser followed, or null. */
export async function readLinkToken(request: Request): Promise<string | null> {
  try {
    const value: unknown = await tokenCookie.parse(request.headers.get("Cookie"));
    return isTokenText(value) ? value : null;
  } catch {
    return null;
  }
}

/** Set-Cookie text after which this browser holds no link's token. */
export function clearLinkTokenCookie(): Promise<string> {
  return tokenCookie.serialize("", { maxAge: 0 });
}

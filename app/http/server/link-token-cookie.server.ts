/** Moves the secret of a link out of the address before anything logs it (decision 0004). */
import type { IncomingHttpHeaders } from "node:http";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { parseSafely, shopCookie, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { isOrderLinkKey } from "#app/models/order/link.server.ts";
import { routeAt } from "#app/models/platform/address-at.ts";
import { decoded } from "#app/models/shared/decoded.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

const TOKEN_COOKIE = "shop-token";
/** Seconds in which the opened page must be used. Writing a review takes a while. */
const TOKEN_SECONDS = 2 * 60 * 60;
/** Secrets that one browser keeps: an email may ask for reviews of several products. */
const REMEMBERED_MAX = 6;
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(["token", "k", "sig", "proof"]);
const SIGNATURE = /^[\w.-]{1,64}$/;
const OF_SCRIPTS: ReadonlySet<string> = new Set(["_data", "index"]);
const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Carries the secret of a posted link from the front server to the action. The front server deletes it from requests. */
export const LINK_SECRET_HEADER = "x-link-secret";

const tokenCookie = shopCookie(TOKEN_COOKIE, { maxAge: TOKEN_SECONDS });

export type LinkRequest = Readonly<{ method: string; url: string; headers: IncomingHttpHeaders }>;

export type TokenExchange = Readonly<{ status: 303 | 204; headers: Record<string, string> }>;

/** Null for every other request. Uses nothing up, because scanners of emails open links too. */
export async function exchangeToken({ method, url, headers }: LinkRequest): Promise<TokenExchange | null> {
  const link = READS.has(method) ? readLink(url) : null;
  if (!link) return null;
  const request = { headers: new Headers({ Cookie: headers.cookie ?? "" }) };
  const { location, cookie } = (await openOrder(request, link)) ?? (await rememberSecret(request, link));
  // Remix's scripts read the target of a redirect from a header (createRemixRedirectResponse).
  const way: Record<string, string> = link.isForScripts
    ? { "X-Remix-Redirect": location, "X-Remix-Status": "303", "X-Remix-Revalidate": "yes" }
    : { Location: location };
  return {
    status: link.isForScripts ? 204 : 303,
    headers: {
      ...way,
      ...(cookie === null ? {} : { "Set-Cookie": cookie }),
      "Cache-Control": NO_STORE,
      "Referrer-Policy": "no-referrer",
    },
  };
}

export function exchangePosted({
  method,
  url,
}: Omit<LinkRequest, "headers">): Readonly<{ url: string; secret: string }> | null {
  const link = READS.has(method) ? null : readLink(url);
  // A secret of the shop contains only characters that a header allows.
  return link && { url: link.path + link.search, secret: SIGNATURE.test(link.secret) ? link.secret : "" };
}

type Link = Readonly<{
  path: string;
  search: string;
  secret: string;
  isToken: boolean;
  isForScripts: boolean;
}>;

function readLink(url: string): Link | null {
  const at = url.indexOf("?");
  if (at < 0) return null;
  const query = [...new URLSearchParams(url.slice(at + 1))];
  const found = query.find(isSecret);
  if (!found) return null;
  const rest = new URLSearchParams(query.filter((entry) => !isSecret(entry))).toString();
  return {
    path: url.slice(0, at).replace(/\/+$/, "") || "/",
    search: rest === "" ? "" : `?${rest}`,
    secret: found[1],
    isToken: found[0].toLowerCase() === "token",
    isForScripts: query.some(([name]) => name === "_data"),
  };
}

function isSecret([name]: readonly [string, string]): boolean {
  return SECRET_PARAMETERS.has(name.toLowerCase());
}

type SentOn = Readonly<{ location: string; cookie: string | null }>;

async function openOrder(request: WithHeaders, { path, secret }: Link): Promise<SentOn | null> {
  const { pattern = "", params } = routeAt(path) ?? {};
  if (!params || !pattern.startsWith("orders/:orderId")) return null;
  const { orderId = "" } = params;
  if (!isOrderId(orderId) || !isOrderLinkKey(orderId, secret, new Date()))
    return { location: paths.findOrder({ link: "expired" }), cookie: null };
  const session = await readSession(request);
  session.addOrder(orderId);
  return { location: `${path}?link=opened`, cookie: await commitSession(session) };
}

async function rememberSecret(request: WithHeaders, link: Link): Promise<SentOn> {
  const entry = entryOf(link);
  const section = sectionOf(link.path);
  const others = (await readEntries(request)).filter(
    (other) => other !== entry && !(link.isToken && isTokenOf(section, other)),
  );
  const entries = [...(entry === null ? [] : [entry]), ...others].slice(0, REMEMBERED_MAX);
  return {
    location: link.path + pageSearch(link),
    cookie: await (entries.length === 0 ? clearLinkTokenCookie() : tokenCookie.serialize(entries)),
  };
}

/** Null if the value cannot be a secret: then the page says that the link does not work. */
function entryOf({ path, secret, isToken }: Link): string | null {
  if (isToken) return isTokenText(secret) ? `${sectionOf(path)} ${secret}` : null;
  return SIGNATURE.test(secret) ? secret : null;
}

function pageSearch({ search, isForScripts }: Link): string {
  if (!isForScripts) return search;
  const own = [...new URLSearchParams(search)].filter(([name]) => !OF_SCRIPTS.has(name));
  return own.length === 0 ? "" : `?${new URLSearchParams(own).toString()}`;
}

export async function readLinkToken(request: Request): Promise<string | null> {
  const posted = request.headers.get(LINK_SECRET_HEADER);
  if (posted !== null) return isTokenText(posted) ? posted : null;
  const section = sectionOf(new URL(request.url).pathname);
  const entry = (await readEntries(request)).find((known) => isTokenOf(section, known));
  return entry?.slice(section.length + 1) ?? null;
}

/** Each is still to be verified. */
export async function readLinkProofs(request: Request): Promise<ReadonlyArray<string>> {
  const posted = request.headers.get(LINK_SECRET_HEADER);
  const known = (await readEntries(request)).filter((entry) => !entry.includes(" "));
  return posted === null ? known : [posted, ...known];
}

export const clearLinkTokenCookie = tokenCookie.end;

/** The latest first. Before a token stands the section that it is for: "verify A-_9…". */
async function readEntries({ headers }: WithHeaders): Promise<ReadonlyArray<string>> {
  const value = await parseSafely(tokenCookie, headers.get("Cookie"));
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

function isTokenOf(section: string, entry: string): boolean {
  return entry.startsWith(`${section} `);
}

/** "newsletter" for "/Newsletter/confirm": the pages of a section share their tokens. */
function sectionOf(path: string): string {
  return (decoded(path).split("/")[1] ?? "").toLowerCase();
}

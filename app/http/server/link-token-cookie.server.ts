/**
 * Takes the secret out of a link's address before anything logs it: into an httpOnly cookie where a browser asks for a
 * page, into a header of our own where a form or a program posts. No log, Referer or script ever sees it.
 */
import type { IncomingHttpHeaders } from "node:http";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { parseSafely, shopCookie, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { isOrderLinkKey } from "#app/models/order/link.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

const TOKEN_COOKIE = "shop-token";
/** Seconds in which the page that the link opened must be used. A review is not written in a few minutes. */
const TOKEN_SECONDS = 2 * 60 * 60;
/** Links of which one browser remembers the secrets: a letter may ask for reviews of several products. */
const REMEMBERED_MAX = 6;
/** Query parameters whose values are secrets, whatever page they stand on. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(["token", "k", "sig", "proof"]);
/** What a signature of ours can look like. */
const SIGNATURE = /^[\w.-]{1,64}$/;
/** Parameters that Remix's scripts add to the address of the page that they ask for. */
const OF_SCRIPTS: ReadonlySet<string> = new Set(["_data", "index"]);
const ORDER_PAGE = /^\/orders\/([^/]+)/i;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Holds the secret of a posted link on its way from the guard to the action. The guard deletes it where it was sent. */
export const LINK_SECRET_HEADER = "x-link-secret";

const tokenCookie = shopCookie(TOKEN_COOKIE, { maxAge: TOKEN_SECONDS });

export type LinkRequest = Readonly<{ method: string; url: string; headers: IncomingHttpHeaders }>;

export type TokenExchange = Readonly<{ status: 303 | 204; headers: Record<string, string> }>;

/**
 * The answer that sends a link's visitor on to the address without its secret, with the cookie that they take along;
 * null for every other request. Nothing is used up: programs that look at links in e-mails only ever get here.
 */
export async function exchangeToken({ method, url, headers }: LinkRequest): Promise<TokenExchange | null> {
  const link = READS.has(method) ? readLink(url) : null;
  if (!link) return null;
  const request = { headers: new Headers({ Cookie: headers.cookie ?? "" }) };
  const { location, cookie } = (await openOrder(request, link)) ?? (await rememberSecret(request, link));
  // Scripts cannot see where a redirect leads: Remix tells them in a header (createRemixRedirectResponse).
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

/** The address of a post without the secret in it, and that secret; null where it has none. */
export function exchangePosted({
  method,
  url,
}: Omit<LinkRequest, "headers">): Readonly<{ url: string; secret: string }> | null {
  const link = READS.has(method) ? null : readLink(url);
  // What cannot stand in a header is no secret of ours.
  return link && { url: link.path + link.search, secret: SIGNATURE.test(link.secret) ? link.secret : "" };
}

type Link = Readonly<{
  path: string;
  /** The query without secrets, with its "?"; empty where nothing is left. */
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

/** A signed link to an order: from now on this browser knows the order. Null for every other link. */
async function openOrder(request: WithHeaders, { path, secret }: Link): Promise<SentOn | null> {
  const [, orderId] = ORDER_PAGE.exec(decodedPath(path)) ?? [];
  if (orderId === undefined) return null;
  if (!isOrderId(orderId) || !isOrderLinkKey(orderId, secret, new Date()))
    return { location: paths.findOrder({ link: "over" }), cookie: null };
  const session = await readSession(request);
  session.addOrder(orderId);
  return { location: `${path}?link=opened`, cookie: await commitSession(session) };
}

/** Any other link: its secret goes into the cookie, in front of the older ones. */
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

/** What the cookie holds of the link; null for what cannot be a secret: the page says that the link does not work. */
function entryOf({ path, secret, isToken }: Link): string | null {
  if (isToken) return isTokenText(secret) ? `${sectionOf(path)} ${secret}` : null;
  return SIGNATURE.test(secret) ? secret : null;
}

/** The query as the page's own address has it. */
function pageSearch({ search, isForScripts }: Link): string {
  if (!isForScripts) return search;
  const own = [...new URLSearchParams(search)].filter(([name]) => !OF_SCRIPTS.has(name));
  return own.length === 0 ? "" : `?${new URLSearchParams(own).toString()}`;
}

/** The token of the link that this browser followed to a page of the same section, or that a program posted; or null. */
export async function readLinkToken(request: Request): Promise<string | null> {
  const posted = request.headers.get(LINK_SECRET_HEADER);
  if (posted !== null) return isTokenText(posted) ? posted : null;
  const section = sectionOf(new URL(request.url).pathname);
  const entry = (await readEntries(request)).find((known) => isTokenOf(section, known));
  return entry?.slice(section.length + 1) ?? null;
}

/** The signatures of the links that this browser followed, or that a form posted: each proves itself, or nothing. */
export async function readLinkProofs(request: Request): Promise<ReadonlyArray<string>> {
  const posted = request.headers.get(LINK_SECRET_HEADER);
  const known = (await readEntries(request)).filter((entry) => !entry.includes(" "));
  return posted === null ? known : [posted, ...known];
}

/** Set-Cookie text after which this browser holds no link's secret. */
export function clearLinkTokenCookie(): Promise<string> {
  return tokenCookie.serialize("", { maxAge: 0 });
}

/** Secrets, the latest first; a token stands behind the section of the shop that it is for: "verify A-_9…". */
async function readEntries({ headers }: WithHeaders): Promise<ReadonlyArray<string>> {
  const value = await parseSafely(tokenCookie, headers.get("Cookie"));
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

function isTokenOf(section: string, entry: string): boolean {
  return entry.startsWith(`${section} `);
}

/** "newsletter" of "/Newsletter/confirm": the pages of a section share their links' tokens. */
function sectionOf(path: string): string {
  return (decodedPath(path).split("/")[1] ?? "").toLowerCase();
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

import { addressAt } from "#app/models/platform/address-at.ts";
import { decoded } from "#app/models/shared/decoded.ts";
import { tidyWords } from "#app/models/shared/text.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

export type Redirect = Readonly<{
  from: string;
  to: string;
  /** "owner": typed by the admin; "renamed": made when a slug changed. */
  source: "owner" | "renamed";
  /** ISO 8601. */
  createdAt: string;
}>;

const PATH_MAX_CHARACTERS = 1024;
/** Printable ASCII without backslash; an address encodes everything else. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/;
const BROKEN_PERCENT = /%(?![0-9a-f]{2})/i;

/**
 * Both as a browser sends them, "/caf%C3%A9" for "/café". `from` may have a query, of which the marks of senders are left
 * out; the part of a page is never sent.
 */
export function redirectPair(
  typedFrom: string,
  typedTo: string,
): Result<Readonly<{ from: string; to: string }>, "redirect-malformed" | "redirect-loop"> {
  const [from, to] = [withoutTracking(asSent(typedFrom)), asSent(typedTo)];
  if (!isPath(from) || !isDecodable(from) || from.includes("#"))
    return refused("redirect-malformed", { address: typedFrom, field: "from" });
  if (!isPath(to)) return refused("redirect-malformed", { address: typedTo, field: "to" });
  if (oldAddressKeys(to).includes(oldAddressKey(from)))
    return refused("redirect-loop", { chain: `${from} → ${to}` });
  return ok({ from, to });
}

function asSent(address: string): string {
  return address
    .trim()
    .normalize("NFC")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[^!-~]+/g, (text) => encodeURIComponent(text));
}

function isPath(path: string): boolean {
  return path.length <= PATH_MAX_CHARACTERS && PATH.test(path) && !path.split(/[/?#]/).includes("..");
}

/** The shop refuses requests for other addresses. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address.split("?", 1)[0] ?? "");
    return !BROKEN_PERCENT.test(address);
  } catch {
    return false;
  }
}

/**
 * Decoded, in lower case, without query and closing slash, a plus as a space (requirement routes-6): "/Old+Toys/?x=1"
 * is "/old toys". Of a search it is the query as the search reads it.
 */
export function redirectKey(path: string): string {
  const read = readSegments(path);
  return `/${(isSearch(read) ? searchSegments(read, path) : read).join("/")}`;
}

function readSegments(path: string): ReadonlyArray<string> {
  const segments = (path.split(/[?#]/, 1)[0] ?? "").split("/").filter(Boolean);
  return segments.map((segment) => decoded(segment.replaceAll("+", " ")).toLowerCase());
}

/** Of an old address, whose query counts, in whatever order: "/index.php?id=5". */
export function oldAddressKey(address: string): string {
  const key = redirectKey(address);
  const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? "");
  query.sort();
  return query.size === 0 || isSearch(readSegments(address))
    ? key
    : `${key}?${query.toString().toLowerCase()}`;
}

/** Under which `address` may be redirected: with its query, and else without. */
export function oldAddressKeys(address: string): ReadonlyArray<string> {
  return [oldAddressKey(withoutTracking(address)), redirectKey(address)];
}

/** Added by senders of links; an old address has none of its own. */
const TRACKING =
  /^(?:utm_\w+|_gl|gad_\w+|gclid|gclsrc|dclid|gbraid|wbraid|srsltid|fbclid|igshid|msclkid|ttclid|twclid|yclid|li_fat_id|epik|mc_[ce]id)$/i;

function withoutTracking(address: string): string {
  const [path = "", ...query] = address.split("?");
  const pairs = query.join("?").split("&");
  const own = pairs.filter((pair) => !TRACKING.test(pair.split("=", 1)[0] ?? "")).join("&");
  return own === "" ? path : `${path}?${own}`;
}

/** Whatever is asked for there, a page of the desk or a program's answer is all that it gets. */
export function isNeverRedirected(pathname: string): boolean {
  return ["desk", "program"].includes(addressAt(pathname).audience);
}

/** Names in a query that pages of the shop read, whichever they are. */
const OF_THE_SHOP =
  /^(?:_data|index|add|added|saved|cookie-check|page|sort|q|min|max|age|colour|brand|folded|mattress|wood|material|stock|birth|sale|delivery|budget|interest|occasion|swatch|variant|image|quantity|option-\d+|fit(?:-\w+)?|stars|reviews|products|only|about|stored|from)$/i;

/**
 * True where a page of the shop has the path, and the query another name than those that its pages read, as in "/?p=12"
 * of another shop: the owner may redirect it. Pages about one person, and of the desk and for programs, are never.
 */
export function isForeignQuery(address: string): boolean {
  if (!address.includes("?")) return false;
  const { audience, isPersonal, namedBy = [] } = addressAt(address.split(/[?#]/, 1)[0] ?? "");
  if (audience !== "public" || isPersonal || oldAddressKey(address) === redirectKey(address)) return false;
  const names = [...new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? "").keys()];
  return names.some(
    (name) => ![OF_THE_SHOP, TRACKING].some((known) => known.test(name)) && !namedBy.includes(name),
  );
}

type HasPage = (address: string) => boolean;

/** What has a page of its own never is. */
export function mayBeRedirected(address: string, hasPage: HasPage): boolean {
  return !hasPage(address) || isForeignQuery(address);
}

/** Under which `address` may be redirected, the most exact first. */
export function redirectableKeys(address: string, hasPage: HasPage): ReadonlyArray<string> {
  if (!hasPage(address)) return oldAddressKeys(address);
  return isForeignQuery(address) ? oldAddressKeys(address).slice(0, 1) : [];
}

/** Under which an address may be redirected, the most exact first; each with the query that is left for the target. */
export function redirectKeysOf(
  pathname: string,
  search: string,
): ReadonlyArray<Readonly<{ key: string; rest: string }>> {
  const query = [...new URLSearchParams(search)];
  const [tracking, own] = [true, false].map((is) =>
    new URLSearchParams(query.filter(([name]) => TRACKING.test(name) === is)).toString(),
  );
  const exact = oldAddressKey(`${pathname}?${own}`);
  const bare = redirectKey(pathname);
  return exact === bare
    ? [{ key: bare, rest: search }]
    : [
        { key: exact, rest: tracking ?? "" },
        { key: bare, rest: search },
      ];
}

const SEARCH_SEGMENTS = 2;

function isSearch(segments: ReadonlyArray<string>): boolean {
  return segments[0] === "search" && segments.length <= SEARCH_SEGMENTS;
}

function searchSegments([search = "", inPath]: ReadonlyArray<string>, path: string): ReadonlyArray<string> {
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? "");
  const query = tidyWords(inPath ?? parameters.get("q") ?? "").toLowerCase();
  return query === "" ? [search] : [search, query];
}

export type NextAddress = (address: string) => Promise<string | null> | string | null;

/** The last redirects nowhere; `isLoop` if it was reached twice. */
export async function redirectChain(
  from: string,
  next: NextAddress,
): Promise<Readonly<{ addresses: ReadonlyArray<string>; isLoop: boolean }>> {
  const addresses = [from];
  const seen = new Set([oldAddressKey(from)]);
  for (let at = await next(from); at !== null; at = await next(at)) {
    addresses.push(at);
    if (seen.has(oldAddressKey(at))) return { addresses, isLoop: true };
    seen.add(oldAddressKey(at));
  }
  return { addresses, isLoop: false };
}

/** The part of a page that `to` names stays behind the query. */
export function withQueryOf(to: string, search: string): string {
  const [, path = "", own = "", part = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(to) ?? [];
  const query = new URLSearchParams(own);
  for (const [name, value] of new URLSearchParams(search))
    if (!new URLSearchParams(own).has(name)) query.append(name, value);
  const text = query.toString();
  return `${path}${text === "" ? "" : `?${text}`}${part}`;
}

export type RedirectEnd = Readonly<{
  end: string;
  /** Redirects on the way. */
  steps: number;
  isLoop: boolean;
}>;

/**
 * Where `address` leads in the end by `targets`, by keys of old addresses. Where `isEnd`, it leads nowhere else. Each
 * redirect is followed once, however many addresses are asked for.
 */
export function redirectEnds(
  targets: ReadonlyMap<string, string>,
  isEnd: (address: string) => boolean,
): (address: string) => RedirectEnd {
  const known = new Map<string, RedirectEnd>();
  return (address) => {
    const way: Array<string> = [];
    const seen = new Set<string>();
    let at = address;
    let found: RedirectEnd | undefined;
    while (!found) {
      const keys = way.length > 0 ? redirectableKeys(at, isEnd) : oldAddressKeys(at);
      const key = keys.find((each) => targets.has(each));
      if (key === undefined) found = { end: at, steps: 0, isLoop: false };
      else if (seen.has(key)) found = { end: at, steps: 0, isLoop: true };
      else {
        found = known.get(key);
        if (found) break;
        seen.add(key);
        way.push(key);
        at = targets.get(key) ?? at;
      }
    }
    for (const key of way.reverse()) {
      found = { ...found, steps: found.steps + 1 };
      known.set(key, found);
    }
    return found;
  };
}

type RedirectProblem = Readonly<{
  from: string;
  to: string;
  kind: "loop" | "chain" | "dead" | "unused" | "unreadable";
  words: string;
}>;

export function redirectProblems(
  redirects: ReadonlyArray<Redirect>,
  { hasPage, isOwn, mayAnswer }: PagesOfShop,
): ReadonlyArray<RedirectProblem> {
  const targets = new Map(redirects.map(({ from, to }) => [oldAddressKey(from), to]));
  const endOf = redirectEnds(targets, hasPage);
  const writtenEndOf = redirectEnds(targets, isOwn);
  const problems: Array<RedirectProblem> = [];
  for (const { from, to } of redirects) {
    const report = (kind: RedirectProblem["kind"], words: string) => problems.push({ from, to, kind, words });
    const { end, isLoop } = endOf(from);
    // One that a hidden page adds ends with it.
    const { steps } = writtenEndOf(from);
    if (isLoop) report("loop", `leads in a circle, by ${to} to ${end}`);
    else if (steps > 1) report("chain", `sends visitors on ${steps} times: by ${to} to ${end}`);
    if (!isLoop && !mayAnswer(end)) report("dead", `leads to an address without a page: ${end}`);
    if (!mayBeRedirected(from, hasPage))
      report("unused", "is not used: the address has a page, and the page wins");
    if (!isDecodable(from)) report("unreadable", "is not used: no browser can ask for this address");
  }
  return problems;
}

export type PagesOfShop = Readonly<{
  /** Exactly this address answers with a page. */
  hasPage: (address: string) => boolean;
  /** It does, or will once what is hidden is shown again. */
  isOwn: (address: string) => boolean;
  /** It does, and nothing hides that page. */
  isFixed: (address: string) => boolean;
  /** It does, or it is in a part of the shop whose pages are in no list, such as searches. */
  mayAnswer: (address: string) => boolean;
}>;

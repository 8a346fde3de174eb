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

export function redirectPair(
  from: string,
  to: string,
): Result<Readonly<{ from: string; to: string }>, "redirect-malformed" | "redirect-loop"> {
  const isPath = (path: string) =>
    path.length <= PATH_MAX_CHARACTERS && PATH.test(path) && !path.split(/[/?#]/).includes("..");
  if (!isPath(from) || /[?#]/.test(from) || redirectKey(from) === "/") {
    return refused("redirect-malformed", { address: from });
  }
  if (!isPath(to)) return refused("redirect-malformed", { address: to });
  if (redirectKey(from) === redirectKey(to)) return refused("redirect-loop", { chain: `${from} → ${to}` });
  return ok({ from, to });
}

/**
 * Decoded, in lower case, without query and closing slash, a plus as a space (requirement routes-6): "/Old+Toys/?x=1"
 * is "/old toys". Of a search it is the query as the search reads it.
 */
export function redirectKey(path: string): string {
  const segments = (path.split(/[?#]/, 1)[0] ?? "").split("/").filter(Boolean);
  const read = segments.map((segment) => decoded(segment.replaceAll("+", " ")).toLowerCase());
  return `/${(isSearch(read) ? searchSegments(read, path) : read).join("/")}`;
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

export type NextAddress = (key: string) => Promise<string | null> | string | null;

/** The last redirects nowhere; `isLoop` if it was reached twice. */
export async function redirectChain(
  from: string,
  next: NextAddress,
): Promise<Readonly<{ addresses: ReadonlyArray<string>; isLoop: boolean }>> {
  const addresses = [from];
  const seen = new Set([redirectKey(from)]);
  for (let at = await next(redirectKey(from)); at !== null; at = await next(redirectKey(at))) {
    addresses.push(at);
    if (seen.has(redirectKey(at))) return { addresses, isLoop: true };
    seen.add(redirectKey(at));
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

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

type RedirectProblem = Readonly<{
  from: string;
  to: string;
  kind: "loop" | "chain" | "dead" | "unused";
  words: string;
}>;

/** Pages outside the sitemap to which a redirect may lead. */
const OTHER_PAGES =
  /^\/(?:search|cart|favourites|compare|account|login|register|forgot-password|checkout|feeds|sitemap\.xml)(?:[/.?#]|$)/;

/** Exactly the addresses in `living` have a page. */
export async function redirectProblems(
  redirects: ReadonlyArray<Redirect>,
  living: ReadonlySet<string>,
): Promise<ReadonlyArray<RedirectProblem>> {
  const targets = new Map(redirects.map(({ from, to }) => [redirectKey(from), to]));
  const alive = new Set([...living].map(redirectKey));
  const problems: Array<RedirectProblem> = [];
  for (const { from, to } of redirects) {
    const { addresses, isLoop } = await redirectChain(from, (key) => targets.get(key) ?? null);
    const way = addresses.join(" → ");
    const report = (kind: RedirectProblem["kind"], words: string) => problems.push({ from, to, kind, words });
    const end = addresses.at(-1) ?? to;
    if (isLoop) report("loop", `leads in a circle: ${way}`);
    else if (addresses.length > 2) report("chain", `sends visitors on more than once: ${way}`);
    if (!isLoop && !alive.has(redirectKey(end)) && !OTHER_PAGES.test(end)) {
      report("dead", `leads to an address without a page: ${end}`);
    }
    if (alive.has(redirectKey(from)))
      report("unused", "is not used: the address has a page, and the page wins");
  }
  return problems;
}

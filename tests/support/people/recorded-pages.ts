/**
 * What every page of a shop says to one visitor without scripts, in a form that is the same for two shops that were
 * filled alike: without times, ids, hashes and class names.
 */
import type { IncomingHttpHeaders } from "node:http";

import type { Answer, Shopper } from "./shopper.ts";

/** Pages of one kind, such as products, and of the same names in the query, that are read. */
const PAGES_OF_A_KIND = 3;
/** Below these first segments each path is of the same kind as others of its depth. */
const LISTED_BY_DEPTH: ReadonlySet<string> = new Set(["p", "c", "brands", "blog", "search", "category"]);
const NOT_COMPARED: ReadonlySet<string> = new Set(
  "date etag content-length x-request-id connection keep-alive server-timing transfer-encoding last-modified ratelimit".split(
    " ",
  ),
);

const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)";
const WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";

/** In this order; what stands for a text that differs between two shops or two days. */
const REPLACED: ReadonlyArray<readonly [RegExp, string]> = [
  [/<(script|style)\b[\s\S]*?<\/\1>/g, ""],
  [/<!--[\s\S]*?-->/g, ""],
  [/<link\b[^>]*rel="(?:modulepreload|stylesheet|preload|dns-prefetch)"[^>]*>/g, ""],
  [/ (?:class|style|nonce|id|for|form|aria-(?:controls|describedby|labelledby|errormessage))="[^"]*"/g, ""],
  [/'(?:sha256|nonce)-[^']+'/g, "'HASH'"],
  [
    /\b(order|cart|list|line|attempt|customer|address|purchase|gift|message|cust|claim|entry|staff|refund|request)_[\w-]{20,22}/g,
    "$1_ID",
  ],
  [/\btest_[\w-]{20,}/g, "test_ID"],
  [/(\/assets\/[\w.-]+?)-[\w-]{6,8}\./g, "$1-HASH."],
  [/\b\d{4}-\d\d-\d\dT(?:[\d:.]|%3A)+Z/g, "TIME"],
  [/\b\d{4}-\d\d-\d\d\b/g, "DAY"],
  [
    new RegExp(
      `\\b(?:(?:${WEEKDAY}),? )?\\d{1,2}(?: to (?:(?:${WEEKDAY}) )?\\d{1,2})? ${MONTH}(?: \\d{4})?`,
      "g",
    ),
    "DAY",
  ],
  [new RegExp(`\\b(?:${WEEKDAY}) \\d{1,2}\\b`, "g"), "DAY"],
  [new RegExp(`\\b(?:${WEEKDAY})\\b`, "g"), "DAY"],
  [/\b\d{1,2}:\d\d\b|\b\d{1,2}\.\d\d [ap]m\b/g, "TIME"],
  [/(?<!\d)\d{8}(?!\d)/g, "NUMBER"],
  [/(name="(?:stamp|token|version|mark|was|shown|key|attempt|opened|code)"[^>]*value=)"[^"]*"/g, '$1"…"'],
  [/(value=)"[^"]*"([^>]*name="(?:stamp|token|version|mark|was|shown|key|attempt|opened|code)")/g, '$1"…"$2'],
  [/(?:localhost|127\.0\.0\.1):\d+/g, "SHOP"],
  [/\d{9,}/g, "ID"],
  [/\b\d+ hours? \d+ minutes?\b|\b\d+ (?:minutes?|seconds?)\b/g, "TIME"],
  [/\b\d+ MB free for \S+/g, "SPACE"],
  // A barcode, of the order's number.
  [/ d="(?:M\d+ 0h\dv34h-\dz)+"/g, ""],
  [/></g, ">\n<"],
];

export type Walk = Readonly<{ starts: ReadonlyArray<string>; below?: string }>;

function comparable(text: string): string {
  return REPLACED.reduce((before, [pattern, by]) => before.replace(pattern, by), text);
}

export type RecordedPage = readonly [address: string, record: string];

/**
 * Follows links from `starts` to addresses below `below`. Each step asks for one page: its address, of those that look
 * the same the second has "(2)" behind it, and its status, headers and HTML.
 */
export async function* walkPages(
  visitor: Shopper,
  { starts, below = "/" }: Walk,
): AsyncGenerator<RecordedPage, undefined> {
  const names = new Set<string>();
  const kinds = new Map<string, number>();
  const seen = new Set(starts);
  const waiting = [...starts];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const kind = kindOf(at);
    const count = (kinds.get(kind) ?? 0) + 1;
    if (count > PAGES_OF_A_KIND) continue;
    kinds.set(kind, count);
    const answer = await visitor.get(at);
    for (const link of linksOf(answer, at)) {
      if (seen.has(link) || !link.startsWith(below)) continue;
      seen.add(link);
      waiting.push(link);
    }
    const name = freeName(names, comparable(at));
    names.add(name);
    yield [name, recordOf(answer)];
  }
  return undefined;
}

function freeName(names: ReadonlySet<string>, name: string): string {
  let free = name;
  for (let count = 2; names.has(free); count += 1) free = `${name} (${count})`;
  return free;
}

function recordOf({ status, headers, body }: Answer): string {
  const isText = /^text\/|json|xml/.test(String(headers["content-type"]));
  return [status, ...headerLines(headers), isText ? comparable(body) : "(not a text)"].join("\n");
}

function headerLines(headers: IncomingHttpHeaders): ReadonlyArray<string> {
  const { "set-cookie": cookies = [], ...others } = headers;
  const compared = Object.entries(others).filter(([name]) => !NOT_COMPARED.has(name));
  return [
    ...compared.map(([name, value]) => `${name}: ${comparable(String(value))}`).sort(),
    ...cookies.map((cookie) => `set-cookie: ${cookie.split("=")[0] ?? ""}`).sort(),
  ];
}

/** The shop's own pages that a page leads to, as paths. */
function linksOf({ status, location, body, headers }: Answer, at: string): ReadonlyArray<string> {
  const origin = "http://shop.invalid";
  const isPage = status < 400 && String(headers["content-type"]).startsWith("text/html");
  const hrefs = isPage ? [...body.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => href) : [];
  return [...(location ? [location] : []), ...hrefs].flatMap((href) => {
    const url = URL.canParse(href, origin + at) ? new URL(href.replaceAll("&amp;", "&"), origin + at) : null;
    const isOwn = url?.origin === origin || url?.hostname === "localhost";
    return url && isOwn ? [url.pathname + url.search] : [];
  });
}

function kindOf(at: string): string {
  const { pathname, searchParams } = new URL(at, "http://shop.invalid");
  const [first = "", ...rest] = pathname.slice(1).split("/");
  const path = LISTED_BY_DEPTH.has(first)
    ? [first, rest.length]
    : [first, ...rest.map((segment) => (/\d|_/.test(segment) ? "*" : segment))];
  return `${path.join("/")}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

/** What is known of an address, and which route answers there: read as the router reads it. */
import { decoded } from "#app/models/shared/decoded.ts";

import { ADDRESSES, type AddressFacts } from "./addresses.ts";

const UNKNOWN: AddressFacts = { audience: "public", ahead: "never", priority: "looking", draft: "Your form" };
/** What holds for one address alone is not known of those below it. */
const ALONE = { showsDraft: false, accepts: undefined, provesItself: false, isProbe: false, namedBy: [] };

type Pattern = ReadonlyArray<string>;

/** The patterns as a tree of their parts. */
type Branch = {
  readonly fixed: Map<string, Branch>;
  /** For a parameter. */
  any: Branch | null;
  own: AddressFacts;
  below: AddressFacts;
  /** Of the route that ends here, and of the one that takes whatever lies below. */
  pattern: Pattern | null;
  rest: Pattern | null;
};

const ROOT = newBranch(UNKNOWN);
const known = Object.values(ADDRESSES)
  .flat()
  .filter(([pattern]) => pattern !== "*")
  .flatMap(([pattern, , facts]) => variantsOf(partsOf(pattern)).map((parts) => [parts, facts] as const));
// What lies below an address takes over what is known of it.
for (const [pattern, facts] of known.sort(([one], [other]) => depthOf(one) - depthOf(other)))
  addPattern(pattern, facts);

function newBranch(facts: AddressFacts): Branch {
  return { fixed: new Map(), any: null, own: facts, below: facts, pattern: null, rest: null };
}

function partsOf(path: string): Pattern {
  return path.split("/").filter((part) => part !== "");
}

/** "blog/:slug1?/:articleId" without what may be left out, and with it. */
function variantsOf([first, ...others]: Pattern): ReadonlyArray<Pattern> {
  if (first === undefined) return [[]];
  const ends = variantsOf(others);
  const whole = ends.map((end) => [first.replace("?", ""), ...end]);
  // As the router has them: what comes first is left out last.
  return first.endsWith("?") ? [...whole, ...ends] : whole;
}

function depthOf(pattern: Pattern): number {
  return pattern.filter((part) => part !== "*").length;
}

function addPattern(pattern: Pattern, facts: Partial<AddressFacts> = {}): void {
  const branch = pattern.filter((part) => part !== "*").reduce(branchFor, ROOT);
  branch.own = { ...branch.own, ...facts };
  // Nothing lies below the home page.
  if (branch !== ROOT) branch.below = { ...branch.own, ...ALONE };
  branch.pattern ??= pattern;
  if (pattern.includes("*")) branch.rest = pattern;
}

function branchFor(branch: Branch, part: string): Branch {
  if (part.startsWith(":")) return (branch.any ??= newBranch(branch.below));
  const name = part.toLowerCase();
  const found = branch.fixed.get(name) ?? newBranch(branch.below);
  branch.fixed.set(name, found);
  return found;
}

type Found = Readonly<{ facts: AddressFacts; pattern: Pattern | null; parts: Pattern }>;

/** All as they are written where one cannot be decoded. */
function decodedParts(parts: Pattern): Pattern {
  if (!parts.some((part) => part.includes("%"))) return parts;
  const read = parts.map(decoded);
  return read.some((part, index) => part.includes("%") && part === parts[index]) ? parts : read;
}

/** One request looks its address up some ten times in a row. */
let last: Readonly<{ pathname: string; found: Found }> | null = null;

function find(pathname: string): Found {
  if (last?.pathname !== pathname) last = { pathname, found: lookUp(pathname) };
  return last.found;
}

function lookUp(pathname: string): Found {
  const parts = decodedParts(partsOf(pathname));
  const whole = wholeBelow(ROOT, parts, 0);
  if (whole) return { facts: whole.own, pattern: whole.pattern, parts };
  let branch = ROOT;
  let pattern: Pattern | null = null;
  for (const part of parts) {
    const next = branch.fixed.get(part.toLowerCase()) ?? branch.any;
    if (!next) break;
    branch = next;
    pattern = branch.rest ?? pattern;
  }
  return { facts: branch.rest ? branch.own : branch.below, pattern, parts };
}

/** The end of the route that `parts` name from `index` on; a fixed part goes before a parameter. */
function wholeBelow(branch: Branch, parts: Pattern, index: number): Branch | null {
  const part = parts[index];
  if (part === undefined) return branch.pattern && branch;
  const fixed = branch.fixed.get(part.toLowerCase());
  return (
    (fixed ? wholeBelow(fixed, parts, index + 1) : null) ??
    (branch.any ? wholeBelow(branch.any, parts, index + 1) : null)
  );
}

/** An address without a route has what is known of the nearest address above it. */
export function addressAt(pathname: string): AddressFacts {
  return find(pathname).facts;
}

const WITH_PRODUCTS: ReadonlyArray<AddressFacts["kind"]> = ["category", "brand", "search"];

/** True for the address of a list of products. */
export function listsProducts(pathname: string): boolean {
  return WITH_PRODUCTS.includes(addressAt(pathname).kind);
}

type FoundRoute = Readonly<{ pattern: string; params: Readonly<Record<string, string>> }>;

/** Null where the shop has no page. */
export function routeAt(pathname: string): FoundRoute | null {
  const { pattern, parts } = find(pathname);
  if (!pattern) return null;
  const named = pattern.flatMap((part, index) =>
    part.startsWith(":") ? [[part.slice(1), parts[index] ?? ""] as const] : [],
  );
  return { pattern: pattern.join("/"), params: Object.fromEntries(named) };
}

/** Equal data is not rendered again (decision 0003). */
import { randomBytes } from "node:crypto";

import { LRUCache } from "lru-cache";

const PART_CACHE_MAX_BYTES = 8 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 200;
/** Characters outside Latin-1 make a text take two bytes each. */
const BYTES_OF_CHARACTER = 2;

/** Part of the marks, so that no text of a page can imitate one. */
const SECRET = randomBytes(12).toString("base64url");
const MARK = new RegExp(` data-stored="${SECRET}-\\d+"`, "g");
const OPENING = new RegExp(`<([a-z][a-z0-9]*)(?: [^<>]*)? data-stored="${SECRET}-(\\d+)">`, "g");

const parts = new LRUCache<string, string>({
  maxSize: PART_CACHE_MAX_BYTES,
  sizeCalculation: (html, key) => ENTRY_OVERHEAD_BYTES + (html.length + key.length) * BYTES_OF_CHARACTER,
});

const names = new WeakMap<object, number>();
let named = 0;

export type FragmentScope = Readonly<{
  look: (part: object, of: object) => Readonly<{ html: string } | { mark: string }>;
  keep: (html: string) => string;
}>;

/** `scope` is everything that the parts depend on beside their data. */
export function openParts(scope: string): FragmentScope {
  const missing: Array<string> = [];
  return {
    look: (part, of) => {
      const key = `${nameOf(part)} ${scope} ${JSON.stringify(of)}`;
      const html = parts.get(key);
      if (html !== undefined) return { html };
      missing.push(key);
      return { mark: `${SECRET}-${missing.length - 1}` };
    },
    keep: (html) => {
      if (missing.length === 0) return html;
      for (const found of html.matchAll(OPENING)) {
        const [opening, tag = "", number] = found;
        const from = found.index + opening.length;
        const to = endOf(html, tag, from);
        const key = missing[Number(number)];
        if (key !== undefined && to !== null) parts.set(key, copyOf(html.slice(from, to)));
      }
      return html.replaceAll(MARK, "");
    },
  };
}

function nameOf(part: object): number {
  const known = names.get(part);
  if (known !== undefined) return known;
  named += 1;
  names.set(part, named);
  return named;
}

function endOf(html: string, tag: string, from: number): number | null {
  const edge = new RegExp(`<(/?)${tag}[ >]`, "g");
  edge.lastIndex = from;
  let depth = 1;
  for (let found = edge.exec(html); found; found = edge.exec(html)) {
    depth += found[1] === "/" ? -1 : 1;
    if (depth === 0) return found.index;
  }
  return null;
}

/** A copy, because a slice would keep the whole page in memory. */
function copyOf(html: string): string {
  return Buffer.from(html.replaceAll(MARK, "")).toString();
}

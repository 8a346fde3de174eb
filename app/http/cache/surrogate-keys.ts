/** The surrogate keys of a page: names of what it shows, by which a shared cache drops it (decision 0031). */
import {
  brandKey,
  categoryKey,
  CONTENT_KEY,
  LISTS_KEY,
  productKey,
  SETTINGS_KEY,
} from "#app/models/catalogue/surrogate-key.ts";

/** A page of a grown shop shows fewer; what is beyond is dropped with its list. */
const PRODUCTS_MAX = 100;
const PARTS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/(?:$|(?:c|category|brands)(?:\/|$))/, LISTS_KEY],
  [/^\/(?:$|(?:blog|information)(?:\/|$))/, CONTENT_KEY],
];
const NAMED: ReadonlyArray<readonly [RegExp, (name: string) => string]> = [
  [/^\/(?:c|category)\/(.+)$/, categoryKey],
  [/^\/brands\/([^/]+)$/, brandKey],
  [/^\/blog\/(?:[^/]+\/)?([^/]+)$/, (id) => `article-${id}`],
];

/** Fastly and Varnish know them by the first header, Cloudflare by the second. */
export function addSurrogateKeys(headers: Headers, keys: ReadonlyArray<string>): void {
  headers.set("Surrogate-Key", keys.join(" "));
  headers.set("Cache-Tag", keys.join(","));
}

export function surrogateKeys(pathname: string, data: unknown): ReadonlyArray<string> {
  const named = NAMED.flatMap(([pattern, keyOf]) => {
    const [, name] = pattern.exec(pathname) ?? [];
    return name === undefined ? [] : [keyOf(name)];
  });
  const parts = PARTS.filter(([pattern]) => pattern.test(pathname)).map(([, key]) => key);
  const products = [...productsIn(data)].slice(0, PRODUCTS_MAX).map(productKey);
  return [SETTINGS_KEY, ...parts, ...named, ...products];
}

/** The ids of all products in `data`: what has an id and an address under "/p/". */
function productsIn(data: unknown, found = new Set<number>()): ReadonlySet<number> {
  if (Array.isArray(data)) for (const one of data) productsIn(one, found);
  else if (typeof data === "object" && data !== null) {
    const { id, path } = data as Readonly<{ id?: unknown; path?: unknown }>;
    if (typeof id === "number" && typeof path === "string" && path.startsWith("/p/")) found.add(id);
    for (const one of Object.values(data)) productsIn(one, found);
  }
  return found;
}

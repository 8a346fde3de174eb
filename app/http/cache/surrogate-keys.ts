/** The surrogate keys of a page: names of what it shows, by which a shared cache drops it (decision 0031). */
import {
  brandKey,
  categoryKey,
  CONTENT_KEY,
  LISTS_KEY,
  productKey,
  SETTINGS_KEY,
} from "#app/models/catalogue/surrogate-key.ts";
import { addressAt, routeAt } from "#app/models/platform/address-at.ts";
import type { AddressKind } from "#app/models/platform/addresses.ts";

/** A page of a grown shop shows fewer; what is beyond is dropped with its list. */
const PRODUCTS_MAX = 100;
const KEYS_OF_KIND: Partial<Record<AddressKind, ReadonlyArray<string>>> = {
  home: [LISTS_KEY, CONTENT_KEY],
  category: [LISTS_KEY],
  brand: [LISTS_KEY],
  journal: [CONTENT_KEY],
  information: [CONTENT_KEY],
};

/** Fastly and Varnish know them by the first header, Cloudflare by the second. */
export function addSurrogateKeys(headers: Headers, keys: ReadonlyArray<string>): void {
  headers.set("Surrogate-Key", keys.join(" "));
  headers.set("Cache-Tag", keys.join(","));
}

export function surrogateKeys(pathname: string, data: unknown): ReadonlyArray<string> {
  const { kind } = addressAt(pathname);
  const products = [...productsIn(data)].slice(0, PRODUCTS_MAX).map(productKey);
  return [SETTINGS_KEY, ...((kind && KEYS_OF_KIND[kind]) ?? []), ...namedKeys(pathname), ...products];
}

/** Of the category, brand or article that `pathname` names. */
function namedKeys(pathname: string): ReadonlyArray<string> {
  const { brandSlug, articleId, ...slugs } = routeAt(pathname)?.params ?? {};
  if (brandSlug !== undefined) return [brandKey(brandSlug)];
  if (articleId !== undefined) return [`article-${articleId}`];
  const isCategory = addressAt(pathname).kind === "category" && Object.keys(slugs).length > 0;
  return isCategory ? [categoryKey(Object.values(slugs).join("/"))] : [];
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

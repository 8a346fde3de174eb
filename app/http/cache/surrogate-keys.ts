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
const LIST = /^\/(?:c|category|brands)(?:\/|$)/;
const CATEGORY = /^\/(?:c|category)\/(.+)$/;
const BRAND = /^\/brands\/([^/]+)$/;
const ARTICLE = /^\/blog\/(?:[^/]+\/)?([^/]+)$/;

/** `data` is what the page's loader answered. */
export function surrogateKeys(pathname: string, data: unknown): ReadonlyArray<string> {
  const [, category] = CATEGORY.exec(pathname) ?? [];
  const [, brand] = BRAND.exec(pathname) ?? [];
  const [, article] = ARTICLE.exec(pathname) ?? [];
  return [
    SETTINGS_KEY,
    ...(LIST.test(pathname) || pathname === "/" ? [LISTS_KEY] : []),
    ...(/^\/(?:blog|information)(?:\/|$)/.test(pathname) || pathname === "/" ? [CONTENT_KEY] : []),
    ...(category === undefined ? [] : [categoryKey(category)]),
    ...(brand === undefined ? [] : [brandKey(brand)]),
    ...(article === undefined ? [] : [`article-${article}`]),
    ...[...productsIn(data)].slice(0, PRODUCTS_MAX).map(productKey),
  ];
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

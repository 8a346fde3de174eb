/** Which addresses answer with a page, for whatever must not lead nowhere or away from one. */
import { catalogueAddresses } from "#app/models/catalogue/redirects/redirect.server.ts";
import type { PagesOfShop } from "#app/models/catalogue/redirects/redirect.ts";
import { oldAddressKey, redirectKey } from "#app/models/catalogue/redirects/redirect.ts";
import { canonicalInformationSlug } from "#app/models/content/content.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { addressAt, routeAt } from "#app/models/platform/address-at.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { paths } from "#app/paths.ts";
import { ownContent } from "#app/services/content/content.server.ts";
import { findPageEdits } from "#app/services/content/edits-embedded.server.ts";

import { listedAddresses } from "./sitemap.server.ts";

/** Those that need nothing to be named have a page as they are; of the desk and for programs, all. */
function hasFixedPage(key: string): boolean {
  const { audience } = addressAt(key);
  const pattern = routeAt(key)?.pattern ?? "*";
  return audience === "desk" || audience === "program" || !/[:*]/.test(pattern);
}

/** Whether a route answers whose pages are in no sitemap, such as searches. */
function leadsToUnlisted(key: string): boolean {
  const { kind } = addressAt(key);
  return routeAt(key) !== null && (kind === undefined || kind === "search");
}

/** As they are now. Without those of products if they are looked up one by one. */
export async function pagesOfShop(options?: Readonly<{ hasProducts: boolean }>): Promise<PagesOfShop> {
  const ids = Array.from((await findListing()).columns.product.id, (id) => `/products/${id}`);
  const isListed = isAmong([...(await listedAddresses(options)), ...ids]);
  const mayHide = isAmong(options?.hasProducts === false ? [] : await hideableAddresses());
  const hasPage = (address: string) => {
    const key = redirectKey(namedByQuery(address) ?? address);
    return isListed(key) || hasFixedPage(key);
  };
  return {
    hasPage,
    isOwn: (address) => hasPage(address) || mayHide(redirectKey(address)),
    isFixed: (address) => hasPage(address) && !mayHide(redirectKey(address)),
    mayAnswer: (address) => hasPage(address) || leadsToUnlisted(redirectKey(address)),
  };
}

/** "/product?id=5" has a page where product 5 has one, and leads by a redirect else; null for other addresses. */
function namedByQuery(address: string): string | null {
  const query = new URLSearchParams(oldAddressKey(address).split("?")[1]);
  const [id, slug] = [query.get("id"), query.get("slug")];
  const pattern = routeAt(redirectKey(address))?.pattern;
  if (pattern === "product") return id ? `/products/${id}` : slug && `/p/${slug}`;
  return pattern === "brand" && !id && slug ? paths.brand(slug) : null;
}

/** Of products, categories, brands and pages, shown or hidden. */
async function hideableAddresses(): Promise<ReadonlyArray<string>> {
  const [catalogue, files, { pages }] = await Promise.all([
    catalogueAddresses(),
    ownContent()?.filePages() ?? [],
    findPageEdits(),
  ]);
  const byPage = new Map<string, string>();
  for (const { kind, key, fields } of [...files, ...pages])
    if (fields) {
      const path = kind === "article" ? paths.article(fields.section, key) : paths.information(fields.slug);
      byPage.set(`${kind} ${key}`, path);
    }
  const ids = [...catalogue.keys()].filter((what) => what.startsWith("product "));
  const byId = ids.map((what) => what.replace("product ", "/products/"));
  return [...catalogue.values(), ...byId, ...byPage.values()];
}

function isAmong(addresses: ReadonlyArray<string>): (key: string) => boolean {
  const keys = withShortAddresses(addresses.map(redirectKey));
  return (key) => keys.has(key) || keys.has(aliasOf(key));
}

/** With "/p/kite" and "/c/kites", which lead on where one product or category alone has that name. */
function withShortAddresses(keys: ReadonlyArray<string>): ReadonlySet<string> {
  const byShort = grouped(keys, (key) => key.replace(/^\/([cp])\/.*\/([^/]+)$/, "/$1/$2"));
  return new Set([...keys, ...[...byShort].flatMap(([short, { length }]) => (length === 1 ? [short] : []))]);
}

function aliasOf(key: string): string {
  if (key.startsWith("/products/")) return key.replace("/products/", "/p/");
  const [, slug] = /^\/information\/([a-z0-9-]+)$/.exec(key) ?? [];
  return slug === undefined ? key : paths.information(canonicalInformationSlug(slug));
}

/** Which addresses answer with a page, for whatever must not lead nowhere or away from one. */
import { catalogueAddresses } from "#app/models/catalogue/redirects/redirect.server.ts";
import type { PagesOfShop } from "#app/models/catalogue/redirects/redirect.ts";
import { isNeverRedirected, redirectKey } from "#app/models/catalogue/redirects/redirect.ts";
import { listBrands } from "#app/models/catalogue/brand.server.ts";
import { findTopic } from "#app/models/content/blog.ts";
import { listArticles } from "#app/models/content/content.server.ts";
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
  const pattern = routeAt(key)?.pattern ?? "*";
  return isNeverRedirected(key) || !(addressAt(key).isForDevelopment || /[:*]/.test(pattern));
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
  const isHideable = isAmong(options?.hasProducts === false ? [] : await hideableAddresses());
  const shownAt = await addressesByQuery();
  const hasPage = (address: string) => {
    const shown = shownAt(address);
    return shown !== null && (isListed(redirectKey(shown)) || hasFixedPage(redirectKey(shown)));
  };
  const mayHide = (address: string) => isHideable(redirectKey(shownAt(address) ?? address));
  return {
    hasPage,
    isOwn: (address) => hasPage(address) || mayHide(address),
    isFixed: (address) => hasPage(address) && !mayHide(address),
    mayAnswer: (address) => hasPage(address) || leadsToUnlisted(redirectKey(address)),
  };
}

/**
 * Where that is which an address shows: "/product?id=5" shows what is at /products/5, most show themselves. Null where
 * its query names what is not there, so that it may lead on by a redirect.
 */
async function addressesByQuery(): Promise<(address: string) => string | null> {
  const [brands, articles] = await Promise.all([listBrands(), listArticles()]);
  const byPattern: Readonly<Record<string, (name: string, value: string) => string | undefined>> = {
    product: (name, value) => (name === "id" ? `/products/${value}` : `/p/${value}`),
    brand: among(brands, ({ slug }) => paths.brand(slug)),
    "blog/article": among(articles, ({ section, id }) => paths.article(section.slug, id)),
    blog: (_name, value) => (findTopic(articles, value) ? paths.blog() : undefined),
  };
  return (address) => {
    const path = redirectKey(address);
    const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
    const name = addressAt(path).namedBy?.find((each) => query.get(each));
    if (name === undefined) return address;
    return byPattern[routeAt(path)?.pattern ?? ""]?.(name, query.get(name) ?? "") ?? null;
  };
}

function among<Thing extends Readonly<{ id: string | number; slug: string }>>(
  things: ReadonlyArray<Thing>,
  addressOf: (thing: Thing) => string,
): (name: string, value: string) => string | undefined {
  return (name, value) =>
    things.filter(({ id, slug }) => value === (name === "id" ? String(id) : slug)).map(addressOf)[0];
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

import { resolveProduct } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { redirectKey } from "#app/models/catalogue/redirects/redirect.ts";
import { canonicalInformationSlug } from "#app/models/content/content.ts";
import { commaWords, type PageFields } from "#app/models/content/page-fields.ts";
import { listProductCardsBySlug } from "#app/models/content/content.server.ts";
import { listedAddresses } from "#app/models/seo/sitemap.server.ts";
import { paths } from "#app/paths.ts";
import { proseHtml } from "#app/services/content/prose.server.ts";

const LINK = /<a href="([^"]*)"/g;
/** Parts of the shop that are in no sitemap. */
const OTHER_PARTS =
  /^\/(?:search|cart|favourites|compare|my-spaces|account|login|register|forgot-password|orders|withdraw|gift-list|gift-lists|list|newsletter|stock-alerts|privacy|image|feeds|sitemap\.xml)(?:[/.?#]|$)/;

export async function deadLinks(body: string): Promise<ReadonlyArray<string>> {
  const links = [...proseHtml(body).matchAll(LINK)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const own = [...new Set(links)].filter((href) => !/^(?:https?:|mailto:|tel:|#)/i.test(href) && href !== "");
  if (own.length === 0) return [];
  const listed = new Set([...(await listedAddresses({ hasProducts: false }))].map(redirectKey));
  const found = await Promise.all(own.map(async (href) => (await hasPage(href, listed)) || href));
  return found.filter((href) => href !== true);
}

async function hasPage(href: string, listed: ReadonlySet<string>): Promise<boolean> {
  if (!href.startsWith("/")) return false;
  const key = redirectKey(href);
  if (key === "/" || listed.has(key) || listed.has(aliasOf(key)) || OTHER_PARTS.test(key)) return true;
  const [part, ...slugs] = key.split("/").filter(Boolean);
  if (part === "p" && (await resolveProduct(slugs)) !== null) return true;
  return (await findRedirect(key)) !== null;
}

function aliasOf(key: string): string {
  const [, slug] = /^\/information\/([a-z0-9-]+)$/.exec(key) ?? [];
  return slug === undefined ? key : paths.information(canonicalInformationSlug(slug));
}

/** Also those that the shop does not show. */
export async function unknownProducts({ related }: PageFields, now: Date): Promise<ReadonlyArray<string>> {
  const slugs = commaWords(related);
  const found = new Set((await listProductCardsBySlug(slugs, now)).map(({ path }) => path.split("/").at(-1)));
  return slugs.filter((slug) => !found.has(slug));
}

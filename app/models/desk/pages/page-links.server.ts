import { resolveProduct } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { type PagesOfShop, redirectKey } from "#app/models/catalogue/redirects/redirect.ts";
import { commaWords, type PageFields } from "#app/models/content/page-fields.ts";
import { listProductCardsBySlug } from "#app/models/content/content.server.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";
import { proseHtml } from "#app/services/content/prose.server.ts";

const LINK = /<a href="([^"]*)"/g;

export async function deadLinks(body: string): Promise<ReadonlyArray<string>> {
  const links = [...proseHtml(body).matchAll(LINK)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const own = [...new Set(links)].filter((href) => !/^(?:https?:|mailto:|tel:|#)/i.test(href) && href !== "");
  if (own.length === 0) return [];
  const pages = await pagesOfShop({ hasProducts: false });
  const found = await Promise.all(own.map(async (href) => (await leadsSomewhere(href, pages)) || href));
  return found.filter((href) => href !== true);
}

async function leadsSomewhere(href: string, { mayAnswer }: PagesOfShop): Promise<boolean> {
  if (!href.startsWith("/")) return false;
  if (mayAnswer(href)) return true;
  const [part, ...slugs] = redirectKey(href).split("/").filter(Boolean);
  if (part === "p" && (await resolveProduct(slugs)) !== null) return true;
  const { pathname, search } = new URL(href, "http://shop.invalid");
  return (await findRedirect(pathname, search)) !== null;
}

/** Also those that the shop does not show. */
export async function unknownProducts({ related }: PageFields, now: Date): Promise<ReadonlyArray<string>> {
  const slugs = commaWords(related);
  const found = new Set((await listProductCardsBySlug(slugs, now)).map(({ path }) => path.split("/").at(-1)));
  return slugs.filter((slug) => !found.has(slug));
}

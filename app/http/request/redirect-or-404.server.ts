import { json } from "@remix-run/node";

import type { LostPage } from "#app/models/content/content.ts";
import { movedPermanently, notFoundMessage } from "#app/http/response/responses.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { findHomeContent, listProductCardsBySlug } from "#app/models/content/content.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";

const PRODUCTS_SHOWN = 4;

/**
 * To be thrown: 301 by the redirect table, else `otherwise`, else 301 to the address in small letters, else 404 with
 * `message`, by default the one that names path and query.
 */
export async function elsewhere(
  request: Request,
  { otherwise, message }: Readonly<{ otherwise?: Response; message?: string }> = {},
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = await findRedirect(pathname, search);
  if (target !== null) return movedPermanently(target);
  return otherwise ?? inLowerCase(request) ?? (await lostPage(message ?? notFoundMessage(request)));
}

/** Phones capitalise what is typed. Null where nothing would change, or what is encoded might. */
function inLowerCase(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const small = pathname.toLowerCase();
  return small === pathname || pathname.includes("%") ? null : movedPermanently(small + search);
}

/** 404 with products that the home page features, for whoever followed an old link. */
async function lostPage(message: string): Promise<Response> {
  const [{ featured }, { locale }] = await Promise.all([findHomeContent(), findStore()]);
  const cards = await listProductCardsBySlug(featured.products.slice(0, PRODUCTS_SHOWN), new Date());
  const products = cards.map(({ name, path, image, price, isFromPrice }) => ({
    name,
    path,
    image,
    price: `${isFromPrice ? "From " : ""}${formatMoney(price.now, locale)}`,
  }));
  return json<LostPage>({ message, products }, { status: 404 });
}

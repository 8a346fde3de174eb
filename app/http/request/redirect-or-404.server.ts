import { json } from "@remix-run/node";

import type { LostPage } from "#app/models/content/content.ts";
import { movedPermanently, notFoundMessage } from "#app/http/response/responses.server.ts";
import { findForeignRedirect, findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { findHomeContent, listProductCardsBySlug } from "#app/models/content/content.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { isNeverRedirected } from "#app/models/catalogue/redirects/redirect.ts";
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

/**
 * What a loader gives by `answer`. Throws a 301 by the redirect table instead: where the address has another shop's query,
 * before the loader runs, and for any other address where it finds nothing.
 */
export async function orRedirect(request: Request, answer: () => unknown): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  const foreign = await findForeignRedirect(pathname, search);
  if (foreign !== null) throw movedPermanently(foreign);
  const leadOn = async (outcome: unknown) => {
    const isLost = isNotFound(outcome, pathname) && !isNeverRedirected(pathname);
    const target = isLost ? await findRedirect(pathname, search) : null;
    if (target !== null) throw movedPermanently(target);
    return outcome;
  };
  try {
    return await leadOn(await answer());
  } catch (thrown) {
    throw await leadOn(thrown);
  }
}

function isNotFound(outcome: unknown, pathname: string): boolean {
  if (!(outcome instanceof Response)) return false;
  // Other shops have images without a size.
  return outcome.status === 404 || (outcome.status === 400 && addressAt(pathname).audience === "file");
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

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { SharedFavouritesPage } from "#app/components/favourites/shared-favourites-page.tsx";
import { currentListOwner, findShare, saveAll } from "#app/http/request/current-wishlist.server.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { notFound, refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { isSharedListId } from "#app/models/shared/ids.ts";
import { listFavouriteCards } from "#app/models/wishlist/cards.server.ts";
import { findSharedFavourites } from "#app/models/wishlist/shared-wishlist.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const { id, list } = await sharedList(request, params["listId"], now);
  const owner = await currentListOwner(request);
  // The price at which the owner saved an item is not shared.
  const unpriced = list.map(({ productId, variantId }) => ({ productId, variantId, savedPrice: null }));
  const [cards, own] = await Promise.all([listFavouriteCards(unpriced, now), findShare(owner, now)]);
  const meta = await privateMeta("Shared favourites", paths.sharedFavourites(id));
  return json({ cards, isOwn: own?.id === id, path: paths.sharedFavourites(id), meta });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { list } = await sharedList(request, params["listId"], now);
  const done = await saveAll(await currentListOwner(request), list, now);
  if (!done.ok) return refusal(done);
  const { cookie, count } = done.value;
  return seeOther(paths.favourites({ saved: count }), cookie ? { "Set-Cookie": cookie } : {});
}

/** Throws the same 404 for an unknown link and a revoked one. */
async function sharedList(request: Request, id: string | undefined, now: Date) {
  const list = isSharedListId(id) ? await findSharedFavourites(id, now) : null;
  if (!isSharedListId(id) || !list) throw await elsewhere(request, { otherwise: notFound(request) });
  return { id, list };
}

/** The address alone opens the list, so other sites must not see it. */
export const headers = () => ({ "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex" });

export default function SharedFavouritesRoute() {
  const { cards, isOwn, path } = useLoaderData<typeof loader>();
  return <SharedFavouritesPage cards={cards} isOwn={isOwn} path={path} />;
}

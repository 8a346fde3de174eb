import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import {
  type FavouritesAnswer,
  FavouritesPage,
  type FavouritesPageData,
} from "#app/components/favourites/favourites-page.tsx";
import { currentListOwner, favouritesOf, findShare } from "#app/http/request/current-wishlist.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { refusal } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { listFavouriteCards } from "#app/models/wishlist/cards.server.ts";
import { CUSTOMER_FAVOURITES_MAX, GUEST_FAVOURITES_MAX } from "#app/models/wishlist/wishlist.ts";
import { paths } from "#app/paths.ts";

import { answerFavourites, favouritesFormSchema } from "./favourites.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date();
  const [owner, store] = await Promise.all([currentListOwner(request), findStore()]);
  const [list, shared] = await Promise.all([favouritesOf(owner), findShare(owner, now)]);
  const cards = await listFavouriteCards(list, now);
  const isCustomer = owner.kind === "customer";
  const page: FavouritesPageData = {
    cards,
    goneCount: list.length - cards.length,
    isCustomer,
    max: isCustomer ? CUSTOMER_FAVOURITES_MAX : GUEST_FAVOURITES_MAX,
    share: shared && {
      url: new URL(paths.sharedFavourites(shared.id), shopOrigin()).href,
      path: paths.sharedFavourites(shared.id),
      kind: shared.kind,
      until: shared.endsAt && dateText(shared.endsAt, store),
    },
    savedCount: countIn(request),
  };
  const meta = await privateMeta("Favourites", paths.favourites());
  return json({ page, meta, owner: owner.kind === "customer" ? owner.customerId : "" });
}

function countIn(request: Request): number | null {
  const text = new URL(request.url).searchParams.get("saved") ?? "";
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

export { cookieCheckedAction as clientAction } from "#app/hooks/cookie-check.ts";

export async function action({ request }: ActionFunctionArgs) {
  const owner = await currentListOwner(request);
  const form = await readForm(request, favouritesFormSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  return answerFavourites({ request, owner, form: form.value, now: new Date() });
}

export default function FavouritesRoute() {
  const { page } = useLoaderData<typeof loader>();
  const answer = (useActionData<typeof action>() as FavouritesAnswer | undefined) ?? null;
  return <FavouritesPage page={page} answer={answer} />;
}

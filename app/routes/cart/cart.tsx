import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";

import { BasketPage, EmptyBasket, GiftsOnlyBasket } from "#app/components/cart/basket-page.tsx";
import { RefusalContext } from "#app/components/cart/basket-refusal.ts";
import { GiftBaskets } from "#app/components/cart/gift-baskets.tsx";
import type { CartAnswer, CartRefusal } from "#app/components/cart/cart-answer.ts";
import { useLostFocus } from "#app/components/layout/use-lost-focus.ts";
import { useErrorOnPage } from "#app/hooks/error-on-page.ts";
import { currentCart, currentCartId } from "#app/http/request/current-cart.server.ts";
import { currentSavedOwner } from "#app/http/request/current-saved-list.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { takeRemovedLine } from "#app/http/session/removed-line-cookie.server.ts";
import { readViewedIds } from "#app/http/session/viewed-cookie.server.ts";
import { wasOrdered } from "#app/models/cart-recovery/cart-recovery.server.ts";
import { findGiftRules, priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { basketPreorderText } from "#app/models/cart/preorder.ts";
import { findMissingItems } from "#app/models/cart/set-items.server.ts";
import { listSavedForLater } from "#app/models/cart/saved-for-later.server.ts";
import { isGuestList } from "#app/models/cart/saved-for-later.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { listProductCards, listProducts } from "#app/models/listing/listing.server.ts";
import { couponState } from "#app/models/cart/coupon.server.ts";
import { legalGuaranteeNotice } from "#app/models/store/legal-guarantee-notice.server.ts";
import { legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

import { answerCartForm } from "./cart.server.ts";
import { findGiftBaskets } from "./gift-baskets.server.ts";
import { SAVED_PARAMETER } from "./saved-for-later.server.ts";

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as
    { origin?: string; store?: { name: string } } | undefined;
  return pageMeta({
    title: "Basket",
    canonicalPath: paths.cart(),
    noindex: true,
    origin: root?.origin ?? "",
    storeName: root?.store?.name ?? "",
  });
};

export function headers() {
  return { "Cache-Control": "private, no-store" };
}

type BasketData = Awaited<ReturnType<typeof findBasket>>["data"];

async function findBasket(request: Request) {
  const now = new Date();
  const [owner, cartId, stored, viewedIds, { note, headers: noteHeaders }, removal] = await Promise.all([
    currentSavedOwner(request),
    currentCartId(request),
    currentCart(request),
    readViewedIds(request),
    takeNote(request),
    takeRemovedLine(request),
  ]);
  const cart = withLines(stored);
  const isGone = cartId !== null && stored === null;
  const [saved, pricing, gift, recentlyViewed, image, isOrdered, giftBaskets, missing] = await Promise.all([
    listSavedForLater(owner, cart, now),
    cart && priceCart(cart, { now }),
    findGiftRules(),
    listProductCards(viewedIds, now),
    cart ? null : findFeaturedImage(now),
    isGone ? wasOrdered(cartId) : false,
    findGiftBaskets(request, now),
    findMissingItems(cart),
  ]);
  const store = await findStore();
  const data = {
    cart,
    pricing,
    coupon: couponState(cart, pricing),
    gift,
    recentlyViewed,
    image,
    isExpired: isGone && !isOrdered,
    /** The cart has become an order, perhaps in another browser. */
    isOrdered,
    saved,
    /** While it is still on the list. */
    justSavedId: new URL(request.url).searchParams.get(SAVED_PARAMETER),
    isGuest: isGuestList(owner),
    note,
    /** To the request that led here, without scripts. */
    answer: removal && { ok: true as const, removed: removal.removed },
    giftBaskets,
    missing,
    /** What is said of the pre-orders in it, or null. */
    preorder: cart && pricing && basketPreorderText(cart.lines, pricing, { store, now }),
    /** Where the basket has a postcode, so that its country is known. */
    legalGuarantee: basketNotice(cart, store),
  };
  const headers = new Headers(noteHeaders);
  if (removal) headers.append("Set-Cookie", removal.cookie);
  return { data, headers };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { data, headers } = await findBasket(request);
  return json(data, { headers });
}

async function findFeaturedImage(now: Date): Promise<ProductImage | null> {
  const { products } = await listProducts({ scope: { kind: "all" }, sort: "featured", page: 1, now });
  return products[0]?.image ?? null;
}

function basketNotice(cart: Cart | null, store: Store) {
  return legalGuaranteeNotice(cart?.deliveryPostcode ? legalGuaranteeTexts(store, store.country) : []);
}

/** A cart without lines stays only while its order waits (requirement cart-4). */
function withLines(cart: Cart | null): Cart | null {
  return cart && cart.lines.length > 0 ? cart : null;
}

export { cookieCheckedAction as clientAction } from "#app/hooks/cookie-check.ts";

export function action({ request }: ActionFunctionArgs) {
  return answerCartForm(request);
}

export default function CartRoute() {
  const data = useLoaderData<typeof loader>() as BasketData;
  const sent = useActionData<typeof action>() as CartAnswer | undefined;
  const answer = sent ?? data.answer;
  const [refusal, setRefusal] = useState<CartRefusal | null>(null);
  // An answer by navigation replaces the fetcher's.
  useEffect(() => setRefusal(null), [sent]);
  useErrorOnPage(refusal !== null);
  // A button goes with its line, "Undo" with its notice.
  useLostFocus();
  const { justSavedId, isGuest } = data;
  const saved = { items: data.saved, justSavedId, isGuest };
  const orderCount = data.giftBaskets.length + (data.cart ? 1 : 0);
  const giftBaskets = <GiftBaskets baskets={data.giftBaskets} orderCount={orderCount} />;
  if (!data.cart && data.giftBaskets.length > 0)
    return (
      <GiftsOnlyBasket note={data.note} answer={refusal ?? answer} saved={saved} giftBaskets={giftBaskets} />
    );
  return (
    <RefusalContext.Provider value={setRefusal}>
      {data.cart && data.pricing ? (
        <BasketPage
          {...data}
          cart={data.cart}
          pricing={data.pricing}
          saved={saved}
          giftBaskets={giftBaskets}
          answer={answer}
          refusal={refusal}
        />
      ) : (
        <EmptyBasket {...data} saved={saved} answer={refusal ?? answer} />
      )}
    </RefusalContext.Provider>
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { BasketPage } from "#app/components/cart/basket-page.tsx";
import type { CartAnswer } from "#app/components/cart/cart-answer.ts";
import { EmptyBasket } from "#app/components/cart/empty-basket.tsx";
import { currentCart, currentCartId, keepForCustomer } from "#app/http/current-cart.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { pageMeta } from "#app/http/meta.ts";
import { seeOther } from "#app/http/responses.server.ts";
import { isRobot } from "#app/http/robot.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { readSession } from "#app/http/session.server.ts";
import type { Cart } from "#app/models/cart.ts";
import { removeLine, setQuantity, stepQuantity } from "#app/models/cart-change.server.ts";
import { addChoice } from "#app/models/cart-choice.server.ts";
import type { CartPricing } from "#app/models/cart-pricing.ts";
import { addToCart, priceCart, setDelivery } from "#app/models/cart.server.ts";
import type { CartId } from "#app/models/ids.ts";
import { listProductCards, listProducts } from "#app/models/product-listing.server.ts";
import type { Picture, ProductCard } from "#app/models/product.ts";
import { refused } from "#app/models/result.ts";
import { paths } from "#app/paths.ts";

import {
  addedRedirect,
  cartCookieHeaders,
  changedAnswer,
  panelAnswer,
  refusedAnswer,
} from "./cart-answers.server.ts";
import {
  type AddForm,
  cartFormSchema,
  type ChangeForm,
  formRefusal,
  selectionOf,
} from "./cart-form.server.ts";

type BasketData = Readonly<{
  cart: Cart | null;
  pricing: CartPricing | null;
  recentlyViewed: ReadonlyArray<ProductCard>;
  /** Something to look at where there is no basket, or null. */
  picture: Picture | null;
  isExpired: boolean;
}>;

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

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date();
  const [cartId, cart, session] = await Promise.all([
    currentCartId(request),
    currentCart(request),
    readSession(request),
  ]);
  const [pricing, recentlyViewed, featured] = await Promise.all([
    cart && priceCart(cart, { now }),
    listProductCards(session.recentlyViewed(), now),
    cart ? null : listProducts({ scope: { kind: "all" }, sort: "featured", page: 1, now }),
  ]);
  const picture = featured?.products[0]?.picture ?? null;
  const data: BasketData = {
    cart,
    pricing,
    recentlyViewed,
    picture,
    isExpired: cartId !== null && cart === null,
  };
  return json(data);
}

export async function action({ request }: ActionFunctionArgs) {
  const cartId = await currentCartId(request);
  const form = await readForm(request, cartFormSchema);
  if (!form.ok) return refusedAnswer(formRefusal(form), form.values);
  if (form.value.intent === "add") return add(request, cartId, form.value);
  return change(request, cartId, form.value);
}

/** Adding twice is not the same as once, so a page without scripts is sent elsewhere by 303. */
async function add(request: Request, cartId: CartId | null, form: AddForm) {
  if (isRobot(request)) return seeOther(safeRedirect(form.redirectTo, paths.cart()));
  const now = new Date();
  const added = await addChoice(cartId, { ...form, selection: selectionOf(form) }, now);
  const typed = { variantId: String(form.variantId), quantity: String(form.quantity) };
  if (!added.ok) return refusedAnswer(added, typed);
  const { cart, lineIds, created } = added.value;
  if (created) await keepForCustomer(request, cart.id, now);
  const [lineId] = lineIds;
  if (!lineId) throw new Error("Something was added without a line");
  return form.panel ? panelAnswer(cart, lineId, now) : addedRedirect(cart, lineId, form.redirectTo);
}

async function change(request: Request, cartId: CartId | null, form: ChangeForm) {
  if (form.intent === "undo") return undo(request, cartId, form);
  if (!cartId) return refusedAnswer(refused("cart-not-found"), {});
  if (form.intent === "estimate-delivery") return estimate(cartId, form);
  const changed = await changeLine(cartId, form);
  return changed.ok ? changedAnswer(changed.value) : refusedAnswer(changed, { lineId: form.lineId });
}

type LineForm = Exclude<ChangeForm, { intent: "undo" | "estimate-delivery" }>;

function changeLine(cartId: CartId, form: LineForm) {
  const now = new Date();
  switch (form.intent) {
    case "set-quantity":
      return setQuantity(cartId, form, now);
    case "increase":
      return stepQuantity(cartId, { lineId: form.lineId, by: 1 }, now);
    case "decrease":
      return stepQuantity(cartId, { lineId: form.lineId, by: -1 }, now);
    case "remove":
      return removeLine(cartId, form.lineId, now);
  }
}

/** Puts back what was removed, into a new cart where the old one went with its last line. */
async function undo(
  request: Request,
  cartId: CartId | null,
  { variantId, quantity }: Extract<ChangeForm, { intent: "undo" }>,
) {
  const now = new Date();
  const added = await addToCart(cartId, [{ variantId, quantity }], now);
  if (!added.ok) return refusedAnswer(added, { variantId: String(variantId), quantity: String(quantity) });
  if (added.value.created) await keepForCustomer(request, added.value.cart.id, now);
  return seeOther(paths.cart(), await cartCookieHeaders(added.value.cart));
}

async function estimate(cartId: CartId, form: Extract<ChangeForm, { intent: "estimate-delivery" }>) {
  const set = await setDelivery(cartId, { postcode: form.postcode, method: form.method }, new Date());
  if (!set.ok) return refusedAnswer(set, { postcode: form.postcode ?? "" });
  return changedAnswer({ cart: set.value, removed: null });
}

export default function CartRoute() {
  const data = useLoaderData<typeof loader>() as BasketData;
  const answer = (useActionData<typeof action>() as CartAnswer | undefined) ?? null;
  if (!data.cart || !data.pricing) return <EmptyBasket {...data} answer={answer} />;
  return (
    <BasketPage
      cart={data.cart}
      pricing={data.pricing}
      recentlyViewed={data.recentlyViewed}
      answer={answer}
    />
  );
}

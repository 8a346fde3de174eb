import { json } from "@remix-run/node";

import { ADDED_PARAMETER } from "#app/http/request/added-to-cart.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { cartIdCookie, clearCartIdCookie } from "#app/http/session/cookies.server.ts";
import { addedToCart } from "#app/models/cart/added-to-cart.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import type { TypedGift } from "#app/models/cart/gift-options.server.ts";
import { refusalExplanation } from "#app/models/cart/quantity.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { CartLineId } from "#app/models/shared/ids.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

/** Renews the cart cookie for 90 days, or clears it when the cart is empty. */
export async function cartCookieHeaders(cart: Pick<Cart, "id"> | null): Promise<HeadersInit> {
  return { "Set-Cookie": cart ? await cartIdCookie(cart.id) : await clearCartIdCookie() };
}

export async function changedAnswer({
  cart,
  removed,
}: Readonly<{ cart: Cart | null; removed: CartLine | null }>) {
  const note = removed && {
    name: removed.name,
    variantLabel: removed.variantLabel,
    variantId: removed.variantId,
    quantity: removed.quantity,
    canUndo: removed.isForSale,
    gift: removed.gift,
  };
  return json({ ok: true as const, removed: note }, { headers: await cartCookieHeaders(cart) });
}

/** The page with the refusal, the typed values, and the line or product concerned. */
export async function refusedAnswer(
  refused: Refusal<ShopErrorCode>,
  typed: Readonly<{
    lineId?: string;
    quantity?: string;
    variantId?: string;
    postcode?: string;
    coupon?: string;
    gift?: TypedGift;
    part?: string;
  }>,
) {
  const path = refused.detail["path"];
  const answer = refusal(refused, {
    explanation: refusalExplanation(refused),
    lineId: typed.lineId ?? null,
    postcode: typed.postcode ?? null,
    coupon: typed.coupon ?? null,
    gift: typed.gift ?? null,
    part: typed.part ?? null,
    retry:
      typeof path === "string" ? { path, name: String(refused.detail["name"]), ...retryFields(typed) } : null,
  });
  if (refused.code === "cart-not-found") answer.headers.append("Set-Cookie", await clearCartIdCookie());
  return answer;
}

function retryFields({ variantId = "", quantity = "" }: Readonly<{ variantId?: string; quantity?: string }>) {
  return { variantId, quantity };
}

/** Refusals that the product page repeats beside its quantity field. */
const ABOUT_QUANTITY: ReadonlyArray<string> = [
  "quantity-invalid",
  "quantity-too-small",
  "quantity-too-large",
];
const CHOSEN = /^(?:option-\d+|quantity)$/;
const PRODUCT_PAGE = /^\/p\//;

/**
 * For forms sent without scripts: redirects to the product page with the error at its quantity field. Null for other
 * refusals.
 */
export function productAgain({ code, detail }: Refusal<string>, typed: Readonly<Record<string, unknown>>) {
  const target = new URL(safeRedirect(typed["redirectTo"], "/"), BASE);
  const isOwnFault = ABOUT_QUANTITY.includes(code) && Number(detail["inCart"] ?? 0) === 0;
  const canGo = typed["intent"] === "add" && !typed["panel"] && PRODUCT_PAGE.test(target.pathname);
  if (!isOwnFault || !canGo) return null;
  for (const [name, value] of Object.entries(typed))
    if (CHOSEN.test(name)) target.searchParams.set(name, String(value));
  return seeOther(target.pathname + target.search);
}

/** The mini-basket as data. A redirect would make the fetcher leave the page. */
export async function panelAnswer(cart: Cart, lineId: CartLineId, now: Date) {
  const added = addedToCart(cart, lineId, await priceCart(cart, { now }));
  return json({ ok: true as const, added }, { headers: await cartCookieHeaders(cart) });
}

export async function addedRedirect(cart: Cart, lineId: CartLineId, redirectTo: string | undefined) {
  const target = safeRedirect(redirectTo, paths.cart());
  const line = cart.lines.find(({ id }) => id === lineId);
  return seeOther(withAdded(target, line ?? null), await cartCookieHeaders(cart));
}

/** Only for parsing relative URLs. */
const BASE = "http://shop.invalid";

function withAdded(target: string, line: Pick<CartLine, "id" | "path"> | null): string {
  const url = new URL(target, BASE);
  if (!line) return target;
  const chosen = new URL(line.path, BASE);
  if (url.pathname === chosen.pathname) url.search = chosen.search;
  if (url.pathname !== paths.cart()) url.searchParams.set(ADDED_PARAMETER, line.id);
  return `${url.pathname}${url.search}${url.hash}`;
}

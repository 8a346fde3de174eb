/** What the basket's action answers: data for the same page, the mini-basket, or a redirect; and the cart's cookie. */
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

/** The cookie after a change: another 90 days, or none when the last line is gone. */
export async function cartCookieHeaders(cart: Pick<Cart, "id"> | null): Promise<HeadersInit> {
  return { "Set-Cookie": cart ? await cartIdCookie(cart.id) : await clearCartIdCookie() };
}

/** The same page again, with a note about what was removed. */
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

/** The same page again with the reason, what was typed, and the line or the product it is about. */
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

/** Refusals that are about the number alone, so that the product's page can repeat them beside its field. */
const ABOUT_QUANTITY: ReadonlyArray<string> = [
  "quantity-invalid",
  "quantity-too-small",
  "quantity-too-large",
];
const CHOSEN = /^(?:option-\d+|quantity)$/;
const PRODUCT_PAGE = /^\/p\//;

/**
 * Back to the product's page, which says at its field what is wrong with the number that was typed there: for a form
 * that was sent without scripts. Null for every other refusal.
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

/** The mini-basket as data: a fetcher that is given a redirect would leave the page. */
export async function panelAnswer(cart: Cart, lineId: CartLineId, now: Date) {
  const added = addedToCart(cart, lineId, await priceCart(cart, { now }));
  return json({ ok: true as const, added }, { headers: await cartCookieHeaders(cart) });
}

/** Back to where the shopper was, on the variant that was added, with the mini-basket open. */
export async function addedRedirect(cart: Cart, lineId: CartLineId, redirectTo: string | undefined) {
  const target = safeRedirect(redirectTo, paths.cart());
  const line = cart.lines.find(({ id }) => id === lineId);
  return seeOther(withAdded(target, line ?? null), await cartCookieHeaders(cart));
}

/** A base for reading paths; it is cut off again. */
const BASE = "http://shop.invalid";

function withAdded(target: string, line: Pick<CartLine, "id" | "path"> | null): string {
  const url = new URL(target, BASE);
  if (!line) return target;
  const chosen = new URL(line.path, BASE);
  if (url.pathname === chosen.pathname) url.search = chosen.search;
  if (url.pathname !== paths.cart()) url.searchParams.set(ADDED_PARAMETER, line.id);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The shop's cookies: signed, httpOnly, each with secrets of its own derived from the master secrets. */
import { hkdfSync } from "node:crypto";

import { createCookie } from "@remix-run/node";

import { config } from "#app/config.server.ts";
import { type CartId, isCartId } from "#app/models/ids.ts";

const CART_ID_COOKIE = "cart-id";
/** Days after the last touch that a browser keeps its cart (reading 20). */
const CART_ID_DAYS = 90;
const DAY_SECONDS = 86_400;
const DERIVED_KEY_BYTES = 32;

/**
 * Secrets for the cookie `name`: the first signs, all verify. A value signed for one cookie is worthless
 * in another, because Remix's signature does not cover the cookie's name.
 */
export function cookieSecrets(
  name: string,
  masters: ReadonlyArray<string> = config.sessionSecrets,
): Array<string> {
  return masters.map((master) =>
    Buffer.from(hkdfSync("sha256", master, "", `cookie ${name}`, DERIVED_KEY_BYTES)).toString("base64url"),
  );
}

/** What every cookie of the shop has in common. Secure wherever the shop itself is reached over https. */
export function cookieOptions(name: string) {
  return {
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure: config.isHttps,
    secrets: cookieSecrets(name),
  } as const;
}

const cartCookie = createCookie(CART_ID_COOKIE, {
  ...cookieOptions(CART_ID_COOKIE),
  maxAge: CART_ID_DAYS * DAY_SECONDS,
});

/** The cart that this browser points to, or null when there is none or the cookie was tampered with. */
export async function readCartId(request: Request): Promise<CartId | null> {
  const value: unknown = await parseSafely(cartCookie, request.headers.get("Cookie"));
  return isCartId(value) ? value : null;
}

/** Set-Cookie text that points this browser to cart `id` for another 90 days. Send it whenever the cart is touched. */
export function cartIdCookie(id: CartId): Promise<string> {
  return cartCookie.serialize(id);
}

/** Set-Cookie text after which this browser has no cart. */
export function clearCartIdCookie(): Promise<string> {
  return cartCookie.serialize("", { maxAge: 0 });
}

/** A cookie's value, or null: a cookie that cannot be read is as good as none, never an error. */
export async function parseSafely(
  cookie: ReturnType<typeof createCookie>,
  header: string | null,
): Promise<unknown> {
  try {
    return await cookie.parse(header);
  } catch {
    return null;
  }
}

/** The shop's cookies: signed, httpOnly, each with secrets of its own derived from the master secrets. */
import { hkdfSync } from "node:crypto";

import { type Cookie, createCookie } from "@remix-run/node";
import { LRUCache } from "lru-cache";

import { config } from "#app/config.server.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";

export const CART_ID_COOKIE = "cart-id";
/** Days after the last touch that a browser keeps its cart (reading 20). */
const CART_ID_DAYS = 90;
const DAY_SECONDS = 86_400;
const DERIVED_KEY_BYTES = 32;
/** Memory for cookies that were read, in bytes; each entry's own share beside its texts. */
const VERIFIED_MAX_BYTES = 4 * 1024 * 1024;
const VERIFIED_OVERHEAD_BYTES = 512;

/**
 * Browsers take a cookie whose name begins so only over https, from the host itself and for all its paths: no other
 * host of the same domain can put one into a shopper's browser (RFC 6265bis, 4.1.3.2).
 */
const HOST_PREFIX = "__Host-";

/** The name under which browsers know the cookie `name`. */
export function sentName(name: string): string {
  return config.isHttps ? HOST_PREFIX + name : name;
}

/** Set-Cookie text that ends the cookie `name`, as it would end for its age. */
export function endedCookie(name: string): string {
  return `${sentName(name)}=; Path=/; Max-Age=0` + (config.isHttps ? "; Secure" : "");
}

/** How long browsers keep each cookie that was made here, in seconds, by its name. */
const madeCookies = new Map<string, number>();

/** The cookies of the shop: names without prefix, and seconds. */
export function shopCookies(): ReadonlyMap<string, number> {
  return madeCookies;
}

/** Of a request, all that says who asks. */
export type WithHeaders = Pick<Request, "headers">;

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

/**
 * The cookie `name`, which browsers keep for `maxAge` seconds. Secure and with a prefix to its name wherever the shop
 * itself is reached over https.
 * What was read once is not verified again: the same text has the same value for as long as the secrets are the same.
 */
export function shopCookie(name: string, { maxAge }: Readonly<{ maxAge: number }>): Cookie {
  madeCookies.set(name, maxAge);
  const sent = sentName(name);
  const cookie = createCookie(sent, {
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure: config.isHttps,
    secrets: cookieSecrets(name),
    maxAge,
  });
  const parse: Cookie["parse"] = async (header, options) => {
    if (!header?.includes(`${sent}=`)) return null;
    if (options) return cookie.parse(header, options) as Promise<unknown>;
    const key = `${name}\n${header}`;
    const known = verified.get(key);
    if (known) return known.value;
    const value = frozen(await cookie.parse(header));
    verified.set(key, { value });
    return value;
  };
  return { ...cookie, parse };
}

/** By the cookie's name and the header that held it. */
const verified = new LRUCache<string, Readonly<{ value: unknown }>>({
  maxSize: VERIFIED_MAX_BYTES,
  sizeCalculation: (_, key) => key.length + VERIFIED_OVERHEAD_BYTES,
});

/** Whoever reads it next gets the same object. */
function frozen(value: unknown): unknown {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const cartCookie = shopCookie(CART_ID_COOKIE, { maxAge: CART_ID_DAYS * DAY_SECONDS });

/** The cart that this browser points to, or null when there is none or the cookie was tampered with. */
export async function readCartId(request: WithHeaders): Promise<CartId | null> {
  const value: unknown = await parseSafely(cartCookie, request.headers.get("Cookie"));
  return isCartId(value) ? value : null;
}

/** True when `header`, the Cookie header of a request, points to a cart. What the shop did not sign points nowhere. */
export async function isCartCookie(header: string): Promise<boolean> {
  return header.includes(`${sentName(CART_ID_COOKIE)}=`) && isCartId(await parseSafely(cartCookie, header));
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
export async function parseSafely(cookie: Cookie, header: string | null): Promise<unknown> {
  try {
    return await cookie.parse(header);
  } catch {
    return null;
  }
}

import { hkdfSync } from "node:crypto";

import { type Cookie, createCookie } from "@remix-run/node";
import { LRUCache } from "lru-cache";

import { config } from "#app/config.server.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";

export const CART_ID_COOKIE = "cart-id";
/** Days after the last touch that a browser keeps its cart (requirement cart-2). */
const CART_ID_DAYS = 90;
export const DAY_SECONDS = 86_400;
const DERIVED_KEY_BYTES = 32;
const VERIFIED_MAX_BYTES = 4 * 1024 * 1024;
const VERIFIED_OVERHEAD_BYTES = 512;

/** Accepted only over https, from the host itself, for all paths: no other host can set one (RFC 6265bis, 4.1.3.2). */
const HOST_PREFIX = "__Host-";

export function sentName(name: string): string {
  return config.isHttps ? HOST_PREFIX + name : name;
}

export function endedCookie(name: string): string {
  return `${sentName(name)}=; Path=/; Max-Age=0` + (config.isHttps ? "; Secure" : "");
}

const madeCookies = new Map<string, number>();

/** Names without prefix, and lifetimes in seconds. */
export function shopCookies(): ReadonlyMap<string, number> {
  return madeCookies;
}

export type WithHeaders = Pick<Request, "headers">;

/** The first signs, all verify. They differ by name, because Remix's signature does not cover the name. */
export function cookieSecrets(
  name: string,
  masters: ReadonlyArray<string> = config.sessionSecrets,
): Array<string> {
  return masters.map((master) =>
    Buffer.from(hkdfSync("sha256", master, "", `cookie ${name}`, DERIVED_KEY_BYTES)).toString("base64url"),
  );
}

/** `end` answers with the Set-Cookie text that removes it. */
type ShopCookie = Cookie & Readonly<{ end: () => Promise<string> }>;

/** `maxAge` is in seconds. Over https it is Secure and has the prefix. */
export function shopCookie(
  name: string,
  { maxAge, sameSite = "lax" }: Readonly<{ maxAge: number; sameSite?: "lax" | "strict" }>,
): ShopCookie {
  madeCookies.set(name, maxAge);
  const sent = sentName(name);
  const cookie = createCookie(sent, {
    httpOnly: true,
    path: "/",
    sameSite,
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
    const value = frozen(await firstVerified(cookie, header));
    verified.set(key, { value });
    return value;
  };
  return { ...cookie, parse, end: () => cookie.serialize("", { maxAge: 0 }) };
}

/** Of one name; a header has room for more than anybody should have to verify. */
const VALUES_MAX = 8;

/**
 * Another site of the domain, or what was here before the shop, may have left a cookie of the same name, which browsers
 * send too (RFC 6265, section 5.4): the first value that verifies counts.
 */
async function firstVerified(cookie: Cookie, header: string): Promise<unknown> {
  const sent = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookie.name}=`));
  for (const pair of sent.slice(0, VALUES_MAX)) {
    const value: unknown = await parseSafely(cookie, pair);
    if (value !== null && value !== "") return value;
  }
  return null;
}

const verified = new LRUCache<string, Readonly<{ value: unknown }>>({
  maxSize: VERIFIED_MAX_BYTES,
  sizeCalculation: (_, key) => key.length + VERIFIED_OVERHEAD_BYTES,
});

function frozen(value: unknown): unknown {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const cartCookie = shopCookie(CART_ID_COOKIE, { maxAge: CART_ID_DAYS * DAY_SECONDS });

/** The cart id of this browser, or null if there is none or the signature is wrong. */
export async function readCartId(request: WithHeaders): Promise<CartId | null> {
  const value: unknown = await parseSafely(cartCookie, request.headers.get("Cookie"));
  return isCartId(value) ? value : null;
}

export async function isCartCookie(header: string): Promise<boolean> {
  return header.includes(`${sentName(CART_ID_COOKIE)}=`) && isCartId(await parseSafely(cartCookie, header));
}

/** Set-Cookie text for cart `id` for another 90 days. Send it whenever the cart is used. */
export function cartIdCookie(id: CartId): Promise<string> {
  return cartCookie.serialize(id);
}

export const clearCartIdCookie = cartCookie.end;

/** A cookie's value; null if it cannot be read. */
export async function parseSafely(cookie: Cookie, header: string | null): Promise<unknown> {
  try {
    return await cookie.parse(header);
  } catch {
    return null;
  }
}

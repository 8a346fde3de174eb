import { z } from "zod";

import { isSharedListId, type SharedListId } from "#app/models/shared/ids.ts";
import {
  type Favourites,
  favouritesText,
  GUEST_FAVOURITES_MAX,
  readFavourites,
} from "#app/models/wishlist/wishlist.ts";

import { DAY_SECONDS, shopCookie, parseSafely, type WithHeaders } from "./cookies.server.ts";

export const FAVOURITES_COOKIE = "favourites";
const FAVOURITES_DAYS = 180;
/** Largest Set-Cookie text, in bytes, attributes included. */
export const FAVOURITES_COOKIE_MAX_BYTES = 1_000;

const cookie = shopCookie(FAVOURITES_COOKIE, { maxAge: FAVOURITES_DAYS * DAY_SECONDS });

export type GuestFavourites = Readonly<{ list: Favourites; sharedId: SharedListId | null }>;

/** Short names, because every byte is sent with every request. */
const storedSchema = z.object({ l: z.string(), s: z.string().optional() });

/** The guest's wishlist. A cookie that is missing, damaged or wrongly signed is an empty list. */
export async function readGuestFavourites(request: WithHeaders): Promise<GuestFavourites> {
  const sent = await parseSafely(cookie, request.headers.get("Cookie"));
  // Most browsers have none, and building a zod error would cost every page.
  const stored = sent === null ? null : storedSchema.safeParse(sent);
  if (!stored?.success) return { list: [], sharedId: null };
  const { l: list, s: sharedId } = stored.data;
  return {
    list: readFavourites(list, GUEST_FAVOURITES_MAX),
    sharedId: isSharedListId(sharedId) ? sharedId : null,
  };
}

/** Set-Cookie text for the list, without the oldest entries beyond 1,000 bytes. */
export async function guestFavouritesCookie({ list, sharedId }: GuestFavourites): Promise<string> {
  if (list.length === 0 && sharedId === null) return clearGuestFavouritesCookie();
  for (let storedIds = list; ; storedIds = storedIds.slice(0, -1)) {
    const text = await cookie.serialize({ l: favouritesText(storedIds), s: sharedId ?? undefined });
    if (Buffer.byteLength(text) < FAVOURITES_COOKIE_MAX_BYTES || storedIds.length === 0) return text;
  }
}

export const clearGuestFavouritesCookie = cookie.end;

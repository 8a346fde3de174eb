/** A guest's favourites: one signed cookie of product and variant ids, and of the link by which the list is shared. */
import { z } from "zod";

import { isSharedListId, type SharedListId } from "#app/models/shared/ids.ts";
import {
  type Favourites,
  favouritesText,
  GUEST_FAVOURITES_MAX,
  readFavourites,
} from "#app/models/wishlist/wishlist.ts";

import { shopCookie, parseSafely, type WithHeaders } from "./cookies.server.ts";

export const FAVOURITES_COOKIE = "favourites";
/** Days after the last change that a browser keeps its list. */
const FAVOURITES_DAYS = 180;
const DAY_SECONDS = 86_400;
/** Largest Set-Cookie text, in bytes, attributes included. */
export const FAVOURITES_COOKIE_MAX_BYTES = 1_000;

const cookie = shopCookie(FAVOURITES_COOKIE, { maxAge: FAVOURITES_DAYS * DAY_SECONDS });

export type GuestFavourites = Readonly<{ list: Favourites; sharedId: SharedListId | null }>;

/** Short names: every byte travels with every request. */
const storedSchema = z.object({ l: z.string(), s: z.string().optional() });

/** What this browser has saved. A cookie that is missing, damaged or signed by someone else is an empty list. */
export async function readGuestFavourites(request: WithHeaders): Promise<GuestFavourites> {
  const sent = await parseSafely(cookie, request.headers.get("Cookie"));
  // Most have none: putting together what is wrong with it would cost every page.
  const stored = sent === null ? null : storedSchema.safeParse(sent);
  if (!stored?.success) return { list: [], sharedId: null };
  const { l: list, s: sharedId } = stored.data;
  return {
    list: readFavourites(list, GUEST_FAVOURITES_MAX),
    sharedId: isSharedListId(sharedId) ? sharedId : null,
  };
}

/** Set-Cookie text for the list. The oldest are left out until it is below 1,000 bytes. */
export async function guestFavouritesCookie({ list, sharedId }: GuestFavourites): Promise<string> {
  if (list.length === 0 && sharedId === null) return clearGuestFavouritesCookie();
  for (let kept = list; ; kept = kept.slice(0, -1)) {
    const text = await cookie.serialize({ l: favouritesText(kept), s: sharedId ?? undefined });
    if (Buffer.byteLength(text) < FAVOURITES_COOKIE_MAX_BYTES || kept.length === 0) return text;
  }
}

/** Set-Cookie text after which this browser has saved nothing. */
export function clearGuestFavouritesCookie(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}

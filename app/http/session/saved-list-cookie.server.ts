import { SAVED_GUEST_DAYS } from "#app/models/cart/saved-for-later.ts";
import { isSavedListId, type SavedListId } from "#app/models/shared/ids.ts";

import { DAY_SECONDS, parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const SAVED_LIST_COOKIE = "saved-for-later";

const cookie = shopCookie(SAVED_LIST_COOKIE, { maxAge: SAVED_GUEST_DAYS * DAY_SECONDS });

export async function readSavedListId(request: WithHeaders): Promise<SavedListId | null> {
  const value: unknown = await parseSafely(cookie, request.headers.get("Cookie"));
  return isSavedListId(value) ? value : null;
}

export function savedListCookie(id: SavedListId): Promise<string> {
  return cookie.serialize(id);
}

export const clearSavedListCookie = cookie.end;

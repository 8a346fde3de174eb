/** Names a browser to gift lists: whose lists it may edit, and which gifts it has chosen. */
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type GiftDeviceId, isGiftDeviceId } from "#app/models/shared/ids.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const GIFT_DEVICE_COOKIE = "gift-list-device";
const GIFT_DEVICE_DAYS = 180;
const DAY_SECONDS = 86_400;

const cookie = shopCookie(GIFT_DEVICE_COOKIE, { maxAge: GIFT_DEVICE_DAYS * DAY_SECONDS });

async function readDeviceId(request: WithHeaders): Promise<GiftDeviceId | null> {
  const value: unknown = await parseSafely(cookie, request.headers.get("Cookie"));
  return isGiftDeviceId(value) ? value : null;
}

/** What the database has of the browser's id; null for a browser without one. */
export async function readGiftDeviceHash(request: WithHeaders): Promise<string | null> {
  const id = await readDeviceId(request);
  return id && hashOfToken(id);
}

/** The browser's id, or a new one, as the database has it, and the Set-Cookie text that keeps it for 180 days. */
export async function giftDevice(
  request: WithHeaders,
): Promise<Readonly<{ deviceHash: string; cookie: string }>> {
  const id = (await readDeviceId(request)) ?? newId("giftdevice");
  return { deviceHash: hashOfToken(id), cookie: await cookie.serialize(id) };
}

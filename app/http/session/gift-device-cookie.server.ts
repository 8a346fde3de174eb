import { newId } from "#app/models/shared/generate-id.server.ts";
import { type GiftDeviceId, isGiftDeviceId } from "#app/models/shared/ids.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { DAY_SECONDS, parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const GIFT_DEVICE_COOKIE = "gift-list-device";
const GIFT_DEVICE_DAYS = 180;

const cookie = shopCookie(GIFT_DEVICE_COOKIE, { maxAge: GIFT_DEVICE_DAYS * DAY_SECONDS });

async function readDeviceId(request: WithHeaders): Promise<GiftDeviceId | null> {
  const value: unknown = await parseSafely(cookie, request.headers.get("Cookie"));
  return isGiftDeviceId(value) ? value : null;
}

export async function readGiftDeviceHash(request: WithHeaders): Promise<string | null> {
  const id = await readDeviceId(request);
  return id && hashOfToken(id);
}

/** The Set-Cookie text keeps the id for 180 days. */
export async function giftDevice(
  request: WithHeaders,
): Promise<Readonly<{ deviceHash: string; cookie: string }>> {
  const id = (await readDeviceId(request)) ?? newId("giftdevice");
  return { deviceHash: hashOfToken(id), cookie: await cookie.serialize(id) };
}

/** Failed logins of strangers do not count for a known browser (decision 0022). */
import { randomBytes } from "node:crypto";

import { deviceIdOf, type KnownDevice, withDevice } from "#app/models/customer/known-device.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";

import { parseSafely, shopCookie } from "./cookies.server.ts";

export const KNOWN_DEVICE_COOKIE = "known-device";
const KNOWN_DEVICE_SECONDS = 365 * 86_400;
const DEVICE_ID_BYTES = 16;

const cookie = shopCookie(KNOWN_DEVICE_COOKIE, { maxAge: KNOWN_DEVICE_SECONDS });

/** A cookie that cannot be read names none. */
export async function readKnownDevices(request: Request): Promise<ReadonlyArray<KnownDevice>> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    const [customerId, deviceId] = Array.isArray(pair) ? (pair as Array<unknown>) : [];
    return isCustomerId(customerId) && typeof deviceId === "string" ? [{ customerId, deviceId }] : [];
  });
}

/** Set-Cookie text that makes this browser known to the account. Only for somebody who proved to be its customer. */
export async function knownDeviceCookie(request: Request, customerId: CustomerId): Promise<string> {
  const devices = await readKnownDevices(request);
  const deviceId = deviceIdOf(devices, customerId) ?? randomBytes(DEVICE_ID_BYTES).toString("base64url");
  const known = withDevice(devices, { customerId, deviceId });
  return cookie.serialize(known.map((device) => [device.customerId, device.deviceId]));
}

export const clearKnownDeviceCookie = cookie.end;

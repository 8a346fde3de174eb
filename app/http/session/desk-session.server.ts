import { isStaffId, type StaffId } from "#app/models/shared/ids.ts";
import { DESK_LIFE_MS } from "#app/models/staff/staff.ts";

import { parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const DESK_COOKIE = "desk-session";

const cookie = shopCookie(DESK_COOKIE, { maxAge: DESK_LIFE_MS / 1000, sameSite: "strict" });

export async function readDeskToken(request: WithHeaders): Promise<string | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

export function deskCookie(token: string): Promise<string> {
  return cookie.serialize(token);
}

export const clearDeskCookie = cookie.end;

const DESK_DEVICE_COOKIE = "desk-device";
const DEVICE_SECONDS = 365 * 86_400;
const DEVICE_PEOPLE_MAX = 8;

const deviceCookie = shopCookie(DESK_DEVICE_COOKIE, { maxAge: DEVICE_SECONDS, sameSite: "strict" });

export async function isDeskDevice(request: WithHeaders, staffId: StaffId): Promise<boolean> {
  return (await readDeskPeople(request)).includes(staffId);
}

export async function deskDeviceCookie(request: WithHeaders, staffId: StaffId): Promise<string> {
  const others = (await readDeskPeople(request)).filter((each) => each !== staffId);
  return deviceCookie.serialize([staffId, ...others].slice(0, DEVICE_PEOPLE_MAX));
}

/** Those who have logged in with this browser in the last year. */
export async function readDeskPeople(request: WithHeaders): Promise<ReadonlyArray<StaffId>> {
  const value = await parseSafely(deviceCookie, request.headers.get("Cookie"));
  return Array.isArray(value) ? value.filter(isStaffId) : [];
}

/**
 * Browsers that have logged in to an account before. Their failures are counted apart from those of everybody else, so
 * that nobody can keep a customer out by failing on purpose (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies").
 */
import type { CustomerId } from "#app/models/shared/ids.ts";

export type KnownDevice = Readonly<{
  customerId: CustomerId;
  /** Random; says nothing about the browser. */
  deviceId: string;
}>;

/** Accounts that one browser is remembered for: a household shares one. */
const KNOWN_DEVICES_MAX = 4;

/** The id by which a browser that is known for `devices` is known to the account, or null. */
export function deviceIdOf(
  devices: ReadonlyArray<KnownDevice>,
  customerId: CustomerId | null,
): string | null {
  return devices.find((device) => device.customerId === customerId)?.deviceId ?? null;
}

/** The list with the browser known to the account as `deviceId`, the latest first. */
export function withDevice(
  devices: ReadonlyArray<KnownDevice>,
  { customerId, deviceId }: KnownDevice,
): ReadonlyArray<KnownDevice> {
  const others = devices.filter((device) => device.customerId !== customerId);
  return [{ customerId, deviceId }, ...others].slice(0, KNOWN_DEVICES_MAX);
}

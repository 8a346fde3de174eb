/**
 * Failed logins of known browsers are counted apart, so that nobody can keep a customer out by failing on purpose
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
import type { CustomerId } from "#app/models/shared/ids.ts";

export type KnownDevice = Readonly<{
  customerId: CustomerId;
  deviceId: string;
}>;

const KNOWN_DEVICES_MAX = 4;

export function deviceIdOf(
  devices: ReadonlyArray<KnownDevice>,
  customerId: CustomerId | null,
): string | null {
  return devices.find((device) => device.customerId === customerId)?.deviceId ?? null;
}

export function withDevice(
  devices: ReadonlyArray<KnownDevice>,
  { customerId, deviceId }: KnownDevice,
): ReadonlyArray<KnownDevice> {
  const others = devices.filter((device) => device.customerId !== customerId);
  return [{ customerId, deviceId }, ...others].slice(0, KNOWN_DEVICES_MAX);
}

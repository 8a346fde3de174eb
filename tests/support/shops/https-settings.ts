/** Settings of a shop over https, read anew by modules that are loaded after `overHttps`. */
import { afterEach, beforeEach, vi } from "vitest";

export const HTTPS = {
  ALLOWED_ORIGINS: "https://shop.example",
  SESSION_SECRETS: "a secret of the shop that is long enough to be one",
  PAYMENT_WEBHOOK_SECRETS: "a secret of the payments that is long enough",
  PAYMENT_PROVIDER: "embedded",
};

/** Each test of the file loads its modules anew, and leaves the settings as they were. */
export function useOwnModules(): void {
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.unstubAllEnvs());
}

export function overHttps(): void {
  for (const [name, value] of Object.entries(HTTPS)) vi.stubEnv(name, value);
}

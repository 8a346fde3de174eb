/** The headers of every answer over https; what each answer of the built shop carries over http, guard.test.ts asks. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const HTTPS = {
  ALLOWED_ORIGINS: "https://shop.example",
  SESSION_SECRETS: "a secret of the shop that is long enough to be one",
  PAYMENT_WEBHOOK_SECRETS: "a secret of the payments that is long enough",
  PAYMENT_PROVIDER: "embedded",
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function headers() {
  const { SECURITY_HEADERS } = await import("#app/http/server/security-headers.server.ts");
  return new Map(SECURITY_HEADERS);
}

test("over https the HSTS header lasts a year and includes subdomains", async () => {
  for (const [name, value] of Object.entries(HTTPS)) vi.stubEnv(name, value);

  expect((await headers()).get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
});

test("over http there is no HSTS header, and all other headers are the same", async () => {
  const overHttp = await headers();

  expect(overHttp.has("Strict-Transport-Security")).toBe(false);
  expect(overHttp.get("X-Content-Type-Options")).toBe("nosniff");
});

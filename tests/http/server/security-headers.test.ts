/** The headers of every answer over https; what each answer of the built shop carries over http, guard.test.ts asks. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import { expect, test } from "vitest";

import { overHttps, useOwnModules } from "#tests/support/shops/https-settings.ts";

useOwnModules();

async function headers() {
  const { SECURITY_HEADERS } = await import("#app/http/server/security-headers.server.ts");
  return new Map(SECURITY_HEADERS);
}

test("over https the HSTS header lasts a year and includes subdomains", async () => {
  overHttps();

  expect((await headers()).get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
});

test("over http there is no HSTS header, and all other headers are the same", async () => {
  const overHttp = await headers();

  expect(overHttp.has("Strict-Transport-Security")).toBe(false);
  expect(overHttp.get("X-Content-Type-Options")).toBe("nosniff");
});

test.each([
  ["/assets/root-B3x9.js", "public, max-age=31536000, immutable"],
  ["/image/rainbow-B3x9.jpg", "public, max-age=31536000, immutable"],
  ["/icon-180.png", "public, max-age=86400"],
])("a browser caches %s as %s", async (pathname, expected) => {
  const { addSecurityHeaders } = await import("#app/http/server/security-headers.server.ts");
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  addSecurityHeaders(response, { pathname, requestId: "1", isLast: () => false });

  response.writeHead(200);

  expect(response.getHeader("Cache-Control")).toBe(expected);
});

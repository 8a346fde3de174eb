/** A desk on a host of its own is there however a proxy writes the host, and the shop is not. */
import { expect, test, vi } from "vitest";

import { overHttps, useOwnModules } from "#tests/support/shops/https-settings.ts";

useOwnModules();

async function deskHost() {
  overHttps();
  vi.stubEnv("DESK_ORIGIN", "https://desk.shop.example");
  return import("#app/http/server/desk-host.server.ts");
}

test.each([
  ["desk.shop.example", true],
  ["desk.shop.example:443", true],
  ["DESK.Shop.example:443", true],
  ["desk.shop.example:80", false],
  ["desk.shop.example:8443", false],
  ["shop.example", false],
  ["shop.example:443", false],
  [undefined, false],
])("the host %s is the desk's: %s", async (host, isDesk) => {
  const { isDeskHost, ownOrigins, servesDesk } = await deskHost();

  expect([isDeskHost(host), servesDesk(host)]).toEqual([isDesk, isDesk]);
  expect(ownOrigins(host)).toEqual([isDesk ? "https://desk.shop.example" : "https://shop.example"]);
});

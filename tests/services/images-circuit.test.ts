import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { RemoteImages } from "#app/services/images/remote-images.server.ts";

test("an image host that breaks off every response is not called after five, and other hosts are", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shop-circuit-"));
  const requested: Array<string> = [];
  const servers = await Promise.all(["broken", "well"].map((name) => serve(name, requested)));
  const origins = servers.map(({ origin }) => origin);
  const images = new RemoteImages(folder, { origins, isAllowed: () => true });

  for (let number = 1; number <= 8; number += 1)
    for (const origin of origins) await images.find(`${origin}/${number}.jpg`);

  expect(requested.filter((name) => name === "broken")).toHaveLength(5);
  expect(requested.filter((name) => name === "well")).toHaveLength(8);
  for (const { stop } of servers) stop();
  rmSync(folder, { recursive: true });
});

/** Notes its name for each request; "broken" then hangs up, the other has no such image. */
async function serve(name: string, requested: Array<string>) {
  const server = createServer((_, response) => {
    requested.push(name);
    if (name === "broken") response.destroy();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

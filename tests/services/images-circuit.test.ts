import { expect, test } from "vitest";

import { RemoteImages } from "#app/services/images/remote-images.server.ts";
import { listen } from "#tests/support/shops/listening.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

test("an image host that breaks off every response is not called after five, and other hosts are", async () => {
  const folder = newFolder();
  const requested: Array<string> = [];
  const servers = await Promise.all(["broken", "well"].map((name) => serve(name, requested)));
  const origins = servers.map(({ origin }) => origin);
  const images = new RemoteImages(folder, { origins, isAllowed: () => true });

  for (let number = 1; number <= 8; number += 1)
    for (const origin of origins) await images.find(`${origin}/${number}.jpg`);

  expect(requested.filter((name) => name === "broken")).toHaveLength(5);
  expect(requested.filter((name) => name === "well")).toHaveLength(8);
  for (const { close } of servers) await close();
});

/** Notes its name for each request; "broken" then hangs up, the other has no such image. */
async function serve(name: string, requested: Array<string>) {
  const { url: origin, close } = await listen((_, response) => {
    requested.push(name);
    if (name === "broken") response.destroy();
    else response.writeHead(404).end();
  });
  return { origin, close };
}

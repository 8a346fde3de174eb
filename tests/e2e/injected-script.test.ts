/** What happens when the sanitiser fails: the security policy is the second line, and permits the shop's scripts alone. */
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { inlineScriptHashes, permittedHashes } from "#tests/support/checks/inline-scripts.ts";
import { open } from "#tests/support/people/journey.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PAGES = [
  "/information/delivery-and-return",
  "/information/contact-us",
  "/blog/care/caring-for-oiled-wood",
];

const shop = useShop({
  env: { NODE_OPTIONS: `--import=${resolve("tests/support/shops/no-sanitiser.mjs")}` },
});

test("injected scripts do not run, on a fresh page or a cached one, and the page's own scripts do", async () => {
  const { page, complaints } = await visit("on");
  const visitor = { page, origin: shop.origin, mode: "on" } as const;
  for (const path of await existing(PAGES)) {
    for (const time of ["first made", "stored"]) {
      await open(visitor, path);
      expect(await page.locator("main script").count(), `${path} ${time}`).toBeGreaterThan(3);
      expect(await page.locator("html").getAttribute("data-hit"), `${path} ${time}`).toBeNull();
    }
  }
  const refused = complaints.filter((text) => text.includes("Content Security Policy"));
  expect(refused.length).toBeGreaterThan(5);
  // React leaves a page alone whose markup it does not know.
  expect(complaints.filter((text) => !text.includes("Content Security Policy"))).toEqual([]);
});

test("the policy of such a page contains only the hashes of the shop's own scripts", async () => {
  for (const path of await existing(PAGES)) {
    const { body, headers } = await new Shopper(shop.origin).get(path);
    const injected = new Set(inlineScriptHashes(/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? ""));
    const own = inlineScriptHashes(body).filter((hash) => !injected.has(hash));

    expect(injected.size).toBe(4);
    expect(own.length).toBe(3);
    expect([...permittedHashes(String(headers["content-security-policy"]))].sort()).toEqual([...own].sort());
    expect(body).not.toMatch(/nonce="[\w-]+"/);
  }
});

/** Articles move with the content: those of `paths` that are there, which are two at least. */
async function existing(paths: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const answers = await Promise.all(paths.map((path) => new Shopper(shop.origin).get(path)));
  const there = paths.filter((_, index) => answers[index]?.status === 200);
  expect(there.length).toBeGreaterThan(1);
  return there;
}

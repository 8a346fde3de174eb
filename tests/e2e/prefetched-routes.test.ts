/** Links that fetch their page ahead: all parts of the page are there before it is opened, and it opens from them. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { open, taken } from "#tests/support/people/journey.ts";
import { addProduct, DOG, overHttp } from "#tests/support/people/over-http.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Between them they link to every kind of page that is fetched ahead. */
const STARTS = [
  "/",
  "/cart",
  "/c/wooden-toys",
  "/search/pram",
  "/blog",
  "/brands",
  "/information",
  "/favourites",
  DOG,
];
const KINDS_LEAST = 8;
const shop = useShop();

type Window = Readonly<{
  __remixRouter: { state: { matches: ReadonlyArray<{ route: { id: string } }> } };
  __remixManifest: { routes: Record<string, { module: string; imports?: ReadonlyArray<string> }> };
}>;

type Fiber = Readonly<{ return: Fiber | null; memoizedProps: Readonly<{ prefetch?: string }> | null }>;

/** Addresses that the page fetches ahead when their links have the focus: nothing in the HTML says so. */
function linksAhead(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const isAhead = (link: Element) => {
      const key = Object.keys(link).find((name) => name.startsWith("__reactFiber"));
      let fiber = (link as unknown as Record<string, Fiber | null>)[key ?? ""] ?? null;
      // The element, the router's link, and Remix's.
      for (let level = 0; fiber && level < 3; level += 1, fiber = fiber.return)
        if (fiber.memoizedProps?.prefetch === "intent") return true;
      return false;
    };
    const links = [...document.querySelectorAll("main a[href^='/']")];
    return links.filter(isAhead).map((link) => link.getAttribute("href") ?? "");
  });
}

/** What the page has fetched, as paths. */
function fetched(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
}

/** Paths of the files that the page's route and its parents are made of. */
function partsOf(page: Page) {
  return page.evaluate(() => {
    const { __remixRouter: router, __remixManifest: manifest } = window as unknown as Window;
    const ids = router.state.matches.map(({ route }) => route.id);
    return ids.flatMap((id) => {
      const { module = "", imports = [] } = manifest.routes[id] ?? {};
      return [module, ...imports];
    });
  });
}

/** Of pages that differ in their names only: "/c/wooden-toys" and "/c/prams". */
const kindOf = (path: string) => path.replace(/[?#].*/, "").replace(/^(\/[^/]+)\/.*/, "$1/…");

/** Points at the link with the keyboard, and waits until everything that it fetches ahead has come. */
async function fetchAhead(page: Page, path: string): Promise<void> {
  await page
    .locator(`main a[href=${JSON.stringify(path)}]`)
    .first()
    .focus();
  await page.waitForFunction(() => {
    const ahead = [...document.querySelectorAll<HTMLLinkElement>("a:focus ~ link[rel=modulepreload]")];
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return ahead.length > 0 && ahead.every(({ href }) => names.includes(href));
  });
}

test("a page that was fetched ahead opens from parts that were there before", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await overHttp(journey, (shopper) => addProduct(shopper, DOG));
  const seen = new Set<string>();
  for (const start of STARTS) {
    await open(journey, start);
    for (const path of await linksAhead(page)) {
      if (seen.has(kindOf(path))) continue;
      seen.add(kindOf(path));
      await open(journey, start);
      await fetchAhead(page, path);
      const before = await fetched(page);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname === new URL(path, shop.origin).pathname);
      await taken(page, "on");
      const parts = await partsOf(page);
      expect
        .soft(
          parts.filter((part) => !before.includes(part)),
          `from ${start} to ${path}`,
        )
        .toEqual([]);
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(KINDS_LEAST);
});

test("every part of every page can be imported at once, in any order", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, "/");
  // As a text: a function's imports would be those of the test.
  const failed = await page.evaluate(`(async () => {
    const parts = Object.values(__remixManifest.routes).flatMap(({ module, imports = [] }) => [module, ...imports]);
    const settled = await Promise.allSettled([...new Set(parts)].reverse().map((part) => import(part)));
    return settled.flatMap(({ status, reason }) => (status === "rejected" ? [String(reason)] : []));
  })()`);
  expect(failed).toEqual([]);
});

/**
 * A page whose scripts never come is the page of a visitor without scripts: the same controls, and nothing that listens
 * to a click, a change or a form that is sent. So journeys are walked with scripts on and off; those of a purchase and of
 * consent are walked with scripts that never come too.
 */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { cookiesOf } from "#tests/support/people/over-http.ts";
import { type Sample, SAMPLES } from "#tests/support/people/page-addresses.ts";
import { sampleVisitors, type SampleVisitors } from "#tests/support/people/sample-visitors.ts";
import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** The first of these asks for the scripts' files, and changes nothing about what the visitor did. */
const STARTS_SCRIPTS = ["load", "pointerdown", "keydown"];

const shop = useShop();
let samples: SampleVisitors;

beforeAll(async () => {
  samples = await sampleVisitors(shop.origin);
});

/** One of each layout. That no page has another inline script is looked at in tests/server/every-page.test.ts. */
const ROUTES = [
  "",
  "c/:slug1",
  "p/:slug1/:slug2/:slug3/:slug4",
  "p/:slug1/:slug2/:slug3",
  "search",
  "cart",
  "checkout",
  "orders/:orderId",
  "login",
  "gift-lists/new",
  "compare",
  "information/contact-us",
] as const;

/** The last address of each route that answers with a page. */
const PAGES: ReadonlyArray<Sample> = ROUTES.flatMap(
  (route) => SAMPLES[route]?.findLast(({ status = 200, type, to }) => status === 200 && !type && !to) ?? [],
);

/** What a visitor can press, follow and fill in, with where it leads; without what is in `noscript`. */
function controls(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
      .filter((element) => element.checkVisibility() && !element.closest("noscript"))
      .map((element) => {
        const attributes = [...element.attributes].filter(
          ({ name }) => !/^(?:class|style|id|aria-)/.test(name),
        );
        const form = (element as HTMLInputElement).form;
        return [
          element.tagName,
          ...attributes.map(({ name, value }) => `${name}=${value}`),
          form ? `${form.method} ${form.action}` : "",
          element.textContent.trim(),
        ].join(" ");
      }),
  );
}

/** From now on `page` keeps the names of the events that its scripts listen to. */
async function recordListeners(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listenedTo: Array<string> = [];
    Object.assign(globalThis, { listenedTo });
    Object.defineProperty(EventTarget.prototype, "addEventListener", {
      value: new Proxy(Reflect.get(EventTarget.prototype, "addEventListener"), {
        apply: (add, target, rest: [string]) => {
          listenedTo.push(rest[0]);
          Reflect.apply(add, target, rest);
        },
      }),
    });
  });
}

const listenedTo = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { listenedTo: Array<string> }).listenedTo);

test("a page has the same controls when its scripts never come as without scripts, and nothing listens to them", async () => {
  const [off, aborted] = [await visit("off"), await visit("aborted")];
  await recordListeners(aborted.page);
  for (const { at, by = "buyer" } of PAGES) {
    const address = shop.origin + samples.named(at);
    const seen: Array<ReadonlyArray<string>> = [];
    for (const { page } of [off, aborted]) {
      await page.context().clearCookies();
      await page.context().addCookies(cookiesOf(samples.visitors[by], shop.origin));
      await page.goto(address);
      seen.push(await controls(page));
    }
    expect(seen[1], address).toEqual(seen[0]);
    expect(seen[0]?.length, address).toBeGreaterThan(3);
    expect(STARTS_SCRIPTS, address).toEqual(expect.arrayContaining(await listenedTo(aborted.page)));
  }
  expect(PAGES).toHaveLength(ROUTES.length);
  expect([...off.complaints, ...aborted.complaints]).toEqual([]);
});

/** What the table of redirects says is what the shop answers, at every address that has no page of its own. */
import { expect, test, vi } from "vitest";

import { addRedirect, removeRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { isForeignQuery, isNeverRedirected } from "#app/models/catalogue/redirects/redirect.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { NOW } from "#tests/support/now.ts";
import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { SHOP_ROUTES, ShopBrowser } from "#tests/support/shops/remix-shop.ts";

useTestDatabase();

const TO = "/c/prams";
const shopper = new ShopBrowser();

async function answerAt(path: string): Promise<readonly [status: number, to: string | null]> {
  const { status, headers } = await shopper.get(path);
  return [status, headers.get("Location")];
}

const add = async (from: string, to = TO) => addRedirect({ from, to, now: NOW, pages: await pagesOfShop() });

/** Where an address that nothing is at is no 404, and why. */
const NEVER_LOST: Readonly<Record<string, string>> = {
  "/search/:searchQuery":
    "a search answers whatever is looked for, and leads on by itself where it finds nothing",
  "/account/orders/:orderId": "sends to the log-in first",
  "/account/orders/:orderId/invoice": "sends to the log-in first",
  "/account/addresses/:addressId": "sends to the log-in first",
  "/orders/:orderId/gift/:position": "an address from before: sends to the order, whichever it is",
  "/checkout/thank-you/:orderId": "says whose order is not known, and how to find it",
  "/ingest/*": "takes what scripts send",
};

const withParameter = SHOP_ROUTES.filter(({ path }) => /[:*]/.test(path) && !isNeverRedirected(path));

test("every route with a parameter is walked, or is named with the reason", () => {
  const walked = withParameter.map(({ path }) => path);
  expect(walked.length).toBeGreaterThan(50);
  expect(Object.keys(NEVER_LOST).filter((path) => !walked.includes(path))).toEqual([]);
});

test.each(withParameter.filter(({ path }) => !(path in NEVER_LOST)).map(({ path }) => path))(
  "at %s nothing is found, and what is not there leads on once it has a redirect",
  async (pattern) => {
    const lost = pattern.replace(/\?/g, "").replace(/:\w+|\*/g, "nothing-here");
    const before = await answerAt(lost);
    expect(await add(lost)).toMatchObject({ ok: true });
    const after = await answerAt(lost);
    await removeRedirect(lost);

    expect([before, after]).toEqual([
      [pattern === "/image/*" ? 400 : 404, null],
      [301, TO],
    ]);
  },
);

/** Pages for shoppers that are about nobody. */
const pages = Object.values(SAMPLES)
  .flat()
  .filter(({ at, by = "empty" }) => by === "empty" && !at.includes("{"))
  .filter(({ at }) => addressAt(at.split("?")[0] ?? "").audience === "public");

test("another shop's query leads on from every page that is about nobody, and its own page stays", async () => {
  const shown = pages.filter(({ at, status = 200 }) => status === 200 && isForeignQuery(`${at}?old-id=12`));
  expect(shown.length).toBeGreaterThan(30);
  const wrong: Array<unknown> = [];
  for (const { at } of shown) {
    const from = `${at}${at.includes("?") ? "&" : "?"}old-id=12`;
    const added = await add(from);
    const answers = [await answerAt(`${from}&utm_source=mail`), await answerAt(at)];
    await removeRedirect(from);
    const expected = [
      [301, `${TO}?utm_source=mail`],
      [200, null],
    ];
    if (!added.ok || JSON.stringify(answers) !== JSON.stringify(expected)) wrong.push([from, added, answers]);
  }
  expect(wrong).toEqual([]);
});

test("WordPress's address of a post leads on from the home page, by scripts too, and another number does not", async () => {
  await add("/?p=12", "/blog");
  await add("/old", "/?p=12");

  expect(await answerAt("/?p=12")).toEqual([301, "/blog"]);
  expect(await answerAt("/old")).toEqual([301, "/blog"]);
  const byScript = await shopper.get("/?p=12&_data=routes%2Fstorefront%2Fhome");
  expect(byScript.headers.get("X-Remix-Redirect")).toBe("/blog");
  expect(await answerAt("/?p=13")).toEqual([200, null]);
  expect(await answerAt("/")).toEqual([200, null]);
  await removeRedirect("/?p=12");
  await removeRedirect("/old");
});

test("no redirect is looked up for a page without a query, nor with the shop's own or a sender's", async () => {
  for (const path of ["/", "/?utm_source=mail", "/c/wooden-toys?sort=price-asc&page=1"]) {
    const queries = await listQueries(() => shopper.get(path));
    expect(queries.length, path).toBeGreaterThan(0);
    expect(
      queries.filter((sql) => /"redirects"/.test(sql)),
      path,
    ).toEqual([]);
  }
});

test("every name in a query that such a page reads is known to be the shop's own", async () => {
  const spies = (["get", "getAll", "has"] as const).map((read) => vi.spyOn(URLSearchParams.prototype, read));
  const read = new Set<string>();
  try {
    for (const { at } of pages) {
      await shopper.get(at);
      for (const { mock } of spies)
        mock.calls.forEach(([name], call) => {
          // Headers are made of it, too.
          if (mock.contexts[call]?.constructor === URLSearchParams) read.add(`${at.split("?")[0]}?${name}=1`);
        });
      for (const spy of spies) spy.mockClear();
    }
  } finally {
    vi.restoreAllMocks();
  }
  expect(read).toContain("/blog?tag=1");
  expect([...read].filter(isForeignQuery)).toEqual([]);
});

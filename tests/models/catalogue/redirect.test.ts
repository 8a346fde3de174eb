import fc from "#tests/support/fast-check.ts";
import { describe, expect, test } from "vitest";

import {
  type Redirect,
  isForeignQuery,
  oldAddressKey,
  redirectableKeys,
  redirectChain,
  redirectEnds,
  redirectKey,
  redirectPair,
  redirectKeysOf,
  redirectProblems,
  withQueryOf,
} from "#app/models/catalogue/redirects/redirect.ts";

const redirect = (from: string, to: string): Redirect => ({
  from,
  to,
  source: "owner",
  createdAt: "2026-11-21T12:00:00.000Z",
});

describe("a redirect", () => {
  const LONG = `/${"x".repeat(1024)}`;

  test.each([
    ["/old", "/new", "ok"],
    ["/old/", "/c/prams?sort=name", "ok"],
    ["/Old%20Toys", "/", "ok"],
    ["old", "/new", "redirect-malformed"],
    ["//evil.example", "/new", "redirect-malformed"],
    ["/?p=12", "/new", "ok"],
    ["/?p=12&utm_source=mail", "/?gclid=x&p=12", "redirect-loop"],
    ["/index.php?id=5", "/new", "ok"],
    ["/old#part", "/new", "redirect-malformed"],
    ["/bad%zz", "/new", "redirect-malformed"],
    ["/bad%ff", "/new", "redirect-malformed"],
    ["/café", "/new page", "ok"],
    ["/café", "/CAF%C3%89", "redirect-loop"],
    ["/old", "https://evil.example/", "redirect-malformed"],
    ["/old", "//evil.example", "redirect-malformed"],
    ["/old", "/\\evil.example", "redirect-malformed"],
    ["/old", "/a/../b", "redirect-malformed"],
    ["/old", LONG, "redirect-malformed"],
    ["/Old+Toys/", "/old%20toys?x=1", "redirect-loop"],
    // The same search.
    ["/search/a", "/search/A", "redirect-loop"],
    ["/search/a", "/search/%41", "redirect-loop"],
    ["/search/a", "/Search/a/", "redirect-loop"],
    ["/search/a", "/search?q=A", "redirect-loop"],
    ["/search/a", "/search/?page=1&q=%41#x", "redirect-loop"],
    ["/search/old%20toys", "/search/Old+Toys", "redirect-loop"],
    ["/search/old%20toys", "/search/old%20%20toys%20", "redirect-loop"],
    ["/search/old%20toys", "/search?q=+old++TOYS", "redirect-loop"],
    ["/search/caf%C3%A9", "/search/CAFE%CC%81", "redirect-loop"],
    ["/search/fish", "/search/%EF%AC%81sh", "redirect-loop"],
    // Another search.
    ["/search/a", "/search/b", "ok"],
    ["/search/a", "/search?q=b", "ok"],
    ["/search/a/b", "/search/a", "ok"],
  ])("from %s to %s is %s", (from, to, code) => {
    const pair = redirectPair(from, to);
    expect(pair.ok ? "ok" : pair.code).toBe(code);
  });

  test("is compared without case, query, closing slash and the spellings of a space", () => {
    const written = ["/old toys", "/Old%20Toys/", "/old+toys?x=1", "/OLD+TOYS#y"];

    expect(new Set(written.map(redirectKey))).toEqual(new Set(["/old toys"]));
    expect(redirectKey("/a%zz")).toBe("/a%zz");
  });

  test("of another shop is no search of ours because it begins like one", () => {
    for (const path of ["/SearchResults.asp", "/search.php", "/searchresults/all", "/search/toys/all"])
      expect([path, oldAddressKey(`${path}?Cat=12`)]).not.toEqual([path, oldAddressKey(`${path}?Cat=13`)]);
    for (const path of ["/search/kite", "/search/kite/", "/search"])
      expect(oldAddressKey(`${path}?q=kite&page=2`)).toBe("/search/kite");
  });

  test("preserves the request's query, except for parameters that the target sets", () => {
    expect(withQueryOf("/c/prams?sort=name", "?sort=price&utm_source=mail")).toBe(
      "/c/prams?sort=name&utm_source=mail",
    );
    expect(withQueryOf("/c/prams", "")).toBe("/c/prams");
    expect(withQueryOf("/c/prams?sort=new#list", "?sort=price")).toBe("/c/prams?sort=new#list");
  });

  test("to a part of a page leads to that part with any query of the request", () => {
    const word = fc.stringMatching(/^[a-z0-9?&=%#+-]{0,12}$/);
    const plain = fc.stringMatching(/^[a-z]{1,8}$/);
    const pairs = fc.array(fc.tuple(plain, word), { maxLength: 3 });
    fc.assert(
      fc.property(plain, pairs, pairs, fc.option(plain), (page, own, given, part) => {
        const query = (of: typeof own) => new URLSearchParams(of).toString();
        const to = `/${page}?${query(own)}${part === null ? "" : `#${part}`}`;

        const url = new URL(withQueryOf(to, `?${query(given)}`), "http://shop");

        expect([url.pathname, url.hash]).toEqual([`/${page}`, part === null ? "" : `#${part}`]);
        const names = new Set(own.map(([name]) => name));
        expect([...url.searchParams]).toEqual([...own, ...given.filter(([name]) => !names.has(name))]);
      }),
    );
  });
});

test("every chain of redirects ends, and a loop is distinguished from an end", async () => {
  const address: fc.Arbitrary<string> = fc.constantFrom("/a", "/b", "/c", "/d", "/e");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(address, address)), address, async (pairs, start) => {
      const targets = new Map(pairs);
      const { addresses, isLoop } = await redirectChain(start, (address) => targets.get(address) ?? null);

      expect(addresses.length).toBeLessThanOrEqual(7);
      expect(isLoop).toBe(new Set(addresses).size < addresses.length);
      expect(isLoop || !targets.has(addresses.at(-1) ?? "")).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("where twenty thousand redirects in a row end is found by following each of them once", () => {
  let followed = 0;
  class CountingMap extends Map<string, string> {
    override get(key: string) {
      followed += 1;
      return super.get(key);
    }
  }
  const targets = new CountingMap(Array.from({ length: 20_000 }, (_, at) => [`/z${at}`, `/z${at + 1}`]));
  const endOf = redirectEnds(targets, () => false);

  for (const from of targets.keys()) expect(endOf(from).end).toBe("/z20000");

  expect(endOf("/z0")).toEqual({ end: "/z20000", steps: 20_000, isLoop: false });
  expect(followed).toBeLessThan(3 * targets.size);
});

test("an address with a query of its own is found by it, in any order and with senders' marks", () => {
  const keys = (search: string) => redirectKeysOf("/index.php", search);

  expect(keys("?b=2&id=5&utm_source=mail")[0]).toEqual({
    key: oldAddressKey("/Index.php?id=5&b=2"),
    rest: "utm_source=mail",
  });
  expect(keys("?id=6")[0]?.key).not.toBe(oldAddressKey("/index.php?id=5"));
  expect(keys("?id=6")[1]).toEqual({ key: "/index.php", rest: "?id=6" });
});

test.each([
  ["/?p=12", true],
  ["/?p=12&page=2", true],
  ["/?PAGE_ID=12", true],
  ["/category?cPath=22", true],
  ["/product?product_id=5", true],
  ["/blog?cat=3", true],
  ["/information/about?lang=de", true],
  // What the shop's own pages read, and what senders add.
  ["/", false],
  ["/?", false],
  ["/?page=2", false],
  ["/?utm_source=mail&gclid=1", false],
  ["/?srsltid=AfmBOor&gad_source=1&gad_campaignid=2&_gl=1*x", false],
  ["/c/prams?sort=name&colour=red&Page=2", false],
  ["/product?id=5", false],
  ["/blog/article?slug=care", false],
  ["/blog?tag=wood", false],
  // Its query is the search, and the others are about one person, or no pages for shoppers.
  ["/search?cat=3", false],
  ["/cart?add-to-cart=5", false],
  ["/account?page_id=5", false],
  ["/desk/orders?page_id=5", false],
  ["/api/products?page_id=5", false],
  ["/image/x.jpg?page_id=5", false],
])("the query of %s is another shop's: %s", (address, isForeign) => {
  expect(isForeignQuery(address)).toBe(isForeign);
  expect(redirectableKeys(address, () => true)).toEqual(isForeign ? [oldAddressKey(address)] : []);
});

test("the check reports loops, chains, dead ends and redirects without use, and nothing else", () => {
  const redirects = [
    redirect("/good", "/c/prams"),
    redirect("/search-it", "/search/train"),
    redirect("/one", "/two"),
    redirect("/two", "/one"),
    redirect("/far", "/good"),
    redirect("/lost", "/nowhere"),
    redirect("/C/Prams", "/c/pushchairs"),
    redirect("/to-prams", "/c/prams"),
    redirect("/cart", "/c/prams"),
    redirect("/bad%zz", "/c/prams"),
    redirect("/cart?add=5", "/c/prams"),
    // Pages of another shop at the paths of pages.
    redirect("/c/prams?id=5", "/c/pushchairs"),
    redirect("/old", "/c/prams?id=6"),
    redirect("/older", "/c/prams?id=5"),
  ];
  const hasPage = (address: string) => ["/c/prams", "/c/pushchairs", "/cart"].includes(redirectKey(address));
  const mayAnswer = (address: string) => hasPage(address) || address.startsWith("/search");
  const problems = redirectProblems(redirects, { hasPage, isOwn: hasPage, isFixed: hasPage, mayAnswer });

  expect(problems.map(({ from, kind }) => [from, kind])).toEqual([
    ["/one", "loop"],
    ["/two", "loop"],
    ["/far", "chain"],
    ["/lost", "dead"],
    ["/C/Prams", "unused"],
    ["/cart", "unused"],
    ["/bad%zz", "unreadable"],
    ["/cart?add=5", "unused"],
    ["/older", "chain"],
  ]);
});

import fc from "#tests/support/fast-check.ts";
import { describe, expect, test } from "vitest";

import {
  type Redirect,
  redirectChain,
  redirectKey,
  redirectPair,
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
  test.each([
    ["/old", "/new"],
    ["/old/", "/c/prams?sort=name"],
    ["/Old%20Toys", "/"],
  ])("may be %s, to %s", (from, to) => {
    expect(redirectPair(from, to)).toMatchObject({ ok: true });
  });

  test.each([
    ["old", "/new"],
    ["//evil.example", "/new"],
    ["/", "/new"],
    ["/old?x=1", "/new"],
    ["/old", "https://evil.example/"],
    ["/old", "//evil.example"],
    ["/old", "/\\evil.example"],
    ["/old", "/a/../b"],
    ["/old", "/new page"],
    ["/old", `/${"x".repeat(1024)}`],
  ])("may not be %s, to %s", (from, to) => {
    expect(redirectPair(from, to)).toMatchObject({ ok: false, code: "redirect-malformed" });
  });

  test("may not lead to itself, in any spelling", () => {
    expect(redirectPair("/Old+Toys/", "/old%20toys?x=1")).toMatchObject({ ok: false, code: "redirect-loop" });
  });

  test.each([
    ["/search/a", "/search/A"],
    ["/search/a", "/search/%41"],
    ["/search/a", "/Search/a/"],
    ["/search/a", "/search?q=A"],
    ["/search/a", "/search/?page=1&q=%41#x"],
    ["/search/old%20toys", "/search/Old+Toys"],
    ["/search/old%20toys", "/search/old%20%20toys%20"],
    ["/search/old%20toys", "/search?q=+old++TOYS"],
    ["/search/caf%C3%A9", "/search/CAFE%CC%81"],
    ["/search/fish", "/search/%EF%AC%81sh"],
  ])("of the search %s may not lead to the same search %s", (from, to) => {
    expect(redirectPair(from, to)).toMatchObject({ ok: false, code: "redirect-loop" });
  });

  test("may lead from one search to another", () => {
    expect(redirectPair("/search/a", "/search/b")).toMatchObject({ ok: true });
    expect(redirectPair("/search/a", "/search?q=b")).toMatchObject({ ok: true });
    expect(redirectPair("/search/a/b", "/search/a")).toMatchObject({ ok: true });
  });

  test("is compared without case, query, closing slash and the spellings of a space", () => {
    const written = ["/old toys", "/Old%20Toys/", "/old+toys?x=1", "/OLD+TOYS#y"];

    expect(new Set(written.map(redirectKey))).toEqual(new Set(["/old toys"]));
    expect(redirectKey("/a%zz")).toBe("/a%zz");
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
      const { addresses, isLoop } = await redirectChain(start, (key) => targets.get(key) ?? null);

      expect(addresses.length).toBeLessThanOrEqual(7);
      expect(isLoop).toBe(new Set(addresses).size < addresses.length);
      expect(isLoop || !targets.has(addresses.at(-1) ?? "")).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("the check reports loops, chains, dead ends and unused redirects, and nothing else", async () => {
  const redirects = [
    redirect("/good", "/c/prams"),
    redirect("/search-it", "/search/train"),
    redirect("/one", "/two"),
    redirect("/two", "/one"),
    redirect("/far", "/good"),
    redirect("/lost", "/nowhere"),
    redirect("/C/Prams", "/c/pushchairs"),
  ];
  const problems = await redirectProblems(redirects, new Set(["/c/prams", "/c/pushchairs"]));

  expect(problems.map(({ from, kind }) => [from, kind])).toEqual([
    ["/good", "chain"],
    ["/one", "loop"],
    ["/two", "loop"],
    ["/far", "chain"],
    ["/lost", "dead"],
    ["/C/Prams", "unused"],
  ]);
});

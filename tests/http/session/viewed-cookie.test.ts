import { expect, test } from "vitest";

import { readViewedIds, viewedCookie } from "#app/http/session/viewed-cookie.server.ts";
import { requestWith } from "#tests/support/people/browser-cookies.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

const visit = (cookie: string | null, headers: Readonly<Record<string, string>> = {}) =>
  requestWith(cookie, { "User-Agent": PERSON, ...headers });

async function lookAt(ids: ReadonlyArray<number>): Promise<string | null> {
  let text: string | null = null;
  for (const id of ids) text = (await viewedCookie(visit(text), id)) ?? text;
  return text;
}

test("viewed products are stored, the latest first, each once and twelve at most", async () => {
  const twice = visit(await lookAt([1001, 1002, 1001]));
  const many = visit(await lookAt(Array.from({ length: 20 }, (_, index) => index + 1)));

  expect(await readViewedIds(twice)).toEqual([1001, 1002]);
  expect(await readViewedIds(many)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9]);
});

test("the same product again sets no cookie, and neither does a bot or a prefetch", async () => {
  const known = await lookAt([1001]);

  expect(await viewedCookie(visit(known), 1001)).toBeNull();
  expect(await viewedCookie(visit(known, { "User-Agent": "Googlebot/2.1" }), 1002)).toBeNull();
  expect(await viewedCookie(visit(known, { "Sec-Purpose": "prefetch" }), 1002)).toBeNull();
});

test("visitors with the same viewed products get the same cookie, byte for byte", async () => {
  expect(await lookAt([1001, 1002])).toBe(await lookAt([1001, 1002]));
  expect(await lookAt([1001])).toMatch(/^viewed=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test.each(["viewed=nonsense", "viewed=%E0%A4%A", "viewed=IjEwMDEi.forged", "viewed=", "other=1"])(
  "%s counts as no viewed products, without an error",
  async (cookie) => {
    expect(await readViewedIds(visit(cookie))).toEqual([]);
  },
);

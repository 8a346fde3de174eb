/** Links of a desk with a host of its own. */
import { expect, test } from "vitest";

import { withShopLinks } from "#app/http/response/shop-links.ts";

const SHOP = "https://shop.example";

test.each([
  ['<a class="go" href="/blog/play/3?x=1#y">', `<a class="go" href="${SHOP}/blog/play/3?x=1#y">`],
  ['<a href="/">', `<a href="${SHOP}/">`],
  ['<a href="/desks">', `<a href="${SHOP}/desks">`],
])("a link to the shop is given the shop's origin: %s", (before, after) => {
  expect(withShopLinks(before, SHOP)).toBe(after);
});

test.each([
  ...['<a href="/desk">', '<a href="/desk/pages">', '<a href="/desk?x=1">', '<a href="/desk#x">'],
  ...['<a href="//cdn.example/x">', '<a href="https://other.example/x">', '<a href="mailto:a@b.c">'],
  ...[
    '<a href="#main">',
    '<a data-href="/cart">',
    '<link rel="icon" href="/favicon.ico">',
    '<area href="/x">',
  ],
  '&lt;a href="/cart"&gt;',
])("any other address stays: %s", (html) => {
  expect(withShopLinks(html, SHOP)).toBe(html);
});

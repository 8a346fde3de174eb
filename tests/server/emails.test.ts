/** Where the letters of the shop lead: every link and every image, asked for at the built shop. */
import { expect, test } from "vitest";

import { documentOf, TEMPLATE_NAMES, emailOf, linksOf } from "#tests/support/checks/email-fixtures.ts";
import { deskRoutes } from "#tests/support/people/desk/desk-routes.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Links that are one person's own: what a sample's secret opens is a page that says so. */
const SECRET = /[?&](?:token|k|proof|sig)=preview/;

/** A sample's basket was never there, nor its gift list. */
const GONE = 410;
const SAMPLE_LIST = /\/list\/7K4P-9QWX$/;
const NO_SUCH_LIST = 404;

const shop = useShop();

/** Pages of the desk, which emails to its people lead to. */
const DESK_PAGES = deskRoutes().map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`));

test("every link of every email leads to a page, and every image exists", async () => {
  const emails = TEMPLATE_NAMES.map((kind) => emailOf(kind, shop.origin));
  const links = emails.flatMap((email) => [...linksOf(email).html, ...linksOf(email).text]);
  const images = emails.flatMap((email) =>
    [...documentOf(email).querySelectorAll("img")].map(({ src }) => src),
  );
  const own = [...new Set(links)].filter((link) => link.startsWith(shop.origin));
  const reader = new Shopper(shop.origin);

  const lost: Array<unknown> = [];
  for (const link of own) {
    const { status, location } = await lastAnswer(reader, link);
    const isSecret = SECRET.test(link);
    const isSample = (isSecret && status === GONE) || (SAMPLE_LIST.test(link) && status === NO_SUCH_LIST);
    const isThere = status === 200 || isSample;
    // Nobody was invited, so there is no desk.
    if (DESK_PAGES.some((page) => page.test(link.slice(shop.origin.length)))) continue;
    if (!isThere || (location !== null && !isSecret && !isMoved(link))) lost.push([link, status, location]);
  }
  for (const image of new Set(images)) {
    const { status, headers } = await reader.get(image.slice(shop.origin.length));
    const isShown = headers["cross-origin-resource-policy"] === "cross-origin";
    if (status !== 200 || !isShown) lost.push([image, status, headers["content-type"]]);
  }

  expect(lost).toEqual([]);
  expect(own.length).toBeGreaterThan(15);
  expect(new Set(images).size).toBe(3);
});

/** `/products/{id}` is made to be moved (requirement routes-2). */
function isMoved(link: string): boolean {
  return /\/products\/\d+(?:[?#]|$)/.test(link);
}

/** The answer at the end of the way, and the first step of it. */
async function lastAnswer(reader: Shopper, link: string) {
  const { pathname, search } = new URL(link);
  let answer = await reader.get(pathname + search);
  const first = answer.location;
  for (let steps = 0; answer.location && steps < 3; steps += 1) answer = await reader.get(answer.location);
  return { status: answer.status, location: first };
}

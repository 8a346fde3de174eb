/** The fast lane and those who have cookies: what it sends them is what the slow lane would, byte for byte. */
import { expect, test } from "vitest";

import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import {
  bytesOf,
  type CachedPageAnswer,
  cachedPageClient,
  fastAnswer,
  withinOneMinute,
} from "#tests/support/people/cached-pages.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { sampled } from "#tests/support/test-part.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const BED = "/p/nursery-furniture/sleep/toddler-beds/house-bed";
const LISTING = "/c/wooden-toys";
const PAGES = ["/", LISTING, "/c/new", "/brands", RAINBOW, "/blog", "/information/delivery-and-return"];
/** The key of these in the cache has the list of viewed products. */
const SHOW_VIEWED = ["/", RAINBOW];
const RAINBOW_MUTED = 5000;

const shop = useShop();
const ask = cachedPageClient(shop);

type Act = (shopper: Shopper) => Promise<unknown>;
const guest = async () => new Shopper(shop.origin);
const fill: Act = (shopper) => addToBasket(shopper, RAINBOW_MUTED);
const sendTo =
  (postcode: string): Act =>
  (shopper) =>
    shopper.post("/cart", { intent: "estimate-delivery", postcode });
const save: Act = (shopper) => shopper.post("/favourites", { save: "101" });
const compare: Act = (shopper) => shopper.post("/compare", { add: "101" });
const look: Act = (shopper) => shopper.get(RAINBOW);
const choose =
  (chosen: Readonly<Record<string, string>>): Act =>
  (shopper) =>
    shopper.post("/privacy/consent", { choice: "chosen", ...chosen });

let customers = 0;
const customer = () => newCustomer(shop, `ida-${(customers += 1)}@example.com`);

const VISITORS: ReadonlyArray<readonly [string, () => Promise<Shopper>, ReadonlyArray<Act>]> = [
  ["a basket", guest, [fill]],
  ["a basket that is sent to the Highlands", guest, [fill, sendTo("IV27 4HH")]],
  ["favourites", guest, [save]],
  ["something to compare", guest, [compare]],
  ["products that were looked at", guest, [look]],
  ["a no to everything", guest, [choose({})]],
  ["a yes to marketing", guest, [choose({ marketing: "on" })]],
  ["an account", customer, []],
  ["an account with a basket and favourites", customer, [fill, save]],
  ["all of it", guest, [fill, sendTo("GL5 1QN"), save, compare, look, choose({})]],
];

const remember =
  (width: string): Act =>
  (shopper) =>
    shopper.post("/my-spaces", {
      ...{ from: "/", fit: "boot", remember: "on" },
      ...{ "fit-width": width, "fit-depth": "70", "fit-height": "45" },
    });

async function arrive(who: () => Promise<Shopper>, acts: ReadonlyArray<Act>): Promise<string> {
  const shopper = await who();
  for (const act of acts) await act(shopper);
  return shopper.cookieHeader();
}

test.each(sampled(VISITORS, 3))(
  "with %s every page has the same bytes with and without the response cache",
  async (_, who, acts) => {
    const cookie = await arrive(who, acts);
    for (const path of PAGES) {
      const headers = { "Accept-Encoding": "br", Cookie: cookie };
      // A cookie that the shop does not know changes nothing, but takes the slow lane.
      const slowHeaders = { ...headers, Cookie: `${cookie}; x=1` };
      const [slow, first, again] = await withinOneMinute(() => [
        () => ask(path, slowHeaders),
        () => ask(path, headers),
        () => fastAnswer(() => ask(path, headers)),
      ]);

      expect([path, slow.isFast, again.isFast]).toEqual([path, false, true]);
      expect(bytesOf(first)).toEqual(bytesOf(slow));
      expect(bytesOf(again)).toEqual(bytesOf(slow));
    }
  },
);

test("another visitor with the same visible state gets the same page, unless it shows more of them", async () => {
  const [one, other] = [await arrive(guest, [fill]), await arrive(guest, [fill])];
  const [, list, , product] = await withinOneMinute(() => [
    () => ask(LISTING, { Cookie: one }),
    () => ask(LISTING, { Cookie: other }),
    () => ask(RAINBOW, { Cookie: one }),
    () => ask(RAINBOW, { Cookie: other }),
  ]);

  expect([list.isFast, product.isFast]).toEqual([true, false]);
  expect(list.body).toContain("Basket, 1 item");
});

const tagOf = ({ head }: CachedPageAnswer) => /^etag: (.+)$/im.exec(head.join("\n"))?.[1] ?? "";

/** The list of viewed products that a browser has after this answer, null if it stays as it was. */
const viewedIn = ({ head }: CachedPageAnswer) =>
  head.flatMap((line) => /^set-cookie: (viewed=[^;]*)/i.exec(line)?.[1] ?? []).at(-1) ?? null;

test.each<readonly [string, ReadonlyArray<Act>, boolean]>([
  ["no cookie", [], false],
  ["no cookie, asking again", [], true],
  ["a basket", [fill], false],
  ["a basket, asking again", [fill], true],
  ["viewed products", [look], false],
  ["viewed products, asking again", [look], true],
])("with %s a visitor coming from a product gets their own viewed list alone", async (_, acts, isAgain) => {
  const cookie = acts.length > 0 ? await arrive(guest, acts) : null;
  const from = (product: string | null, others = "") => ({
    ...(cookie !== null || others ? { Cookie: [cookie, others].filter(Boolean).join("; ") } : {}),
    ...(product !== null ? { Referer: shop.origin + product } : {}),
  });
  for (const path of PAGES) {
    const tag = isAgain ? tagOf(await ask(path, from(DOG))) : null;
    const get = (headers: Record<string, string>) => () =>
      ask(path, { ...headers, ...(tag !== null ? { "If-None-Match": tag } : {}) });
    const first = () => ask(path, from(DOG));
    const [, , slow, other, slowElsewhere, elsewhere, same] = await withinOneMinute(() => [
      first,
      first,
      get(from(BED, "x=1")),
      get(from(BED)),
      get(from(null, "x=1")),
      get(from(null)),
      () => fastAnswer(get(from(DOG))),
    ]);

    expect([path, viewedIn(other), viewedIn(elsewhere)]).toEqual([
      path,
      viewedIn(slow),
      viewedIn(slowElsewhere),
    ]);
    expect([path, same.isFast, viewedIn(same)]).toEqual([path, true, expect.stringMatching(/^viewed=/)]);
    if (!SHOW_VIEWED.includes(path)) expect([path, other.isFast]).toEqual([path, true]);
  }
});

test("a visitor's action is in their next page, and in nobody else's", async () => {
  const [shopper, idle] = [await guest(), await guest()];
  await fill(shopper);
  await fill(idle);
  const see = (who: Shopper, path: string) => ask(path, { Cookie: who.cookieHeader() });
  expect((await see(shopper, LISTING)).body).toContain("Basket, 1 item");

  await fill(shopper);
  await save(shopper);

  const [list, others] = [await see(shopper, LISTING), await see(idle, LISTING)];
  expect(list.body).toContain("Basket, 2 items");
  expect(others.body).toContain("Basket, 1 item");
  await sendTo("IV27 4HH")(shopper);
  const before = await see(shopper, RAINBOW);
  await sendTo("GL5 1QN")(shopper);
  expect((await see(shopper, RAINBOW)).body).not.toBe(before.body);
});

test.each<readonly [string, () => Promise<Shopper>, ReadonlyArray<Act>, string]>([
  ["somebody who allows statistics", guest, [choose({ analytics: "on" })], LISTING],
  ["what was just put into a basket", guest, [fill], `${LISTING}?added=line_AAAAAAAAAAAAAAAAAAAAAA`],
  ["a form that knows its customer", customer, [], "/information/contact-us"],
  ["a cookie of others beside a basket", async () => (await guest()).takeCookie("_ga", "1"), [fill], "/"],
])("%s bypasses the response cache", async (_, who, acts, path) => {
  const cookie = await arrive(who, acts);

  const requested = await withinOneMinute(() => [
    () => ask(path, { Cookie: cookie }),
    () => ask(path, { Cookie: cookie }),
    () => ask(path, { Cookie: cookie }),
  ]);

  expect(requested.map(({ isFast }) => isFast)).toEqual([false, false, false]);
});

test("a session that ended elsewhere shows nothing of its customer any more", async () => {
  const shopper = await customer();
  await save(shopper);
  const cookie = shopper.cookieHeader();
  const listing = () => ask(LISTING, { Cookie: cookie });
  const hearts = async () => (await listing()).body.match(/"favourites":\[[^\]]*\]/)?.[0];
  expect([await hearts(), await hearts()]).toEqual(['"favourites":[101]', '"favourites":[101]']);

  await shopper.post("/logout", {});

  for (const { head, body, isFast } of [await listing(), await listing()]) {
    expect([head[0], isFast]).toEqual(["HTTP/1.1 302 Found", false]);
    expect(head.join("\n")).toMatch(/^location: \/login\?redirectTo=.*&reason=expired$/im);
    expect(body).not.toContain("favourites");
  }
});

test("a list says of each visitor's own boot what fits, also where it was stored for another's", async () => {
  const visitors = [[remember("98")], [remember("10")], [look], [remember("98")]];
  const cookies = await Promise.all(visitors.map((acts) => arrive(guest, acts)));
  const answers = await withinOneMinute(() =>
    [...cookies, ...cookies].map((cookie) => () => ask("/c/pushchairs", { Cookie: cookie })),
  );

  const says = answers.map(({ body }) => body.includes("its your boot, folded"));
  expect(says).toEqual([true, false, false, true, true, false, false, true]);
  expect(answers.slice(4).map(({ isFast }) => isFast)).toEqual([true, true, true, true]);
});

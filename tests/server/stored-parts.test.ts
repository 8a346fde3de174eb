/** Parts that were drawn for one page and stand in another: nobody sees what was drawn for somebody else. */
import { expect, test } from "vitest";

import { withinOneMinute } from "#tests/support/people/cached-pages.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const STACKER = 101;
/** Toys have no button to compare. */
const PUSHCHAIR = 137;
/** Cards of every look, the menus, filters, reviews. */
const PAGES = [
  "/",
  "/c/wooden-toys",
  "/c/wooden-toys?colour=sage&page=1",
  "/c/pushchairs",
  "/c/new",
  "/brands/hollybough-workshop",
  "/search/wooden",
  "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
  "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker?stars=5",
  "/blog/play/5",
  "/favourites",
  "/nowhere",
];

const shop = useShop();

let requested = 0;

/** The page at an address that nobody asked before, as if it were the usual one. */
async function draw(shopper: Shopper, path: string): Promise<string> {
  requested += 1;
  const own = `from=${requested}x`;
  const { body } = await shopper.get(path + (path.includes("?") ? `&${own}` : `?${own}`));
  return body.replaceAll(new RegExp(`(?:\\?|&amp;|&|\\\\u0026|%3F|%26)from(?:=|%3D)${requested}x`, "g"), "");
}

const stranger = (headers: Readonly<Record<string, string>> = {}) =>
  new Shopper(shop.origin, { "accept-encoding": "identity", ...headers });

test("a page is the same when it is drawn again, and after others were drawn for other visitors", async () => {
  // A product's page counts the minutes to the next dispatch.
  const [drawn] = await withinOneMinute(() => [drawTwice]);

  for (const { path, first, again } of drawn) {
    expect(again, path).toBe(first);
    expect(first, path).not.toContain("data-stored");
  }
});

async function drawTwice() {
  const first = new Map<string, string>();
  for (const path of PAGES) first.set(path, await draw(stranger(), path));
  const visitor = stranger();
  await visitor.post("/favourites", { save: `${STACKER}@card`, from: "/c/wooden-toys" });
  await visitor.post("/compare", { add: `${STACKER}@card`, from: "/c/wooden-toys" });

  const drawn = [];
  for (const path of PAGES) {
    await draw(visitor, path);
    await draw(stranger({ "save-data": "on" }), path);
    drawn.push({ path, first: first.get(path), again: await draw(stranger(), path) });
  }
  return drawn;
}

test("a card shows this visitor's favourites and comparison only", async () => {
  const visitor = stranger();
  const before = await draw(visitor, "/c/pushchairs");
  await visitor.post("/favourites", { save: `${PUSHCHAIR}@card`, from: "/c/pushchairs" });
  await visitor.post("/compare", { add: `${PUSHCHAIR}@card`, from: "/c/pushchairs" });
  const after = await draw(visitor, "/c/pushchairs");
  const again = await draw(stranger(), "/c/pushchairs");

  const buttons = (body: string) => ({
    save: new RegExp(`id="save-card-${PUSHCHAIR}"[^>]* name="(\\w+)"`).exec(body)?.[1],
    compare: new RegExp(`id="compare-card-${PUSHCHAIR}"[^>]* name="(\\w+)"`).exec(body)?.[1],
  });
  expect(buttons(before)).toEqual({ save: "save", compare: "add" });
  expect(buttons(after)).toEqual({ save: "remove", compare: "remove" });
  expect(buttons(again)).toEqual({ save: "save", compare: "add" });
});

test("only a visitor with Save-Data gets the smaller images", async () => {
  const cards = (body: string) => body.match(/<article class="card_[^]*?<\/article>/g) ?? [];
  const usual = cards(await draw(stranger(), "/c/wooden-toys"));
  const saving = cards(await draw(stranger({ "save-data": "on" }), "/c/wooden-toys"));

  expect(usual).toHaveLength(24);
  expect(saving).toHaveLength(24);
  expect(saving.every((card) => card.includes("q=50") && !card.includes("1280w"))).toBe(true);
  expect(usual.some((card) => card.includes("q=50"))).toBe(false);
});

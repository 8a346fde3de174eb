/** A part of the scripts that never comes takes no form with it: whatever is pressed goes to the server. */
import type { Page, Request, Route } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { cookiesOf } from "#tests/support/people/over-http.ts";
import { taken } from "#tests/support/people/journey.ts";
import { type Sample, SAMPLES } from "#tests/support/people/page-addresses.ts";
import { sampleVisitors, type SampleVisitors } from "#tests/support/people/sample-visitors.ts";
import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
let samples: SampleVisitors;

beforeAll(async () => {
  samples = await sampleVisitors(shop.origin);
});

/** The last address of each route that answers with a page. */
const PAGES: ReadonlyArray<Sample> = Object.values(SAMPLES).flatMap(
  (all) => all.findLast(({ status = 200, type, to }) => status === 200 && !type && !to) ?? [],
);
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker?swatch=sunset";
const isProduct = ({ at }: Sample) => at.startsWith("/p/wooden-toys/building-and-stacking/");

/** The buttons that send a form, opened and numbered; `kind` is the same for those that do the same. */
function buttons(page: Page) {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    return [...document.querySelectorAll<HTMLButtonElement>("button")].flatMap((button, number) => {
      const { form, name, value } = button;
      const method = button.getAttribute("formmethod") ?? form?.method;
      if (button.type !== "submit" || method !== "post" || !button.checkVisibility()) return [];
      const action = new URL(form?.action ?? "").pathname.replace(/\d+|_[\w-]{22}/g, "…");
      return [{ number, kind: [action, name, name === "intent" ? value : ""].join(" ") }];
    });
  });
}

/** Presses button `number`. Answers with what its form says. */
function pressed(page: Page, number: number): Promise<ReadonlyArray<string>> {
  return page.evaluate((place) => {
    const button = document.querySelectorAll("button")[place] as HTMLButtonElement;
    const fields = [...new FormData(button.form as HTMLFormElement, button)];
    button.click();
    return fields.flatMap(([name, value]) => (typeof value === "string" ? [`${name}=${value}`] : []));
  }, number);
}

function fieldsOf(request: Request): ReadonlyArray<string> {
  const body = request.postData() ?? "";
  const parts = [...body.matchAll(/name="([^"]*)"\r\n\r\n([^]*?)\r\n--/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  return body.startsWith("--")
    ? parts
    : [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`);
}

test("each form of a product's page is sent, with all its fields, when no further part of the scripts comes", async () => {
  const { page } = await visit("on");
  const seen = new Set<string>();
  let isLost = false;
  await page.route(
    () => isLost,
    (route) =>
      /POST|script/.test(route.request().method() + route.request().resourceType())
        ? route.abort()
        : route.continue(),
  );
  for (const { at, by = "empty" } of PAGES.filter(isProduct)) {
    await page.context().clearCookies();
    await page.context().addCookies(cookiesOf(samples.visitors[by], shop.origin));
    const open = async () => {
      isLost = false;
      await page.goto(shop.origin + samples.named(at));
      await taken(page, "on");
      return buttons(page);
    };
    for (const { number, kind } of await open()) {
      if (seen.has(kind)) continue;
      seen.add(kind);
      await open();
      isLost = true;
      const sent = page.waitForRequest((request) => request.method() === "POST");
      const fields = await pressed(page, number);
      expect(fieldsOf(await sent), `${at}: ${kind}`).toEqual(expect.arrayContaining([...fields]));
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(["/cart intent add", "/favourites save ", "/store  "]));
});

test("a form whose module never comes is sent without it, once", async () => {
  const { page } = await visit("on");
  await page.goto(shop.origin + RAINBOW);
  await taken(page, "on");
  await page.route(/\/assets\/cart-[^/]+\.js/, () => undefined);
  const posts: Array<string> = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.resourceType());
  });

  await page.locator("#buy").getByRole("button", { name: "Add to basket" }).click();

  await page.getByRole("heading", { name: "Added to your basket" }).waitFor();
  expect(posts).toEqual(["document"]);
});

test("two hearts that are pressed before the module of the favourites is lost are both saved", async () => {
  const { page } = await visit("on");
  await page.goto(`${shop.origin}/c/wooden-toys`);
  await taken(page, "on");
  let lose = () => {};
  const isRequested = new Promise<void>((resolve) => {
    void page.route(/\/assets\/favourites-[^/]+\.js/, async (route) => {
      resolve();
      await new Promise<void>((go) => (lose = go));
      await route.abort();
    });
  });
  await page.evaluate(() => {
    const hearts = document.querySelectorAll<HTMLElement>("main button[form=favourites-form]");
    for (const place of [0, 1]) hearts[place]?.click();
  });
  await isRequested;

  const isBack = page.waitForEvent("load");
  lose();
  await isBack;
  await page.goto(`${shop.origin}/favourites`);

  expect(await page.locator("main article").count()).toBe(2);
});

test.each([
  ["is cut off", (route: Route) => route.abort()],
  ["comes from a front server that has no shop behind it", (route: Route) => route.fulfill({ status: 502 })],
])("a form whose answer %s is sent again by Try again, with what was chosen and typed", async (_, answer) => {
  const { page } = await visit("on");
  const sent: Array<ReadonlyArray<string>> = [];
  await page.goto(shop.origin + RAINBOW);
  await taken(page, "on");
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
  await page.route(
    (url) => url.pathname === "/cart",
    (route) => {
      if (route.request().method() !== "POST") return route.continue();
      sent.push(fieldsOf(route.request()));
      return sent.length === 1 ? answer(route) : route.continue();
    },
  );

  await page.locator("#buy").getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("button", { name: "Try again" }).click();

  await page.getByRole("heading", { name: "Added to your basket" }).waitFor();
  expect(sent[0]).toEqual(expect.arrayContaining(["option-1011=sunset", "quantity=2", "intent=add"]));
  expect([...(sent[1] ?? []), "panel=1"]).toEqual(sent[0]);
  expect(new URL(page.url()).pathname).toBe(new URL(RAINBOW, shop.origin).pathname);
});

/** Every form of the shop and the page that has it, found by going through all lists of pages. */
import { matchRoutes } from "@remix-run/router";
import type { Page } from "playwright";

import type { OpenShop } from "#tests/support/shops/server.ts";
import { ask } from "#tests/support/shops/shop-data.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";

import { customerStates } from "./customer/customer-states.ts";
import { linkFor, open as openLink } from "./customer/customer-visitor.ts";
import { authStates } from "./auth-states.ts";
import {
  toConfirmedLater,
  toGiftAlertLink,
  toGivenGift,
  toInvited,
  toRequestedMove,
} from "./gift-list-journey.ts";
import { cookiesOf } from "./over-http.ts";
import { SAMPLES } from "./page-addresses.ts";
import { PAGE_STATES, type Visitor } from "./page-states.ts";
import { addToBasket, goToPayment, payAt } from "./purchase.ts";
import { sampleVisitors } from "./sample-visitors.ts";
import { Shopper } from "./shopper.ts";
import { startAnew, visit } from "./visit.ts";

type Cookies = ReadonlyArray<Readonly<{ name: string; value: string; url?: string }>>;

/** One button of a form. */
export type FormButton = Readonly<{
  /** Among the buttons of its page. */
  number: number;
  isVisible: boolean;
  method: string;
  /** The path of the route that answers, as in SAMPLES. */
  route: string;
  /** Route, button and fields: the same whatever product, order or list a form is about. */
  kind: string;
}>;

export type FormPage = Readonly<{
  /** Path and query. */
  at: string;
  /** Who is there. */
  cookies: Cookies;
  /** The kinds of its forms that no page before has. */
  kinds: ReadonlyArray<string>;
}>;

/** In which the header has the field of the search, and not a link in its place. */
export const WINDOW = { width: 1440, height: 900 };
const ROUTES = Object.keys(SAMPLES).map((path) => ({ path: `/${path}` }));
/** What no form needs. */
export const IMAGES_AND_FONTS = /\.(?:jpe?g|png|webp|avif|woff2)/;
/** Pages of one visitor, to which a list of states may only say the way. */
const OF_ONE_VISITOR = /^\/(?:account|gift-lists|list|newsletter|orders|stock-alerts)\//;

const ENGRAVED = "/p/wooden-toys/pretend-play/small-world/noahs-ark";

/** Where an address is left, with what, and where the links lead in the emails to it, one after the other. */
const BY_EMAIL = [
  [
    "/newsletter",
    { news: "on" },
    [["/newsletter/confirm"], ["/newsletter/preferences", "/newsletter/unsubscribe"]],
  ],
  ["/stock-alerts?variant=5002", {}, [["/stock-alerts/confirm"], ["/stock-alerts/leave"]]],
] as const;
/** The variant of that alert. */
const SOLD_OUT = "HB-0101-FORE";
const RAINBOW_MUTED = 5000;
const PREORDERED =
  "SELECT variants.id FROM variants JOIN products ON products.id = product_id WHERE slug = 'travel-system' AND on_hand > 0";

/** The path of the route that answers at `address`, as in SAMPLES. */
export function routeAt(address: string): string {
  const { pathname } = new URL(address, "http://shop");
  return matchRoutes(ROUTES, pathname)?.at(-1)?.route.path.slice(1) ?? "*";
}

/** The buttons that send a form of the page at `at` and where its links lead: of `html`, or of what `page` shows. */
export async function readForms(page: Page, at: string, html: string | null = null) {
  const { buttons, links } = await page.evaluate((text) => {
    const shown = text === null ? document : new DOMParser().parseFromString(text, "text/html");
    const found = [...shown.querySelectorAll("button")];
    return {
      links: [...shown.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
      buttons: found.flatMap((button, number) => {
        const { form, type, name, value } = button;
        if (!form || type !== "submit") return [];
        const attribute = (key: string) => button.getAttribute(`form${key}`) ?? form.getAttribute(key);
        const names = [...form.elements].map((field) => field.getAttribute("name") ?? "");
        const says = name + (name === "intent" ? `=${value}` : "");
        const isVisible = button.checkVisibility();
        return {
          number,
          isVisible,
          method: attribute("method") ?? "get",
          action: attribute("action"),
          says,
          names,
        };
      }),
    };
  }, html);
  const forms = buttons.map(({ action, says, names, ...button }): FormButton => {
    const route = routeAt(new URL(action ?? "", `http://shop${at}`).href);
    const fields = [...new Set(names.map((name) => name.replace(/\d+/g, "…")))].filter(Boolean).sort();
    // Lists differ in what they can be narrowed down by.
    const shape = button.method === "get" && fields.length > 1 ? "several fields" : fields.join();
    return { ...button, route, kind: `${button.method} /${route} ${says} (${shape})` };
  });
  return { forms, links };
}

/** Buys one of the variant. */
async function paidBy(shop: OpenShop, variantId: number) {
  const buyer = new Shopper(shop.origin);
  await addToBasket(buyer, variantId);
  const { location } = await payAt(buyer, await goToPayment(buyer));
  await buyer.get(location ?? "");
  return {
    orderId: /order_[\w-]{22}/.exec(location ?? "")?.[0] ?? "",
    cookies: cookiesOf(buyer, shop.origin),
  };
}

/** Leaves out pages that have only forms that others have too. */
export async function formPages(shop: OpenShop): Promise<ReadonlyArray<FormPage>> {
  const visited = await visit("on");
  const { page } = visited;
  await page.route(IMAGES_AND_FONTS, (route) => route.abort());
  const seen = new Set<string>();
  const visitedRoutes = new Set<string>();
  const pages: Array<FormPage> = [];

  async function look(path: string, cookies: Cookies): Promise<void> {
    const shopper = new Shopper(shop.origin);
    for (const { name, value } of cookies) shopper.takeCookie(name, value);
    // A link with a secret is exchanged for a cookie.
    const { location } = await shopper.get(path);
    const at = location ?? path;
    const { body } = await shopper.get(at);
    const { forms, links } = await readForms(page, at, body);
    const kinds = forms.map(({ kind }) => kind).filter((kind) => !seen.has(kind) && seen.add(kind));
    if (kinds.length > 0) pages.push({ at, cookies: cookiesOf(shopper, shop.origin), kinds });
    for (const link of links.filter((to) => OF_ONE_VISITOR.test(to))) {
      if (visitedRoutes.has(routeAt(link))) continue;
      visitedRoutes.add(routeAt(link));
      await look(link, cookies);
    }
  }
  async function lookAfter(go: (visitor: Visitor) => Promise<unknown>): Promise<void> {
    await startAnew(visited);
    await page.setViewportSize(WINDOW);
    const link = await go({ page, origin: shop.origin, mode: "on", dataDir: shop.dataDir });
    const { pathname, search } = new URL(typeof link === "string" ? link : page.url(), shop.origin);
    // And a stranger, with whom a list is shared.
    for (const cookies of [await page.context().cookies(), []]) await look(pathname + search, cookies);
  }

  // First, because they look for the latest order.
  for (const states of [customerStates, authStates]) {
    const { cookies, states: all } = await states(shop);
    for (const { who, path } of all) await look(path, cookies[who] ?? []);
  }
  const { visitors, named } = await sampleVisitors(shop.origin);
  for (const { at, by = "filled", status = 200, type } of Object.values(SAMPLES).flat())
    if (status === 200 && !type) await look(named(at), cookiesOf(visitors[by], shop.origin));
  for (const { path, go } of PAGE_STATES) await (path ? look(path, []) : lookAfter(go));
  await look(ENGRAVED, []);
  await lookAfter(toInvited);
  await lookAfter(toConfirmedLater);
  await lookAfter(toGiftAlertLink);
  await lookAfter(async (visitor) => (await toRequestedMove(visitor)).toNew);
  for (const [form, fields, links] of BY_EMAIL)
    for (const [number, ofEmail] of links.entries()) {
      const email = `${routeAt(form)}.${number}@example.org`;
      const subscriber = new Shopper(shop.origin);
      await subscriber.post(form, { ...fields, email });
      for (const [before] of links.slice(0, number)) {
        await openLink(subscriber, await linkFor(shop, email, { path: before }));
        await subscriber.post(before, {});
      }
      const isAboutStock = ofEmail[0] === "/stock-alerts/leave";
      if (isAboutStock) await runCommand(shop, ["stock", SOLD_OUT, "2"]);
      for (const path of ofEmail) await look(await linkFor(shop, email, { path }), []);
      if (isAboutStock) await runCommand(shop, ["stock", SOLD_OUT, "0"]);
    }
  const early = await paidBy(shop, Number(ask(shop, PREORDERED)));
  await look(`/orders/${early.orderId}/preorder/0`, early.cookies);
  const { orderId } = await paidBy(shop, RAINBOW_MUTED);
  const number = String(ask(shop, "SELECT number FROM orders WHERE id = ?", orderId));
  await runCommand(shop, ["orders", "ship", number, "--carrier", "Parcel Co"]);
  await runCommand(shop, ["orders", "deliver", number]);
  for (const page of ["thanks", "swap"])
    await lookAfter(async (visitor) => `${await toGivenGift(visitor, orderId)}/${page}`);
  await visited.close();
  return pages;
}

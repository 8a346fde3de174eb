/** Every form of the shop, whatever extensions, translators and lost parts of the scripts do to its page. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";
import {
  type FormButton,
  type FormPage,
  formPages,
  IMAGES_AND_FONTS,
  readForms,
  routeAt,
  WINDOW,
} from "#tests/support/people/form-pages.ts";
import {
  answeredPlainly,
  fillInAll,
  missingScripts,
  type Outcome,
  outcomeOf,
  sentBy,
} from "#tests/support/people/form-presses.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { visit } from "#tests/support/people/visit.ts";
import { rememberDatabase } from "#tests/support/shops/restored-database.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
let pages: ReadonlyArray<FormPage>;
let putBack: () => Promise<void>;

/** The walk to all pages and some 200 presses take minutes on a quiet machine, and twenty on a busy one. */
const LONG = { timeout: 1_800_000 };

beforeAll(async () => {
  pages = await formPages(shop);
  putBack = await rememberDatabase(shop.dataDir);
}, LONG.timeout);

/** A payment that waits ends after half an hour, and the walk may take longer. It begins anew when 20 minutes are over. */
const HOLD_MS = 29 * 60_000;
const LEFT_LEAST_MS = 9 * 60_000;
let heldUntil = Date.now();

async function holdPayments(): Promise<void> {
  if (Date.now() < heldUntil - LEFT_LEAST_MS) return;
  await putBack();
  heldUntil = Date.now() + HOLD_MS;
  const until = new Date(heldUntil).toISOString();
  write(shop, "UPDATE orders SET expires_at = ? WHERE status = 'awaiting-payment'", until);
  write(
    shop,
    "UPDATE embedded_payments SET request = json_set(request, '$.attempt.expiresAt', ?) WHERE status = 'pending'",
    until,
  );
  putBack = await rememberDatabase(shop.dataDir);
}

/** Until the scripts have taken the page over and have followed a choice that was made before. */
const scriptsAreHere = (page: Page) =>
  page.waitForSelector(`html[${CLIENT_NAVIGATION_ATTRIBUTE}]`, { state: "attached" });

/** Routes that a form may be sent to, and none of the walk is. */
const NOT_REACHED: Readonly<Record<string, string>> = {
  "*": "a form of nobody is answered with 404",
  "blog/:slug1?/:articleId": "as above",
  "information/:slug": "as above",
  "information/contact": "another address of information/contact-us, where its form is sent",
  "checkout/thank-you/:orderId": "another address of checkout/thank-you, where its form is sent",
  "p/:slug1": "redirects to the product",
  "p/:slug1/:slug2": "redirects to the product",
  "p/:slug1/:slug2/:slug3": "an engraved product is a level deeper",
  "p/:slug1/:slug2/:slug3/:slug4/:slug5": "redirects to the product",
};

test("a form is found for every route that answers one, or it is named why not", async () => {
  const { page } = await visit("on");
  await page.goto(shop.origin);
  await scriptsAreHere(page);
  const answering = await page.evaluate(() => {
    type Route = Readonly<{ parentId?: string; path?: string; hasAction?: boolean }>;
    const { routes } = (window as unknown as { __remixManifest: { routes: Record<string, Route> } })
      .__remixManifest;
    const pathOf = ({ parentId = "", path = "" }: Route): string =>
      [routes[parentId] ? pathOf(routes[parentId]) : "", path].filter(Boolean).join("/");
    return Object.values(routes).flatMap((route) => (route.hasAction ? [pathOf(route)] : []));
  });
  const reached = new Set(
    pages.flatMap(({ kinds }) => kinds.map((kind) => /^post \/(\S*)/.exec(kind)?.[1] ?? "")),
  );

  expect(answering.filter((path) => !reached.has(path)).sort()).toEqual(Object.keys(NOT_REACHED).sort());
});

/** What others do to a page once the document has been read, in the browser. */
const CHANGES: Readonly<Record<string, () => void>> = {
  "around the page and on its fields": () => {
    document.documentElement.append(document.createElement("x-extension"));
    document.body.setAttribute("data-checked", "1");
    document.body.prepend(document.createElement("div"));
    document.body.append(document.createElement("x-extension"));
    document.head.prepend(document.createElement("style"), document.createElement("script"));
    for (const link of document.querySelectorAll("link[rel=stylesheet]"))
      link.after(document.createElement("style"));
    for (const field of document.querySelectorAll("input,textarea")) field.setAttribute("data-checked", "1");
  },
  "inside the page, as a password manager, a grammar checker and a translator do": () => {
    for (const field of document.querySelectorAll("input[type=email],input[type=password],textarea"))
      field.after(document.createElement("x-extension"));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Array<Text> = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest("script,style,option,textarea")) continue;
      const translated = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
      translated.textContent = text.data;
      text.replaceWith(translated);
    }
  },
};

/** What the fields say that are there and can be seen. */
function fieldsOf(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("input,select,textarea,main details")].flatMap(
      (field) => {
        if ("open" in field) return [`details ${String(field.open)}`];
        const { form, name, type, value, checked } = field;
        if (field.tabIndex < 0 || !field.checkVisibility()) return [];
        const [action = ""] = form?.getAttribute("action")?.split(/[?#]/) ?? [];
        return [
          `${action} ${name} ${type} ${/checkbox|radio/.test(type) ? `${value} ${String(checked)}` : value}`,
        ];
      },
    ),
  );
}

test.each(Object.entries(CHANGES))(
  "changed %s before the scripts come, every form holds what was typed",
  async (name, change) => {
    const isOutside = name.startsWith("around");
    const { page, complaints } = await visit("on");
    await page.addInitScript(`addEventListener("DOMContentLoaded", ${String(change)})`);
    let comeAll = () => {};
    let areHere = new Promise<void>((resolve) => (comeAll = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await areHere;
      await route.continue().catch(() => undefined);
    });
    await page.route(IMAGES_AND_FONTS, (route) => route.abort());
    for (const { at, cookies } of pages) {
      await holdPayments();
      await page.context().clearCookies();
      await page.context().addCookies(cookies);
      areHere = new Promise((resolve) => (comeAll = resolve));
      await page.goto(shop.origin + at, { waitUntil: "domcontentloaded" });
      await page.evaluate(() => Object.assign(document.querySelector("main") ?? {}, { isOfServer: true }));
      await fillInAll(page);
      const typed = await fieldsOf(page);
      comeAll();
      await scriptsAreHere(page);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );

      const isOfServer = await page.evaluate(() => "isOfServer" in (document.querySelector("main") ?? {}));
      expect.soft(isOfServer, at).toBe(isOutside);
      // Another colour has to be fetched first.
      await expect.poll(() => fieldsOf(page), { message: at }).toEqual(expect.arrayContaining([...typed]));
    }
    // The shop's policy refuses styles of others that say nothing of their own.
    const others = complaints.filter((text) => !text.includes("Content Security Policy"));
    if (isOutside) expect(others).toEqual([]);
  },
);

/** Forms that are not pressed. */
const NOT_PRESSED: Readonly<Record<string, string>> = {
  "get /p/:slug1/:slug2/:slug3  (several fields)": "its button is for those without scripts",
  "get /p/:slug1/:slug2/:slug3/:slug4  (several fields)": "as above",
  "get /p/:slug1/:slug2/:slug3/:slug4  (option-…)": "as above",
  "post /p/:slug1/:slug2/:slug3/:slug4 intent=show-words (intent,personalisation,productId,quantity,redirectTo,variantId,words)":
    "as above",
  "post /account/details/export  (exportPassword)": "the answer is a file, which the browser itself fetches",
};

/** Forms whose page, and the page that answers, are drawn by scripts that are there. By their kinds without fields. */
const NOTHING_TO_LOSE: ReadonlyArray<string> = [
  "get /account/orders",
  "get /brands/:brandSlug",
  "get /c/:slug1",
  "get /c/:slug1/:slug2/:slug3",
  "get /c/back-in-stock",
  "get /c/gifts/gifts-by-age",
  "get /c/new",
  "get /c/new/week/new",
  "get /category",
  "get /list/:code",
  "get /p/:slug1/:slug2/:slug3",
  "get /p/:slug1/:slug2/:slug3/:slug4",
  "get /search/:searchQuery",
  "post /account/addresses/:addressId intent=save",
  "post /account/addresses/new intent=save",
  "post /account/details",
  "post /account/details intent=change-email",
  "post /account/details intent=change-password",
  "post /account/details intent=newsletter",
  "post /account/details intent=rename",
  "post /account/details intent=resend",
  "post /account/orders/:orderId intent=order-again",
  "post /cart intent=apply-coupon",
  "post /cart intent=decrease",
  "post /cart intent=estimate-delivery",
  "post /cart intent=increase",
  "post /cart intent=move-to-basket",
  "post /cart intent=remove",
  "post /cart intent=remove-saved",
  "post /cart intent=save-for-later",
  "post /cart intent=set-gift",
  "post /cart intent=set-quantity",
  "post /checkout intent=dates",
  "post /checkout intent=pay",
  "post /checkout intent=update",
  "post /checkout/gift-list/:listId intent=apply-coupon",
  "post /checkout/gift-list/:listId intent=pay",
  "post /checkout/gift-list/:listId intent=update",
  "post /checkout/thank-you",
  "post /compare intent=clear",
  "post /compare out",
  "post /compare remove",
  "post /favourites intent=share",
  "post /favourites intent=stop-sharing",
  "post /favourites remove",
  "post /gift-lists intent=find",
  "post /gift-lists intent=open",
  "post /gift-lists/mine/:listId intent=fewer",
  "post /gift-lists/mine/:listId intent=more",
  "post /gift-lists/mine/:listId intent=set-quantity",
  "post /gift-lists/mine/:listId intent=take-off",
  "post /gift-lists/mine/:listId/owners intent=invite",
  "post /gift-lists/mine/:listId/owners intent=move",
  "post /gift-lists/mine/:listId/owners intent=remove",
  "post /gift-lists/mine/:listId/swap",
  "post /gift-lists/mine/:listId/thanks intent=thanked",
  "post /list/gift intent=bought-elsewhere",
  "post /list/gift intent=change-words",
  "post /list/gift intent=send-again",
  "post /login",
  "post /newsletter/preferences intent=save",
  "post /orders",
  "post /orders/:orderId intent=order-again",
  "post /orders/:orderId/return intent=continue",
  "post /orders/:orderId/withdraw intent=continue",
  "post /orders/:orderId/words/:position intent=show-words",
  "post /p/:slug1/:slug2/:slug3/:slug4 intent=add",
  "post /products/:productId/review",
  "post /test-payment/:paymentId intent=authenticate",
  "post /test-payment/:paymentId intent=more-time",
  "post /withdraw",
];

/** Forms that are sent without scripts: what answers is a document that does without some of what its page may need. */
const SENT_PLAINLY: ReadonlyArray<string> = [
  "post /cart intent=add-all",
  "post /cart-recovery/:cartId intent=merge",
  "post /gift-lists/add",
  "post /gift-lists/new",
  "post /login",
  "post /logout",
  "post /newsletter",
  "post /orders/:orderId/cancel intent=cancel",
  "post /privacy/consent choice",
  "post /stock-alerts",
  "post /store",
  "post /test-payment/:paymentId intent=decline",
  "post /test-payment/:paymentId intent=pay",
  "post /test-payment/:paymentId intent=pay-later",
];

/** "post /cart intent=add" of the kind of a form. */
const withoutFields = (kind: string) => kind.replace(/\s*\(.*$/, "");

/** What becomes of a script that is asked for. */
type Fate = "lost" | "late";

/** Answers with the fates of scripts by path, which can be changed, and with those that did not come. */
async function decideFates(page: Page) {
  const fates = new Map<string, Fate>();
  const stopped = new Set<string>();
  await page.addInitScript(() => {
    const { setTimeout: wait } = globalThis;
    // How long a page waits for its parts (vite.chunk-errors.ts), in a hundredth of the time.
    const sooner = (run: () => void, ms?: number) => wait(run, ms === 5_000 ? 50 : ms);
    globalThis.setTimeout = sooner as typeof setTimeout;
    // After these a page fetches parts ahead, which would then be there before they can be lost.
    for (const sign of ["scroll", "pointermove"])
      addEventListener(sign, (event) => event.stopImmediatePropagation(), true);
  });
  await page.route(IMAGES_AND_FONTS, (route) => route.abort());
  await page.route(/\/assets\/.*\.js/, (route) => {
    const script = new URL(route.request().url()).pathname;
    const fate = fates.get(script);
    if (!fate) return route.continue().catch(() => undefined);
    stopped.add(script);
    return fate === "lost" ? route.abort() : undefined;
  });
  return { fates, stopped };
}

async function openFilledIn(page: Page, { at, cookies }: FormPage): Promise<void> {
  await putBack();
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await page.goto(shop.origin + at);
  await scriptsAreHere(page);
  // Within ten seconds a page does not load itself again for a lost part, and presses on a quick machine are closer.
  await page.evaluate(() => sessionStorage.clear());
  await fillInAll(page);
}

type Plan = Readonly<{
  button: FormButton;
  expected: Outcome;
  /** The first draws the page. */
  missing: ReadonlyArray<string>;
}>;

/**
 * What a browser without scripts shows after a press of a form of `kind`, and the scripts that the page at hand needs
 * for it: those of the route that answers and of where that leads. Null where there is no button or no page.
 */
async function planOf(page: Page, { at, cookies }: FormPage, kind: string): Promise<Plan | null> {
  const { forms } = await readForms(page, at);
  const button = forms.find((one) => one.kind === kind && one.isVisible);
  if (!button) return null;
  const shopper = new Shopper(shop.origin);
  for (const { name, value } of cookies) shopper.takeCookie(name, value);
  const { path, isPage, body } = await answeredPlainly(shopper, await sentBy(page, button.number));
  await putBack();
  if (!isPage) return null;
  const missing = [await missingScripts(page, button.route), await missingScripts(page, routeAt(path))];
  return {
    ...{ button, expected: await outcomeOf(page, path, body) },
    missing: [...new Set(missing.flat())],
  };
}

/** True once the script was requested; false where the page that is shown has come alive without it. */
async function isRequested(page: Page, stopped: ReadonlySet<string>, script: string): Promise<boolean> {
  const isAlive = () =>
    page.evaluate((mark) => document.documentElement.hasAttribute(mark), CLIENT_NAVIGATION_ATTRIBUTE);
  await expect.poll(async () => stopped.has(script) || (await isAlive().catch(() => false))).toBe(true);
  return stopped.has(script);
}

test(
  "a press of every form is answered as without scripts when a part of its scripts is lost or late",
  LONG,
  async () => {
    const { page } = await visit("on", { viewport: WINDOW });
    const { fates, stopped } = await decideFates(page);
    // By form's route, and over all.
    const lostFor = new Set<string>();
    const lost = new Set<string>();
    const notPressed: Array<string> = [];
    const withoutScripts: Array<string> = [];
    const notRequested: Array<string> = [];
    for (const formPage of pages) {
      fates.clear();
      await holdPayments();
      await openFilledIn(page, formPage);
      const plans: Array<Plan> = [];
      for (const kind of formPage.kinds) {
        const plan = await planOf(page, formPage, kind);
        if (plan) plans.push(plan);
        else notPressed.push(kind);
      }
      for (const { button, expected, missing } of plans) {
        const [first] = missing;
        if (!first) {
          withoutScripts.push(button.kind);
          continue;
        }
        const presses: Array<[string, Fate]> = [[first, "lost"]];
        if (!lostFor.has(`${button.route} ${first}`)) presses.push([first, "late"]);
        // Each part of each page once, by the first form that needs it.
        for (const script of missing.slice(1)) if (!lost.has(script)) presses.push([script, "lost"]);
        for (const [script, fate] of presses) {
          lost.add(script);
          lostFor.add(`${button.route} ${script}`);
          fates.clear();
          await openFilledIn(page, formPage);
          stopped.clear();
          fates.set(script, fate);
          await page.evaluate((number) => {
            Object.assign(window, { isBefore: true });
            document.querySelectorAll("button")[number]?.click();
          }, button.number);
          const message = `${formPage.at}: ${button.kind} while ${script} is ${fate}`;
          const isNew = () =>
            page.evaluate(() => !("isBefore" in window) && document.readyState !== "loading");
          // Null until the next document is there.
          const outcome = async () =>
            (await isNew().catch(() => false)) ? outcomeOf(page, page.url()).catch(() => null) : null;
          await expect.poll(outcome, { message }).toEqual(expected);
          const isPlain = SENT_PLAINLY.includes(withoutFields(button.kind));
          if (!(await isRequested(page, stopped, script)) && !isPlain) notRequested.push(message);
        }
      }
    }
    expect(notRequested).toEqual([]);
    expect([...new Set(withoutScripts.map(withoutFields))].sort()).toEqual([...NOTHING_TO_LOSE].sort());
    expect(notPressed.sort()).toEqual(Object.keys(NOT_PRESSED).sort());
  },
);

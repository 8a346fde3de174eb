import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { currentChoice, inMarketOf, storeChoiceCookie } from "#app/http/session/store-choice.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { loader as root } from "#app/root.tsx";
import { action as cartAction, loader as cartPage } from "#app/routes/cart/cart.tsx";
import { loader as informationPage } from "#app/routes/content/information.tsx";
import { action, loader } from "#app/routes/storefront/store-choice.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const PAGE = "/information/delivery-and-return";
const BRITISH = { currency: "GBP", locale: "en-GB" };
const IRISH = { currency: "GBP", locale: "en-IE" };

/** The owner offers these locales and currencies beside the store's own. */
async function offerAll(
  offered: Readonly<{ other_locales?: ReadonlyArray<string>; currencies: ReadonlyArray<string> }>,
) {
  const settings = db().selectFrom("settings").select("value").where("key", "=", "settings");
  const { value } = await settings.executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...(JSON.parse(value) as object), ...offered });
  await db().updateTable("settings").set({ value: changed }).where("key", "=", "settings").execute();
  await bumpCatalogueVersion();
}

const offer = (...other_locales: ReadonlyArray<string>) => offerAll({ other_locales, currencies: [] });

const choose = (browser: Browser, fields: Record<string, string>) => browser.post(action, "/store", fields);
const localeOn = async (browser: Browser) =>
  (
    (await (await browser.get(informationPage, PAGE, { slug: "delivery-and-return" })).json()) as {
      locale: string;
    }
  ).locale;

test("an offered choice is stored, redirects back, and determines how pages write dates", async () => {
  await offer("en-IE");
  const browser = new Browser();

  const answer = await choose(browser, { locale: "en-IE", from: "/blog?tag=x" });

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/blog?tag=x"]);
  expect(answer.headers.get("Set-Cookie")).toMatch(
    /^store=.+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
  );
  expect(await localeOn(browser)).toBe("en-IE");
  expect(await localeOn(new Browser())).toBe("en-GB");
  expect(await (await browser.get(root, "/")).json()).toMatchObject({
    store: { locale: "en-IE", locales: [{ tag: "en-GB" }, { tag: "en-IE", label: "English (Ireland)" }] },
  });
  // The catalogue and the settings stay as they are.
  expect((await findStore()).locale).toBe("en-GB");
});

test("an unknown choice is ignored, and a choice that is no longer offered ends", async () => {
  await offer("en-IE");
  const browser = new Browser();
  await choose(browser, { locale: "en-IE" });

  const answer = await choose(browser, { locale: "fr", currency: "EUR", from: "https://evil.example/" });

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
  expect(await localeOn(browser)).toBe("en-IE");
  await offer("en-AU");
  expect(await localeOn(browser)).toBe("en-GB");
  await offer();
  expect(await localeOn(browser)).toBe("en-GB");
});

test("a shop that offers one of each stores and shows no choice", async () => {
  await offer();
  const answer = await choose(new Browser(), { locale: "en-IE", from: "/cart" });

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"]);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  const page = (await (await new Browser().get(root, "/")).json()) as { store: object };
  expect(page.store).not.toHaveProperty("locales");
  expect(page.store).not.toHaveProperty("currencies");
  expect((await new Browser().get(loader, "/store")).headers.get("Location")).toBe("/");
});

test("the cookie counts only with the shop's signature", async () => {
  await offer("en-IE");
  const store = await findStore();
  const [pair = ""] = (await storeChoiceCookie({ currency: "GBP", locale: "en-IE" })).split(";");
  const read = (cookie: string) => currentChoice({ headers: new Headers({ Cookie: cookie }) }, store);

  expect(await read(pair)).toEqual(IRISH);
  const forged = `store=${encodeURIComponent(btoa(JSON.stringify(IRISH)))}`;
  for (const cookie of [forged, `${forged}.x`, pair.replace("store=", "store=x"), "store=", ""])
    expect(await read(cookie), cookie).toEqual(BRITISH);
});

test("the desk is in the shop's own currency, whatever its owner has chosen as a shopper", async () => {
  await offerAll({ currencies: ["EUR"] });
  const [Cookie = ""] = (await storeChoiceCookie({ currency: "EUR", locale: "en-GB" })).split(";");
  const currencyAt = (path: string) =>
    inMarketOf(new Request(`http://localhost${path}`, { headers: { Cookie } }), async () => {
      const { currency } = await findStore();
      return currency;
    });

  expect(await currencyAt("/cart")).toBe("EUR");
  for (const path of ["/desk", "/desk/coupons/new"]) expect(await currencyAt(path), path).toBe("GBP");
});

test("the choice of a currency prices the basket in it, and the basket says so once", async () => {
  await offerAll({ currencies: ["EUR"] });
  const browser = new Browser();
  await browser.post(cartAction, "/cart", {
    intent: "add",
    productId: "101",
    variantId: "5000",
    quantity: "1",
  });
  const basket = async () =>
    (await (await browser.get(cartPage, "/cart")).json()) as {
      note: { text: string } | null;
      cart: { formerCurrency: string | null };
      pricing: { totals: { items: object } };
    };

  expect((await basket()).pricing.totals.items).toEqual({ minor: 5_400, currency: "GBP" });
  await choose(browser, { currency: "EUR", from: "/cart" });

  const first = await basket();
  expect(first.pricing.totals.items).toEqual({ minor: 6_300, currency: "EUR" });
  expect([first.note?.text, first.cart.formerCurrency]).toEqual([
    "Prices are now in euros. We have updated the prices in your basket.",
    null,
  ]);
  expect((await basket()).note).toBeNull();
  // Another choice of the same changes nothing.
  await choose(browser, { currency: "EUR", from: "/cart" });
  expect((await basket()).note).toBeNull();
});

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  FAVOURITES_COOKIE_MAX_BYTES,
  guestFavouritesCookie,
} from "#app/http/session/wishlist-cookie.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { listFavourites } from "#app/models/wishlist/wishlist.server.ts";
import { loader as root } from "#app/root.tsx";
import { action as compare, loader as comparePage } from "#app/routes/catalogue/compare.tsx";
import { action as favourites, loader as favouritesPage } from "#app/routes/favourites/favourites.tsx";
import { action as saveShared, loader as sharedPage } from "#app/routes/favourites/shared-favourites.tsx";
import { action as login } from "#app/routes/auth/login.tsx";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { makeCustomer, PASSWORD } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { customerWithBrowser } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const save = (browser: Browser, value: string, more = {}) =>
  browser.post(favourites, "/favourites", { save: value, ...more });

async function idsOf(browser: Browser): Promise<ReadonlyArray<number>> {
  const answer = await browser.get(root, "/");
  return ((await answer.json()) as { favourites: ReadonlyArray<number> }).favourites;
}

async function comparedBy(browser: Browser): Promise<ReadonlyArray<number>> {
  const answer = await browser.get(root, "/");
  return ((await answer.json()) as { compared: ReadonlyArray<number> }).compared;
}

async function shareOf(browser: Browser): Promise<string> {
  await browser.post(favourites, "/favourites", { intent: "share" });
  const data = (await (await browser.get(favouritesPage, "/favourites")).json()) as {
    page: { share: { path: string } | null };
  };
  return data.page.share?.path.split("/").at(-1) ?? "";
}

test("a heart redirects back to its card, and never out of the shop", async () => {
  const browser = new Browser();

  const back = await save(browser, "101@fresh", { from: "/c/wooden-toys?page=2" });
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/c/wooden-toys?page=2#save-fresh-101"]);

  const away = await save(browser, "102@fresh", { from: "https://evil.example/" });
  expect(away.headers.get("Location")).toBe("/favourites#save-fresh-102");
  expect(await idsOf(browser)).toEqual([102, 101]);
});

test("a script gets a message and stays on its page", async () => {
  const browser = new Browser();

  const answer = await save(browser, "101@card", { script: "1" });

  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ ok: true, message: "Saved to your favourites" });
});

test("a product removed on the favourites page can be restored in place", async () => {
  const browser = new Browser();
  for (const id of ["103", "102", "101"]) await save(browser, id);

  const removed = await browser.post(favourites, "/favourites", { remove: "102" });
  const { removed: note } = (await removed.json()) as { removed: { undo: string; at: number } };
  expect(await idsOf(browser)).toEqual([101, 103]);
  await browser.post(favourites, "/favourites", { undo: note.undo, at: String(note.at) });

  expect(await idsOf(browser)).toEqual([101, 102, 103]);
});

test("the cookie of fifty favourites with variants and a link stays below a kilobyte", async () => {
  const list = Array.from({ length: 50 }, (_, index) => ({
    productId: 99_900 + index,
    variantId: 9_990_000 + index,
  }));

  const text = await guestFavouritesCookie({ list, sharedId: newId("list") });

  expect(Buffer.byteLength(text)).toBeLessThan(FAVOURITES_COOKIE_MAX_BYTES);
});

test("a page reads a guest's favourites without a query and a customer's with one", async () => {
  const guest = new Browser();
  const { browser } = await customerWithBrowser();
  const count = (who: Browser) => countQueries(() => who.get(root, "/"));
  await count(guest);
  const [guestBefore, customerBefore] = [await count(guest), await count(browser)];

  for (const who of [guest, browser]) for (const id of ["101", "102", "103"]) await save(who, id);

  expect(await count(guest)).toBe(guestBefore);
  expect(await count(browser)).toBe(customerBefore);
});

test("login makes a guest's list the customer's, and clears it from the browser", async () => {
  const { customer } = await makeCustomer();
  const guest = new Browser();
  for (const id of ["102", "101"]) await save(guest, id);
  const shared = await shareOf(guest);

  await guest.post(login, "/login", { email: customer.email, password: PASSWORD });

  expect((await listFavourites(customer.id)).map(({ productId }) => productId)).toEqual([101, 102]);
  expect(await idsOf(guest)).toEqual([101, 102]);
  await guest.post(favourites, "/favourites", { intent: "stop-sharing" });
  expect((await new Browser().get(sharedPage, `/favourites/${shared}`, { listId: shared })).status).toBe(404);
});

test("a customer's list opens for nobody else, neither by its owner's id nor after sharing stopped", async () => {
  const owner = await customerWithBrowser();
  const other = await customerWithBrowser();
  await save(owner.browser, "101");
  const id = await shareOf(owner.browser);

  expect(await idsOf(other.browser)).toEqual([]);
  for (const wrong of [owner.customer.id, "list_", newId("list"), "../../etc", "%00"]) {
    expect((await other.browser.get(sharedPage, "/favourites/x", { listId: wrong })).status).toBe(404);
  }
  // Somebody else cannot take the link back.
  await other.browser.post(favourites, "/favourites", { intent: "stop-sharing" });
  expect((await other.browser.get(sharedPage, `/favourites/${id}`, { listId: id })).status).toBe(200);
  await owner.browser.post(favourites, "/favourites", { intent: "stop-sharing" });
  expect((await other.browser.get(sharedPage, `/favourites/${id}`, { listId: id })).status).toBe(404);
});

test("a shared list does not identify its owner, and is copied with one press", async () => {
  const owner = await customerWithBrowser({ email: "owner@example.com" });
  for (const value of ["102", "101"]) await save(owner.browser, value);
  const id = await shareOf(owner.browser);
  const guest = new Browser();
  await save(guest, "103");

  const page = await (await guest.get(sharedPage, `/favourites/${id}`, { listId: id })).text();
  const saved = await guest.post(saveShared, `/favourites/${id}`, {}, { listId: id });

  for (const trace of [
    "owner@example.com",
    owner.customer.firstName,
    owner.customer.lastName,
    owner.customer.id,
  ])
    expect(page).not.toContain(trace);
  expect(saved.headers.get("Location")).toBe("/favourites?saved=2");
  expect(await idsOf(guest)).toEqual([101, 102, 103]);
});

test("a visitor with a bot's user agent who presses a button is served normally", async () => {
  const bot = (fields: Readonly<Record<string, string>>) =>
    new Request("http://localhost:3000/favourites", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      },
      body: new URLSearchParams(fields).toString(),
    });

  const saved = await favourites({ request: bot({ save: "101" }), params: {}, context: {} });
  const compared = await compare({ request: bot({ add: "101" }), params: {}, context: {} });

  expect(saved.headers.get("Set-Cookie")).toContain("favourites=");
  expect(compared.headers.get("Set-Cookie")).toContain("compare=");
});

test("a fifth product asks which of the four to replace", async () => {
  const browser = new Browser();
  for (const id of ["101", "102", "103", "104"])
    await browser.post(compare, "/compare", { add: `${id}@card` });

  const full = await browser.post(compare, "/compare", { add: "105@card", script: "1" });
  expect(full.headers.get("Location")).toBe("/compare?products=101,102,103,104&add=105");
  expect(await comparedBy(browser)).toEqual([101, 102, 103, 104]);

  const replaced = await browser.post(compare, "/compare", {
    products: "101,102,103,104",
    out: "102",
    in: "105",
  });
  expect(replaced.headers.get("Location")).toBe("/compare?products=101,105,103,104");
  expect(await comparedBy(browser)).toEqual([101, 105, 103, 104]);
});

test("a compared product that is no longer shown takes no place", async () => {
  const browser = new Browser();
  for (const id of ["101", "102", "103", "104"])
    await browser.post(compare, "/compare", { add: `${id}@card` });
  const show = async (isVisible: 0 | 1) => {
    await db().updateTable("products").set({ is_visible: isVisible }).where("id", "=", 102).execute();
    await bumpCatalogueVersion();
  };

  await show(0);
  try {
    await browser.post(compare, "/compare", { add: "105@card", script: "1" });
  } finally {
    await show(1);
  }

  expect(await comparedBy(browser)).toEqual([101, 103, 104, 105]);
});

test("viewing a shared comparison leaves the visitor's own alone", async () => {
  const browser = new Browser();
  await browser.post(compare, "/compare", { add: "101@card", from: "/" });

  await browser.get(comparePage, "/compare?products=102,103");
  const removed = await browser.post(compare, "/compare", { products: "102,103", remove: "103" });

  expect(removed.headers.get("Location")).toBe("/compare?products=102");
  expect(await comparedBy(browser)).toEqual([101]);
  expect((await browser.get(comparePage, "/compare")).headers.get("Location")).toBe("/compare?products=101");
});

test("hostile requests to both actions get a response without an error", async () => {
  const browser = new Browser();
  const hostile = [
    "",
    "0",
    "-1",
    "1e9",
    "101-",
    "101@",
    "101@<b>",
    "999999999",
    "9".repeat(4_000),
    "101'--",
    "٣",
  ];
  const statuses: Array<number> = [];
  for (const value of hostile) {
    statuses.push((await save(browser, value)).status);
    statuses.push((await browser.post(favourites, "/favourites", { remove: value })).status);
    statuses.push((await browser.post(favourites, "/favourites", { undo: value, at: value })).status);
    statuses.push((await browser.post(compare, "/compare", { add: value })).status);
    statuses.push((await browser.post(compare, "/compare", { remove: value, products: value })).status);
    statuses.push(
      (await browser.post(compare, "/compare", { out: value, in: "101", products: value })).status,
    );
    const query = new URLSearchParams({ products: value, add: value, only: value }).toString();
    statuses.push((await browser.get(comparePage, `/compare?${query}`)).status);
  }
  for (const line of ["favourites=x", "favourites=eyJsIjoiMSJ9.bad", "compare=%00"]) {
    statuses.push((await new Browser().takeCookie(line).get(favouritesPage, "/favourites")).status);
  }

  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

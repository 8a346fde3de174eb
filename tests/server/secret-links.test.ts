/** No secret of a link reaches a log: every kind of letter, and the letters of real journeys, at the built shop. */
import { randomBytes } from "node:crypto";

import { expect, test, vi } from "vitest";

import { TEMPLATE_NAMES, emailOf, linksOf } from "#tests/support/checks/email-fixtures.ts";
import { newCustomer, open } from "#tests/support/people/customer/customer-visitor.ts";
import { leaveGuestsBasket } from "#tests/support/people/abandoned-basket.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { sentEmails } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Sold out, so that somebody can wait for it; and in stock. */
const FOREST = 5002;
const MUTED = 5000;
const AGENT = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };
/** Only the buyer may read it. */
const STREET = "14 Slad Road";
const EMAILS = { timeout: 60_000, interval: 100 };

const shop = useShop();

test("no secret of a link in any kind of email is in the shop's output, whatever the request", async () => {
  const links = TEMPLATE_NAMES.flatMap((kind) => {
    const { html, text } = linksOf(emailOf(kind, shop.origin));
    return [...new Set([...html, ...text])].filter((link) => link.startsWith(shop.origin));
  });
  const secrets: Array<string> = [];
  /** Of links whose sample holds a secret: those secrets by their paths. */
  const samples = new Map<string, ReadonlyArray<string>>();
  const requested = links.flatMap((link) => {
    const made = withSecrets(link);
    secrets.push(...made.secrets);
    if (made.inSample.length > 0) samples.set(made.path, made.inSample);
    return made.secrets.length > 0 ? [made.path] : [];
  });

  for (const path of requested) await askEveryWay(path);

  for (const path of requested.filter((one) => samples.has(one))) {
    const answer = await fetch(shop.origin + path, { headers: AGENT, redirect: "manual" });
    const location = answer.headers.get("Location") ?? path;
    expect([path, answer.status, samples.get(path)?.filter((secret) => location.includes(secret))]).toEqual([
      path,
      303,
      [],
    ]);
  }
  // A kind of letter with a link that holds a secret: orders, baskets, accounts, alerts, newsletter, reviews.
  expect(samples.size).toBeGreaterThan(15);
  expect(found(secrets)).toEqual([]);
});

test("real links work, their secrets are in no log, and the log's contents open nothing", async () => {
  const buyer = new Shopper(shop.origin);
  await addToBasket(buyer, MUTED);
  await payAt(buyer, await goToPayment(buyer));
  await new Shopper(shop.origin).post("/newsletter", { email: "ida@example.org", blog: "on" });
  await new Shopper(shop.origin).post(`/stock-alerts?variant=${FOREST}`, { email: "ida@example.org" });
  await newCustomer(shop, "grace@example.org");
  await new Shopper(shop.origin).post("/forgot-password", { email: "grace@example.org" });
  const emails = await emailsWith([
    "/orders/",
    "/verify?",
    "/set-password?",
    "/newsletter/confirm?",
    "/stock-alerts/",
  ]);
  const basket = await leaveGuestsBasket(shop, MUTED);
  const links = [...emails, basket];

  const opened = new Shopper(shop.origin);
  for (const link of links) {
    const { status, body } = await open(opened, link);
    expect([link, status]).toEqual([link, expect.toSatisfy((code: number) => code === 200 || code === 303)]);
    if (link.startsWith("/orders/")) expect(body).toContain(STREET);
    expect(body).not.toContain("no longer works");
  }
  for (const link of links) await askEveryWay(link);

  const secrets = links.flatMap((link) => [...new URL(link, shop.origin).searchParams.values()]);
  expect(secrets.length).toBeGreaterThan(5);
  expect(found([...secrets, cartIdOf(basket)])).toEqual([]);
  await expectNothingReplayed();
});

test("the ids that open a payment and a shared list are in no log", async () => {
  const shopper = new Shopper(shop.origin);
  await shopper.post("/favourites", { save: `101-${MUTED}` });
  await shopper.post("/favourites", { intent: "share" });
  const list = /\/favourites\/(list_[\w-]+)/.exec((await shopper.get("/favourites")).body)?.[1] ?? "";
  await addToBasket(shopper, MUTED);
  const payment = await goToPayment(shopper);

  await askEveryWay(`/favourites/${list}`);
  await askEveryWay(payment);

  expect(list).toMatch(/^list_/);
  expect(found([list, payment.split("/")[2] ?? ""])).toEqual([]);
});

/**
 * The path of a sample's link, each value of its query and each id that opens something made a secret of its own.
 * `inSample` are those that take the place of a secret: samples hold the word "preview" there.
 */
function withSecrets(link: string) {
  const url = new URL(link);
  const secrets: Array<string> = [];
  const inSample: Array<string> = [];
  const newSecret = (start = "", bytes = 32) => {
    const secret = start + randomBytes(bytes).toString("base64url");
    secrets.push(secret);
    return secret;
  };
  for (const [name, value] of [...url.searchParams]) {
    const secret = newSecret();
    url.searchParams.set(name, secret);
    if (value === "preview") inSample.push(secret);
  }
  const path = url.pathname.replace(/cart_\w+/, () => newSecret("cart_", 16));
  return { path: path + url.search, secrets, inSample };
}

/** As browsers, scripts, scanners and careless mail programs would ask for it; and as a posted form. */
async function askEveryWay(path: string): Promise<void> {
  const [page = "", query = ""] = path.split("?");
  const ways = [
    path,
    `${page}/?${query}`,
    `${page.toUpperCase()}?${query}`,
    `/%${page.charCodeAt(1).toString(16)}${page.slice(2)}?${query.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`)}`,
    `${page}?_data=root&${query}`,
    `${page}%3F${query}`,
    `${page}%3F${encodeURIComponent(query)}`,
    `${page}&${query}`,
    `${page};${query}`,
  ];
  for (const way of ways) {
    for (const method of ["GET", "HEAD", "POST"]) {
      const headers = method === "POST" ? { ...AGENT, "sec-fetch-site": "same-origin" } : AGENT;
      const body = method === "POST" ? new URLSearchParams({ intent: "none" }) : null;
      const answer = await fetch(shop.origin + way, { method, headers, body, redirect: "manual" });
      await answer.arrayBuffer();
      const next = answer.headers.get("Location");
      if (next?.startsWith("/"))
        await (await fetch(shop.origin + next, { headers: AGENT, redirect: "manual" })).arrayBuffer();
    }
  }
}

/** Those of `secrets` that stand in anything that the shop has written so far. */
function found(secrets: ReadonlyArray<string>): ReadonlyArray<string> {
  const logs = shop.logs();
  return secrets.filter((secret) => logs.includes(secret) || logs.includes(encodeURIComponent(secret)));
}

/** Asks for every address in the log, as a stranger who reads it would. */
async function expectNothingReplayed(): Promise<void> {
  const addresses = new Set([...shop.logs().matchAll(/"path":"(\/[^"]*)"/g)].map(([, path]) => path ?? ""));
  expect(addresses.size).toBeGreaterThan(10);
  for (const address of addresses) {
    const { body } = await new Shopper(shop.origin).get(encodeURI(address));
    expect(body.includes(STREET), address).toBe(false);
  }
}

/** The paths of all links with a query in the letters that were sent, once there is one to each of `wanted`. */
function emailsWith(target: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  return vi.waitUntil(async () => {
    const links = (await sentEmails(shop)).flatMap(({ text = "", headers }) => [
      ...(text.match(/https?:\/\/\S+\?\S+/g) ?? []),
      ...headers.flatMap(({ key, value }) =>
        key === "list-unsubscribe" ? (value.match(/https?:[^>]+/g) ?? []) : [],
      ),
    ]);
    const paths = [...new Set(links)].map((link) => link.replace(shop.origin, ""));
    return target.every((part) => paths.some((path) => path.includes(part))) ? paths : null;
  }, EMAILS);
}

function cartIdOf(link: string): string {
  return /cart_[\w-]+/.exec(link)?.[0] ?? "no basket";
}

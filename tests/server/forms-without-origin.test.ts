/** Forms of browsers that say little or nothing about where a form was sent from, over real sockets. */
import { expect, test } from "vitest";

import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { logIn, newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { hiddenFields } from "#tests/support/people/shopper.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const ADD = "intent=add&variantId=5004&quantity=1";
/** Who does not name their browser counts as a bot, which has no basket. */
const FORM = { "content-type": "application/x-www-form-urlencoded", "user-agent": "Lynx/2.9.0" };

const shop = useShop();

type Sent = Readonly<{ headers?: Readonly<Record<string, string>>; body?: string; path?: string }>;

function post({ headers = {}, body = ADD, path = "/cart" }: Sent): Promise<Response> {
  return fetch(shop.origin + path, {
    method: "POST",
    headers: { ...FORM, ...headers },
    body,
    redirect: "manual",
  });
}

/** The page that asks for confirmation, as the browser that got it would send it. */
async function requested(sent: Sent = {}): Promise<Readonly<{ cookie: string; body: string }>> {
  const answer = await post(sent);
  expect(answer.status).toBe(403);
  const page = await answer.text();
  expect(page).toContain("Did you send this form?");
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  return { cookie, body: new URLSearchParams(hiddenFields(page)).toString() };
}

const isDone = ({ status, headers }: Response) =>
  status === 303 && (headers.get("set-cookie") ?? "").includes("cart-id=");

test("a form with the Referer of the shop's own page is accepted", async () => {
  expect(isDone(await post({ headers: { referer: `${shop.origin}/p/dog` } }))).toBe(true);
});

test.each(["/list/2222-2222", "/list/gift", "/list/alert"])(
  "a form on %s is accepted from a browser without Sec-Fetch-Site",
  async (at) => {
    const page = await fetch(shop.origin + at);
    // What browsers make of the policy (Fetch Standard, "append a request `Origin` header").
    const origin = page.headers.get("referrer-policy") === "no-referrer" ? "null" : shop.origin;

    expect(await page.text()).toContain('method="post"');
    expect(isDone(await post({ headers: { origin } }))).toBe(true);
  },
);

test("a form with the Referer of another site is refused, and the page says what to do", async () => {
  const answer = await post({ headers: { referer: `${shop.origin}9/` } });

  expect(answer.status).toBe(403);
  expect(answer.headers.get("set-cookie")).toBeNull();
  const page = await answer.text();
  expect(page).toContain("go to the page in our shop, load it again and send the form from there");
  expect(page).toContain('href="/information/contact-us"');
});

test("a form without any header is accepted after confirmation by the same browser, with its fields", async () => {
  const { cookie, body } = await requested();

  const answer = await post({ headers: { cookie }, body });

  expect(isDone(answer)).toBe(true);
});

test("a form that was stored when a session ended can be sent again by a browser without any header", async () => {
  const customer = await newCustomer(shop, "frances@example.com");
  const headers = { cookie: customer.cookieHeader() };
  write(shop, "DELETE FROM customer_sessions");
  const sent = await requested({ headers });
  const ended = await post({
    headers: { cookie: `${headers.cookie}; ${sent.cookie}` },
    body: sent.body,
  });
  const login = new URL(ended.headers.get("location") ?? "", shop.origin);
  expect(login.pathname).toBe("/login");
  const redirectTo = login.searchParams.get("redirectTo") ?? "";
  await logIn(customer, "frances@example.com");

  const page = (await customer.get(redirectTo)).body;
  const form = page.split("<form").find((part) => part.includes("Send now")) ?? "";
  const [action, fields] = [/action="([^"]*)"/.exec(form)?.[1] ?? "", hiddenFields(form)];
  expect([action, fields]).toEqual(["/cart", { intent: "add", variantId: "5004", quantity: "1" }]);
  const cookie = customer.cookieHeader();
  const again = await requested({
    body: new URLSearchParams(fields).toString(),
    path: action,
    headers: { cookie },
  });
  const done = await post({
    path: action,
    headers: { cookie: `${cookie}; ${again.cookie}` },
    body: again.body,
  });

  expect(isDone(done)).toBe(true);
});

test("a form without fields, and a large one, arrive unchanged", async () => {
  const none = await requested({ body: "", path: "/logout" });
  const much = `${ADD}&redirectTo=${encodeURIComponent(`/cart?${"é=ü&".repeat(2_000)}`)}`;
  const large = await requested({ body: much });

  expect((await post({ path: "/logout", headers: { cookie: none.cookie }, body: none.body })).status).toBe(
    303,
  );
  expect(isDone(await post({ headers: { cookie: large.cookie }, body: large.body }))).toBe(true);
});

test("a confirmed form is refused without the cookie, in another browser, at another address and when changed", async () => {
  const [own, others] = [await requested(), await requested()];
  const changed = new URLSearchParams(own.body);
  changed.set("confirmed-form", Buffer.from("intent=add&variantId=5005&quantity=1").toString("base64url"));
  const tries: ReadonlyArray<Sent> = [
    { body: own.body },
    { body: own.body, headers: { cookie: others.cookie } },
    { body: own.body, headers: { cookie: own.cookie }, path: "/favourites" },
    { body: changed.toString(), headers: { cookie: own.cookie } },
    { body: own.body, headers: { cookie: `${own.cookie}x` } },
    { body: own.body, headers: { cookie: own.cookie, origin: "null" } },
    { body: own.body, headers: { cookie: own.cookie, origin: "https://evil.example" } },
    { body: own.body, headers: { cookie: own.cookie, referer: "https://evil.example/" } },
    { body: own.body, headers: { cookie: own.cookie, "sec-fetch-site": "cross-site" } },
    { body: own.body, headers: { cookie: own.cookie, "sec-fetch-site": "same-site" } },
    { body: own.body, headers: { cookie: own.cookie }, path: "/cart?_data=routes%2Fcart%2Fcart" },
  ];

  for (const sent of tries) {
    const answer = await post(sent);
    expect(answer.status, JSON.stringify(sent)).toBe(403);
    expect((answer.headers.get("set-cookie") ?? "").includes("cart-id=")).toBe(false);
  }
});

test("a browser without cookies that confirms gets an explanation", async () => {
  const { body } = await requested();

  const page = await (await post({ body })).text();

  expect(page).toContain("it did not keep our cookie");
  expect(page).toContain('href="/information/contact-us"');
});

test("a form that is too large to be confirmed is refused with a message", async () => {
  const answer = await post({ body: `${ADD}&redirectTo=/${"x".repeat(50_000)}` });

  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("contact us and we will do it for you");
});

test("the confirmation page repeats nothing of the form that a browser could read as markup", async () => {
  const page = await (await post({ body: 'a="><script>alert(1)</script>' })).text();

  expect(page).not.toContain("alert(1)");
  expect(page).not.toContain("<script");
  expect(await htmlFaults(page)).toEqual([]);
});

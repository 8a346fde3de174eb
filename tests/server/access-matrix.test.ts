import { beforeAll, expect, test } from "vitest";

import { accountRoutes } from "#tests/support/people/customer/customer-routes.ts";
import { customerStates } from "#tests/support/people/customer/customer-states.ts";
import { confirmedCustomer, newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const WHO = ["guest", "owner", "other customer", "expired", "unverified"] as const;
type Who = (typeof WHO)[number];

/** "login": sent to the login page. A number: that status. */
type Cell = "login" | number;
type Row = Readonly<Record<Who, Cell>>;

const PAGE: Row = { guest: "login", owner: 200, "other customer": 200, expired: "login", unverified: 200 };
const OWN_THING: Row = { ...PAGE, "other customer": 404, unverified: 404 };
const answers = (status: number): Row => ({
  ...PAGE,
  owner: status,
  "other customer": status,
  unverified: status,
});
const ownAnswers = (status: number): Row => ({ ...OWN_THING, owner: status });
/** There is no form to send there. */
const NO_FORM: Row = { guest: 405, owner: 405, "other customer": 405, expired: 405, unverified: 405 };

/** What every account route answers to whom. A route that is missing here fails the test. */
const DECLARED: Readonly<Record<string, Readonly<{ get: Row; post: Row }>>> = {
  "/account": { get: PAGE, post: NO_FORM },
  "/account/details": { get: PAGE, post: answers(422) },
  "/account/details/export": { get: answers(303), post: answers(303) },
  "/account/orders": { get: PAGE, post: NO_FORM },
  "/account/orders/:orderId": { get: OWN_THING, post: ownAnswers(400) },
  "/account/orders/:orderId/invoice": { get: OWN_THING, post: NO_FORM },
  // Without anything to go on with it leads home.
  "/account/continue": { get: answers(303), post: NO_FORM },
  "/account/addresses": { get: PAGE, post: NO_FORM },
  "/account/addresses/new": { get: PAGE, post: answers(422) },
  "/account/addresses/:addressId": { get: OWN_THING, post: ownAnswers(422) },
};

const shop = useShop();
let things: Readonly<{ orderId: string; addressId: string }>;
const people = new Map<Who, Shopper>();

beforeAll(async () => {
  const { states, cookies } = await customerStates(shop);
  const idIn = (pattern: RegExp) => states.map(({ path }) => pattern.exec(path)?.[0]).find(Boolean) ?? "";
  things = { orderId: idIn(/order_[\w-]{22}/), addressId: idIn(/address_[\w-]{22}/) };
  const owner = new Shopper(shop.origin);
  for (const { name, value } of cookies["filled"] ?? []) owner.takeCookie(name, value);
  const other = await confirmedCustomer(shop, "other@example.com");
  people.set("guest", new Shopper(shop.origin));
  people.set("owner", owner);
  people.set("other customer", other);
  people.set("unverified", await newCustomer(shop, "unverified@example.com"));
  people.set("expired", await newCustomer(shop, "expired@example.com"));
  write(
    shop,
    `UPDATE customer_sessions SET last_seen_at = '2020-01-01T00:00:00.000Z'
     WHERE customer_id = (SELECT id FROM customers WHERE email = 'expired@example.com')`,
  );
});

/** The browser of `who`, as it was before: an answer to an expired session clears its cookies. */
function browserOf(who: Who): Shopper {
  const shopper = people.get(who);
  if (!shopper) throw new Error(who);
  const copy = new Shopper(shop.origin);
  const session = shopper.cookie("shop-session");
  return session ? copy.takeCookie("shop-session", session) : copy;
}

function filled(path: string, { orderId, addressId } = things): string {
  return path.replace(":orderId", orderId).replace(":addressId", addressId);
}

function cellOf({ status, location, headers }: Answer): Cell {
  const to = location ?? headers["x-remix-redirect"];
  return typeof to === "string" && to.startsWith("/login?redirectTo=") ? "login" : status;
}

test("every cell of the access matrix is as declared: pages, forms, and Remix's data requests", async () => {
  const wrong: Array<string> = [];
  let cells = 0;
  for (const { path, id } of accountRoutes()) {
    const declared = DECLARED[path];
    for (const who of WHO) {
      const requested = {
        get: cellOf(await browserOf(who).get(filled(path))),
        post: cellOf(await browserOf(who).post(filled(path), { intent: "nothing" })),
      };
      const data = await browserOf(who).get(`${filled(path)}?_data=${encodeURIComponent(id)}`);
      cells += 3;
      for (const method of ["get", "post"] as const) {
        const cell = declared?.[method][who];
        if (requested[method] !== cell)
          wrong.push(`${method} ${path} as ${who}: ${requested[method]}, not ${String(cell)}`);
      }
      const expected = declared?.get[who];
      const isRight = expected === 303 ? data.status === 204 : cellOf(data) === expected;
      if (!isRight) wrong.push(`data of ${path} as ${who}: ${cellOf(data)}, not ${String(expected)}`);
    }
  }

  expect(wrong).toEqual([]);
  expect(cells).toBe(Object.keys(DECLARED).length * WHO.length * 3);
});

/** Differ from answer to answer, whoever asks: the last answer of a connection says that it is the last. */
const CHANCE = ["date", "x-request-id", "connection", "keep-alive", "etag", "set-cookie"];

/** Everything about an answer that somebody could look at, but for the id that was asked for. */
function looks({ status, headers, body }: Answer): string {
  const steady = Object.entries(headers).filter(([name]) => !CHANCE.includes(name));
  return JSON.stringify([status, steady, body])
    .replaceAll(/(?:order|address)_[\w-]{22}/g, "ID")
    .replaceAll(/'sha256-[^']+'/g, "HASH")
    .replaceAll(/nonce-?=?\\?"?[\w+/=-]+\\?"?/g, "NONCE");
}

test.each([
  ["GET", "/account/orders/:orderId", {}],
  ["GET", "/account/orders/:orderId/invoice", {}],
  ["GET", "/account/addresses/:addressId", {}],
  ["POST", "/account/orders/:orderId", { intent: "again" }],
  ["POST", "/account/addresses/:addressId", { intent: "delete" }],
])("%s %s: another customer's and a missing one get the same response", async (method, path, fields) => {
  const missing = { orderId: `order_${"0".repeat(20)}ZZ`, addressId: `address_${"0".repeat(20)}ZZ` };
  const ask = (at: string) => {
    const browser = browserOf("other customer");
    return method === "GET" ? browser.get(at) : browser.post(at, fields);
  };

  const [foreign, none] = [await ask(filled(path)), await ask(filled(path, missing))];

  expect([foreign.status, none.status]).toEqual([404, 404]);
  expect(looks(foreign)).toBe(looks(none));
});

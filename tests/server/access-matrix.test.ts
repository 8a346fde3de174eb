import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { accountRoutes } from "#tests/support/people/account/account-routes.ts";
import { accountStates } from "#tests/support/people/account/account-states.ts";
import { linkFor, newCustomer, open } from "#tests/support/people/account/account-visitor.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

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

let shop: RunningShop;
let things: Readonly<{ orderId: string; addressId: string }>;
const people = new Map<Who, Shopper>();

beforeAll(async () => {
  shop = await startShop();
  const { states, cookies } = await accountStates(shop);
  const idIn = (pattern: RegExp) => states.map(({ path }) => pattern.exec(path)?.[0]).find(Boolean) ?? "";
  things = { orderId: idIn(/order_[\w-]{22}/), addressId: idIn(/address_[\w-]{22}/) };
  const owner = new Shopper(shop.origin);
  for (const { name, value } of cookies["filled"] ?? []) owner.takeCookie(name, value);
  const other = await newCustomer(shop, "other@example.com");
  await open(other, await linkFor(shop, "other@example.com", { path: "/verify" }));
  await other.post("/verify", {});
  people.set("guest", new Shopper(shop.origin));
  people.set("owner", owner);
  people.set("other customer", other);
  people.set("unverified", await newCustomer(shop, "unverified@example.com"));
  people.set("expired", await newCustomer(shop, "expired@example.com"));
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  database
    .prepare(
      `UPDATE customer_sessions SET last_seen_at = '2020-01-01T00:00:00.000Z'
       WHERE customer_id = (SELECT id FROM customers WHERE email = 'expired@example.com')`,
    )
    .run();
  database.close();
});

afterAll(async () => {
  await shop.stop();
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

test("exactly the declared account routes exist", () => {
  const routes = accountRoutes();

  expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(DECLARED).sort());
});

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

test("another customer's page and a missing one are the same, byte for byte", async () => {
  const missing = { orderId: `order_${"0".repeat(20)}ZZ`, addressId: `address_${"0".repeat(20)}ZZ` };
  const withoutIds = (body: string) =>
    body
      .replaceAll(/(?:order|address)_[\w-]{22}/g, "ID")
      .replaceAll(/nonce-?="?[\w+/=-]+"?/g, "NONCE")
      .replaceAll(/"nonce":"[^"]+"/g, "NONCE");

  for (const path of Object.keys(DECLARED).filter((each) => each.includes(":"))) {
    const foreign = await browserOf("other customer").get(filled(path));
    const none = await browserOf("other customer").get(filled(path, missing));

    expect([foreign.status, none.status], path).toEqual([404, 404]);
    expect(withoutIds(foreign.body) === withoutIds(none.body), path).toBe(true);
    expect(Object.keys(foreign.headers), path).toEqual(Object.keys(none.headers));
  }
});

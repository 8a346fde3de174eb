/** Every call of the API as its client makes it. Each answer is held to the document; see ApiClient. */
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { signedPurpose } from "#app/models/cart/recovery-link.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ApiContract } from "#tests/support/checks/api-contract.ts";
import {
  deliverMail,
  logInAs,
  makeCustomer,
  PASSWORD,
} from "#tests/support/people/customer/customer-mail.ts";
import { throughApiRoutes } from "#tests/support/people/api-routes.ts";
import { operationsOf } from "#tests/support/people/api-requests.ts";
import { ApiClient, type Answered, cartData, cartIn, refusalOf } from "#tests/support/people/api.ts";
import { cartWith, commandFor, parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import { loggedIn } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

let client: ApiClient;
let address = "";
let addresses = 0;

beforeAll(async () => {
  client = await ApiClient.open(await throughApiRoutes(() => address));
});

beforeEach(() => {
  addresses += 1;
  address = `203.0.113.${addresses}`;
});

const GONE = `cart_${"0".repeat(22)}`;
const NO_LINE = `line_${"0".repeat(22)}`;
/** The rainbow in muted colours, 54 pounds, and in sunset. */
const MUTED = { product_id: 101, variant_id: 5000 };
const SUNSET = { product_id: 101, variant_id: 5001 };

function create(quantity = 2, token?: string, item = MUTED): Promise<Answered> {
  const body = { line_items: [{ ...item, quantity }] };
  return client.call("POST", "/api/carts/create", { body, ...(token === undefined ? {} : { token }) });
}

const lineOf = (answered: Answered) => cartIn(answered).line_items.physical_items[0]!;

test("a cart is created with its first items, every field, decimal amounts and absolute addresses", async () => {
  await setStock(MUTED.variant_id, 9);

  const made = await create();

  expect(made.status).toBe(201);
  const { id, customer_id, cart } = cartData(made);
  expect([customer_id, id]).toEqual([null, cart?.id]);
  expect(cart).toEqual({
    id: expect.stringMatching(/^cart_[\w-]{22}$/),
    currency: { code: "GBP" },
    cart_amount: 108,
    base_amount: 108,
    customer_id: null,
    email: null,
    checkout_url: expect.stringMatching(
      /^http:\/\/localhost:3000\/cart-recovery\/cart_[\w-]{22}\?sig=\w+\.[\w-]{22}$/,
    ),
    line_items: {
      physical_items: [
        {
          id: expect.stringMatching(/^line_[\w-]{22}$/),
          ...MUTED,
          name: "Rainbow Stacker, Muted",
          image_url: "http://localhost:3000/image/products/rainbow-stacker-1.jpg?w=640",
          url: "http://localhost:3000/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker?swatch=muted",
          quantity: 2,
          sale_price: 54,
          personalisation: null,
          is_for_sale: true,
        },
      ],
    },
  });
  const sig = new URL(cart!.checkout_url).searchParams.get("sig");
  expect(signedPurpose(cart!.id as CartId, sig)).toBe("checkout");
  expect((await client.call("GET", `/api/carts/${id}`)).json).toEqual(made.json);
  expect((await client.call("HEAD", `/api/carts/${id}`)).status).toBe(200);
});

test("amounts equal those of the pages, after a coupon and with pence", async () => {
  const [dear, cheap] = [await parcelVariant(9), await parcelVariant(9, 3)];
  const { id } = await cartWith({ [dear]: 1, [cheap]: 3 });
  await db().updateTable("carts").set({ coupon_code: "WELCOME10" }).where("id", "=", id).execute();
  const cart = await findCart(id);
  const { totals } = await priceCart(cart!, { now: new Date() });
  expect(totals.discount.minor).toBeGreaterThan(0);

  const { base_amount: base, cart_amount: amount } = cartIn(await client.call("GET", `/api/carts/${id}`));

  expect([JSON.stringify(base), JSON.stringify(amount)]).toEqual(
    [totals.items.minor, totals.items.minor - totals.discount.minor].map((minor) =>
      `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`.replace(/\.?0+$/, ""),
    ),
  );
});

test("units of one variant share a line, others get their own", async () => {
  const { id } = cartIn(await create(1));
  const body = {
    line_items: [
      { ...MUTED, quantity: 2 },
      { ...SUNSET, quantity: 1 },
    ],
  };

  const added = await client.call("POST", `/api/carts/${id}/addItems`, { body });

  expect(cartIn(added).line_items.physical_items.map((line) => [line.variant_id, line.quantity])).toEqual([
    [5000, 3],
    [5001, 1],
  ]);
});

test("adding to a cart that no longer exists returns the message on which a client starts a new one", async () => {
  const body = { line_items: [{ ...MUTED, quantity: 1 }] };
  const first = await create(1);
  await db().deleteFrom("cart_lines").execute();
  await db().deleteFrom("carts").execute();

  const refused = await client.call("POST", `/api/carts/${cartIn(first).id}/addItems`, { body });

  expect(refusalOf(refused)).toEqual([404, "cart-not-found", "The cart does not exists"]);
  expect(await db().selectFrom("carts").select("id").execute()).toEqual([]);
  expect((await client.call("POST", "/api/carts/create", { body })).status).toBe(201);
});

test("a quantity above the stock returns “not have sufficient stock”, and the call changes nothing", async () => {
  await setStock(SUNSET.variant_id, 3);
  const made = await create(1);
  const body = {
    line_items: [
      { ...MUTED, quantity: 1 },
      { ...SUNSET, quantity: 4 },
    ],
  };

  const refused = await client.call("POST", `/api/carts/${cartIn(made).id}/addItems`, { body });

  expect(refusalOf(refused)).toEqual([
    409,
    "insufficient-stock",
    "Rainbow Stacker, Sunset does not have sufficient stock: 3 left",
  ]);
  expect((await client.call("GET", `/api/carts/${cartIn(made).id}`)).json).toEqual(made.json);
});

test("a line's quantity is set, 0 removes it, and invalid quantities are refused", async () => {
  await setStock(MUTED.variant_id, 5);
  const made = await create(1);
  const { id } = cartIn(made);
  const path = `/api/carts/${id}/updateItems/${lineOf(made).id}`;
  const put = (line_item: object, query = "") => client.call("PUT", path + query, { body: { line_item } });

  expect(lineOf(await put({ ...MUTED, quantity: 5 }, "?include=redirect_urls")).quantity).toBe(5);
  expect(refusalOf(await put({ quantity: 6 }))[1]).toBe("insufficient-stock");
  for (const quantity of [-1, 1.5, 1e9, 2 ** 53])
    expect(refusalOf(await put({ ...MUTED, quantity }))[1]).toMatch(/^(quantity-|insufficient-stock)/);
  expect(refusalOf(await put({ ...SUNSET, quantity: 1 }))).toEqual([
    404,
    "line-not-found",
    "There is no such item in the cart",
  ]);
  expect(lineOf(await client.call("GET", `/api/carts/${id}`)).quantity).toBe(5);
  expect((await put({ ...MUTED, quantity: 0 })).json).toEqual({ data: { id, customer_id: null } });
});

test("removing the last line deletes the cart", async () => {
  const made = await create(1);
  const { id } = cartIn(made);
  const body = { line_items: [{ ...SUNSET, quantity: 1 }] };
  await client.call("POST", `/api/carts/${id}/addItems`, { body });
  const [first, second] = cartIn(await client.call("GET", `/api/carts/${id}`)).line_items.physical_items;

  const stored = await client.call("DELETE", `/api/carts/${id}/deleteItems/${first!.id}`);
  const ended = await client.call("DELETE", `/api/carts/${id}/deleteItems/${second!.id}`);

  expect(cartIn(stored).line_items.physical_items).toEqual([second]);
  expect(ended.json).toEqual({ data: { id, customer_id: null } });
  expect(refusalOf(await client.call("GET", `/api/carts/${id}`))[1]).toBe("cart-not-found");
  expect(refusalOf(await client.call("DELETE", `/api/carts/${id}/deleteItems/${second!.id}`))[1]).toBe(
    "cart-not-found",
  );
});

test("a line of another cart cannot be changed", async () => {
  const [mine, other] = [await create(1), await create(2)];
  const path = (verb: string) => `/api/carts/${cartIn(mine).id}/${verb}/${lineOf(other).id}`;

  const changed = await client.call("PUT", path("updateItems"), { body: { line_item: { quantity: 9 } } });
  const removed = await client.call("DELETE", path("deleteItems"));

  expect([refusalOf(changed)[1], refusalOf(removed)[1]]).toEqual(["line-not-found", "line-not-found"]);
  expect((await client.call("GET", `/api/carts/${cartIn(other).id}`)).json).toEqual({
    data: (other.json as { data: unknown }).data,
  });
});

test("a linked cart belongs to its customer: it needs the token, has their email, and is merged with an older one", async () => {
  const { customer, token } = await makeCustomer();
  const older = await create(1, token, SUNSET);
  const made = await create(2);
  const { id } = cartIn(made);
  const link = () =>
    client.call("PUT", `/api/carts/${id}/customer`, { token, body: { customerId: customer.id } });
  expect([cartIn(older).customer_id, cartIn(older).email]).toEqual([customer.id, customer.email]);

  const linked = await link();

  expect(cartData(linked).customer_id).toBe(customer.id);
  expect([cartIn(linked).customer_id, cartIn(linked).email]).toEqual([customer.id, "hannah@example.com"]);
  expect(cartIn(linked).line_items.physical_items.map((line) => [line.variant_id, line.quantity])).toEqual([
    [5000, 2],
    [5001, 1],
  ]);
  expect((await link()).json).toEqual(linked.json);
  const requested = (path: string) => client.call("GET", path);
  expect(refusalOf(await requested(`/api/carts/${id}`))).toEqual(
    refusalOf(await requested(`/api/carts/${GONE}`)),
  );
  expect(refusalOf(await requested(`/api/carts/${cartIn(older).id}`))[1]).toBe("cart-not-found");
  const body = { line_items: [{ ...MUTED, quantity: 1 }] };
  expect(refusalOf(await client.call("POST", `/api/carts/${id}/addItems`, { body }))[1]).toBe(
    "cart-not-found",
  );
  expect(lineOf(await client.call("POST", `/api/carts/${id}/addItems`, { body, token })).quantity).toBe(3);
});

test("while an order of the older cart waits, creating and linking answer that cart with the items", async () => {
  const { customer, token } = await makeCustomer();
  const older = cartIn(await create(1, token));
  expect(await checkOut(await commandFor(older.id as CartId), new Date())).toMatchObject({ ok: true });

  const made = await create(1, token, SUNSET);
  const guest = cartIn(await create(1));
  const linked = await client.call("PUT", `/api/carts/${guest.id}/customer`, {
    token,
    body: { customerId: customer.id },
  });

  expect([made.status, cartData(made).id]).toEqual([201, older.id]);
  expect([linked.status, cartData(linked).id, cartIn(linked).email]).toEqual([200, older.id, customer.email]);
  expect(
    cartIn(linked).line_items.physical_items.map(({ variant_id, quantity }) => [variant_id, quantity]),
  ).toEqual([
    [5000, 2],
    [5001, 1],
  ]);
});

const createOnce = (key: string, token: string, item = MUTED) =>
  client.call("POST", "/api/carts/create", {
    ...{ token, body: { line_items: [{ ...item, quantity: 1 }] } },
    headers: { "idempotency-key": key },
  });

test("a repeated creation answers the cart that the items went to", async () => {
  const { token } = await makeCustomer();
  const older = cartIn(await create(1, token));
  expect(await checkOut(await commandFor(older.id as CartId), new Date())).toMatchObject({ ok: true });

  const made = await createOnce("6c5e0d6e-merged", token, SUNSET);
  const again = await createOnce("6c5e0d6e-merged", token, SUNSET);

  expect([made, again].map((one) => [one.status, cartData(one).id])).toEqual(Array(2).fill([201, older.id]));
  expect(again.json).toEqual(made.json);
});

test("a creation succeeds though the database refuses to link the cart, changes nothing else, and its repeat links it", async () => {
  const { customer, token } = await makeCustomer();
  const older = cartIn(await create(1, token, SUNSET));
  const { customer: other } = await makeCustomer({ email: "other@example.com" });
  const { id: others } = await cartWith({ [await parcelVariant(9)]: 1 });
  await db().updateTable("carts").set({ customer_id: other.id }).where("id", "=", others).execute();
  // Besides the older cart only one may have an owner, so that the last statement of the merge fails.
  await sql`CREATE UNIQUE INDEX one_owner ON carts ((customer_id IS NULL))
    WHERE customer_id IS NOT NULL AND id <> ${sql.lit(older.id)}`.execute(db());

  const made = await createOnce("6c5e0d6e-linked", token).finally(() =>
    db().schema.dropIndex("one_owner").execute(),
  );

  expect([made.status, cartData(made).customer_id, lineOf(made).variant_id]).toEqual([201, null, 5000]);
  expect((await findCart(older.id as CartId))?.lines).toHaveLength(1);
  const again = await createOnce("6c5e0d6e-linked", token);
  expect([cartData(again).id, cartData(again).customer_id]).toEqual([cartData(made).id, customer.id]);
  expect(cartIn(again).line_items.physical_items).toHaveLength(2);
});

test("a cart that is emptied while its order waits stays, without lines", async () => {
  const made = await create(1);
  const { id } = cartIn(made);
  expect(await checkOut(await commandFor(id as CartId), new Date())).toMatchObject({ ok: true });

  const emptied = await client.call("DELETE", `/api/carts/${id}/deleteItems/${lineOf(made).id}`);

  expect(cartIn(emptied).line_items.physical_items).toEqual([]);
  expect((await client.call("GET", `/api/carts/${id}`)).json).toEqual(emptied.json);
});

test("a cart cannot be linked to another customer, nor another customer's cart to oneself", async () => {
  const { customer, token } = await makeCustomer();
  const stranger = await makeCustomer({ email: "stranger@example.com" });
  const own = cartIn(await create(1, token));
  const guest = cartIn(await create(1));
  const link = (id: string, customerId: string, by?: string) =>
    client.call("PUT", `/api/carts/${id}/customer`, {
      body: { customerId },
      ...(by === undefined ? {} : { token: by }),
    });

  expect(refusalOf(await link(guest.id, customer.id))[1]).toBe("token-needed");
  expect(refusalOf(await link(guest.id, customer.id, stranger.token))[1]).toBe("NOT_FOUND");
  expect(refusalOf(await link(own.id, stranger.customer.id, stranger.token))[1]).toBe("cart-not-found");
  expect(refusalOf(await link(GONE, customer.id, token))[1]).toBe("cart-not-found");
  const rows = await db().selectFrom("carts").select(["id", "customer_id"]).execute();
  expect(new Map(rows.map((row) => [row.id, row.customer_id]))).toEqual(
    new Map([
      [own.id, customer.id],
      [guest.id, null],
    ]),
  );
});

test("an expired token is answered CUSTOMER_EXPIRED in every call, and has no effect", async () => {
  const { customer, token } = await makeCustomer();
  await db().updateTable("customer_sessions").set({ last_seen_at: "2020-01-01T00:00:00.000Z" }).execute();
  const body = { line_items: [{ ...MUTED, quantity: 1 }] };

  const refused = [
    await client.call("GET", "/api/customers", { token }),
    await client.call("PUT", "/api/customers/update", { token, body: { first_name: "Ida" } }),
    await client.call("PUT", `/api/carts/${GONE}/customer`, { token, body: { customerId: customer.id } }),
    await client.call("POST", "/api/carts/create", { token, body }),
    await client.call("GET", `/api/carts/${GONE}`, { token }),
  ];

  expect(refused.map((each) => refusalOf(each).slice(0, 2))).toEqual(
    refused.map(() => [401, "CUSTOMER_EXPIRED"]),
  );
  expect(await db().selectFrom("carts").select("id").execute()).toEqual([]);
});

test("a customer logs in, is read and changed, and a wrong password gets the same response as an unknown address", async () => {
  const { customer } = await makeCustomer();
  const logIn = (email: string, password: string) =>
    client.call("POST", "/api/customers/login", { body: { email, password } });

  const done = await logIn("Hannah@Example.com", PASSWORD);
  const { customer_token: token, id } = done.json as { customer_token: string; id: string };
  const read = await client.call("GET", "/api/customers", { token });
  const changed = await client.call("PUT", "/api/customers/update", {
    token,
    body: { first_name: "  Ida ", email: "HANNAH@example.com", wants_newsletter: true },
  });

  expect(id).toBe(customer.id);
  expect(read.json).toEqual({
    id,
    data: {
      first_name: "Hannah",
      last_name: "Okafor",
      email: "hannah@example.com",
      is_verified: true,
      wants_newsletter: false,
      date_created: customer.createdAt,
    },
  });
  expect(changed.json).toMatchObject({
    id,
    data: { first_name: "Ida", last_name: "Okafor", email: "hannah@example.com", wants_newsletter: true },
  });
  const wrong = await logIn("hannah@example.com", "not the password of anybody");
  const unknown = await logIn("nobody@example.com", "not the password of anybody");
  expect([wrong.json, [...wrong.headers]]).toEqual([unknown.json, [...unknown.headers]]);
  expect(refusalOf(wrong).slice(0, 2)).toEqual([401, "login-refused"]);
});

test("opening an account gives the same response for a known and an unknown address", async () => {
  await makeCustomer();
  const open = (email: string) =>
    client.call("POST", "/api/customers/create", {
      body: { first_name: "Hannah", last_name: "Okafor", email, password: PASSWORD },
    });

  const [known, fresh] = [await open("hannah@example.com"), await open("hannah@example.org")];

  expect([known.status, JSON.stringify(known.json)]).toEqual([
    202,
    JSON.stringify(fresh.json).replace(".org", ".com"),
  ]);
  expect([...known.headers]).toEqual([...fresh.headers]);
  const subjects = (await deliverMail()).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(2);
  const weak = { first_name: "Ida", last_name: "Marsh", email: "ida@example.com", password: "password" };
  expect(refusalOf(await client.call("POST", "/api/customers/create", { body: weak })).slice(0, 2)).toEqual([
    422,
    "password-too-short",
  ]);
});

test("guessing passwords and opening accounts are throttled as on the pages, with Retry-After", async () => {
  const guesses: Array<Answered> = [];
  for (let guess = 0; guess < 6; guess += 1)
    guesses.push(
      await client.call("POST", "/api/customers/login", {
        body: { email: "nobody@example.com", password: `guess number ${guess}` },
      }),
    );
  const opened: Array<Answered> = [];
  for (let index = 0; index < 6; index += 1)
    opened.push(
      await client.call("POST", "/api/customers/create", {
        body: { first_name: "Ida", last_name: "Marsh", email: `ida${index}@example.com`, password: PASSWORD },
      }),
    );

  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(refusalOf(guesses[5]!)[1]).toBe("login-slow-down");
  expect(opened.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
  expect(Number(opened[5]!.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("sensitive changes need the password: an address by its link, a password with a new token", async () => {
  const { token } = await makeCustomer();
  const update = (body: object, by = token) =>
    client.call("PUT", "/api/customers/update", { token: by, body });

  expect(refusalOf(await update({ email: "new@example.com" }))[1]).toBe("invalid-request");
  expect(refusalOf(await update({ new_password: "another larch over water" }))[1]).toBe("invalid-request");
  expect(refusalOf(await update({ email: "new@example.com", password: "wrong" }))[1]).toBe("password-wrong");
  expect(refusalOf(await update({ new_password: "short", password: PASSWORD }))[1]).toBe(
    "password-too-short",
  );
  const requested = await update({ email: "new@example.com", password: PASSWORD });
  const changed = await update({ new_password: "another larch over water", password: PASSWORD });

  expect(requested.json).toMatchObject({ data: { email: "hannah@example.com" } });
  expect((await deliverMail()).map(({ to }) => to?.[0]?.address).sort()).toEqual([
    "hannah@example.com",
    "new@example.com",
  ]);
  const { customer_token: next } = changed.json as { customer_token: string };
  expect(refusalOf(await client.call("GET", "/api/customers", { token }))[1]).toBe("CUSTOMER_EXPIRED");
  expect((await client.call("GET", "/api/customers", { token: next })).status).toBe(200);
  await logInAs("hannah@example.com", { password: "another larch over water" });
});

test("a browser's cookies authenticate nothing here, and the token in the header does", async () => {
  const { customer, token } = await makeCustomer();
  const browser = await loggedIn(customer.id, token);
  const own = cartIn(await create(1, token));
  browser.takeCookie(await cartIdCookie(own.id as CartId));
  let cookie = "";
  await browser.get(({ request }) => {
    cookie = request.headers.get("cookie") ?? "";
    return new Response();
  }, "/");
  expect(cookie).toContain("shop-session=");

  const asCustomer = await client.call("GET", "/api/customers", { headers: { cookie } });
  const asOwner = await client.call("GET", `/api/carts/${own.id}`, { headers: { cookie } });

  expect([refusalOf(asCustomer)[1], refusalOf(asOwner)[1]]).toEqual(["token-needed", "cart-not-found"]);
});

type Product = Readonly<Record<string, unknown>> & { id: number };
const productsIn = ({ json }: Answered) => (json as { data: ReadonlyArray<Product> }).data;

test("of a pre-order a program reads what the shop says, whatever its texts claim", async () => {
  await db()
    .updateTable("products")
    .set({ preorder_message: "We charge your card when it leaves us" })
    .execute();

  const listed = productsIn(await client.call("GET", "/api/products"));

  const messagesOf = (isPreorder: boolean) =>
    new Set(
      listed
        .filter(({ availability }) => (availability === "preorder") === isPreorder)
        .map((product) => product["preorder_message"]),
    );
  expect([...messagesOf(true)]).toEqual([
    "You pay the whole price today. Cancel for a full refund until we send it; after it arrives you have 14 days.",
  ]);
  expect([...messagesOf(false)]).toEqual([null]);
});

test("products are listed by id, without internal fields", async () => {
  const [first, second, ...others] = productsIn(
    await client.call(
      "GET",
      "/api/products?id:in=102,101,102,999999&exclude_fields=id,weight,%20price,nothing",
    ),
  );
  const [whole] = productsIn(await client.call("GET", "/api/products?id%3Ain=101"));

  expect([first?.id, second?.id, others]).toEqual([101, 102, []]);
  expect(first).not.toHaveProperty("weight");
  expect(first).not.toHaveProperty("price");
  expect(whole).toMatchObject({ price: 54, sale_price: null, calculated_price: 54, is_free_shipping: false });
  expect(whole).toMatchObject({
    custom_url: { url: "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker" },
  });
  expect(productsIn(await client.call("GET", "/api/products?id:in="))).toEqual([]);
  const all = await db().selectFrom("products").select("id").orderBy("id").execute();
  expect(productsIn(await client.call("GET", "/api/products")).map(({ id }) => id)).toEqual(
    all.map(({ id }) => id),
  );
});

test("the catalogue is read to its end page by page, and parameters that nobody knows are named", async () => {
  const all = await db().selectFrom("products").select("id").orderBy("id").execute();
  const found: Array<number> = [];
  for (let after = ""; ;) {
    const answered = await client.call("GET", `/api/products?limit=7&exclude_fields=variants${after}`);
    const { meta } = answered.json as { meta: { total: number; limit: number; next: string | null } };
    expect(meta).toMatchObject({ total: all.length, limit: 7 });
    found.push(...productsIn(answered).map(({ id }) => id));
    if (meta.next === null) break;
    after = `&after=${meta.next}`;
  }

  expect(found).toEqual(all.map(({ id }) => id));
  const odd = await client.call("GET", "/api/products?page=2&offset=250&id:in=101,102&limit=1&page=3");
  expect((odd.json as { meta: unknown }).meta).toEqual({
    ...{ total: 2, limit: 1, next: "101" },
    unknown_parameters: ["page", "offset"],
  });
  for (const wrong of ["limit=0", "limit=251", "limit=x", "after=x"])
    expect(refusalOf(await client.call("GET", `/api/products?${wrong}`)).slice(0, 2)).toEqual([
      422,
      "invalid-request",
    ]);
});

test("a product names its images, page, categories and brand", async () => {
  const [product] = productsIn(await client.call("GET", "/api/products?id:in=101"));

  expect(product).toMatchObject({
    url: "http://localhost:3000/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
    brand_name: expect.stringMatching(/\w/),
  });
  const { categories, category_names, images } = product as unknown as Record<string, Array<unknown>>;
  expect(category_names).toHaveLength(categories?.length ?? -1);
  expect(images?.[0]).toMatchObject({
    url: "http://localhost:3000/image/products/rainbow-stacker-1.jpg?w=640",
  });
});

test("a call with an Idempotency-Key has its effect once, and another body under the same key is refused", async () => {
  const body = { line_items: [{ ...MUTED, quantity: 1 }] };
  const other = { line_items: [{ ...MUTED, quantity: 2 }] };
  const send = (path: string, key: string, sent: unknown = body) =>
    client.call("POST", path, { body: sent, headers: { "idempotency-key": key } });

  const made = await send("/api/carts/create", "6c5e0d6e-create");
  const again = await send("/api/carts/create", "6c5e0d6e-create");
  expect([made.status, again.status, cartData(again).id]).toEqual([201, 201, cartData(made).id]);
  const add = `/api/carts/${cartData(made).id}/addItems`;
  const answers = await Promise.all([send(add, "one"), send(add, "one"), send(add, "one")]);
  expect(answers.map((one) => [one.status, lineOf(one).quantity])).toEqual(Array(3).fill([200, 2]));
  expect(lineOf(await send(add, "two")).quantity).toBe(3);
  for (const path of [add, "/api/carts/create"]) {
    const key = path === add ? "one" : "6c5e0d6e-create";
    expect(refusalOf(await send(path, key, other)).slice(0, 2)).toEqual([422, "idempotency-key-reused"]);
  }
  // A refused call leaves no key.
  const tooMany = { line_items: [{ ...MUTED, quantity: 5_000 }] };
  expect((await send(add, "three", tooMany)).status).toBe(409);
  expect(lineOf(await send(add, "three")).quantity).toBe(4);
  expect(refusalOf(await send(add, "a key")).slice(0, 2)).toEqual([422, "invalid-request"]);
});

test("a reduced variant says the lowest price of the 30 days before, and another does not", async () => {
  const reduced = await db()
    .selectFrom("variants")
    .select(["id", "product_id", "lowest_price_before_minor"])
    .where("lowest_price_before_minor", "is not", null)
    .orderBy("id")
    .executeTakeFirstOrThrow();

  const found = productsIn(await client.call("GET", `/api/products?id:in=${reduced.product_id},101`));
  const [sale, stacker] = [reduced.product_id, 101].map((id) => found.find((product) => product.id === id));

  expect((sale?.variants as ReadonlyArray<{ id: number }>).find(({ id }) => id === reduced.id)).toMatchObject(
    {
      lowest_price_before: (reduced.lowest_price_before_minor ?? 0) / 100,
    },
  );
  expect(stacker?.variants).toMatchObject([{ lowest_price_before: null }, {}, {}]);
});

test("a product lists its variants with their prices and stock", async () => {
  const [stacker] = productsIn(await client.call("GET", "/api/products?id:in=101"));
  const simple = await db()
    .selectFrom("variants")
    .select((variant) => ["product_id", variant.fn.min("id").as("id")])
    .groupBy("product_id")
    .having((variant) => variant(variant.fn.countAll(), "=", 1))
    .orderBy("product_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const [plain] = productsIn(await client.call("GET", `/api/products?id:in=${simple.product_id}`));

  expect(stacker).toMatchObject({
    base_variant_id: null,
    variants: [
      {
        id: 5000,
        sku: "HB-0101-MUTE",
        options: [{ name: "Colour", value: "Muted" }],
        price: 54,
        stock: 34,
      },
      { id: 5001, options: [{ name: "Colour", value: "Sunset" }] },
      { id: 5002, options: [{ name: "Colour", value: "Forest" }], stock: 0 },
    ],
  });
  expect(plain).toMatchObject({ base_variant_id: simple.id, variants: [{ id: simple.id, options: [] }] });
  const made = await client.call("POST", "/api/carts/create", {
    body: {
      line_items: [{ product_id: simple.product_id, variant_id: plain?.base_variant_id, quantity: 1 }],
    },
  });
  expect(made.status).toBe(201);
});

test("variants that are left out are not read from the database", async () => {
  const fields = "exclude_fields=variants,base_variant_id";
  const [product] = productsIn(await client.call("GET", `/api/products?id:in=101&${fields}`));

  expect(product).not.toHaveProperty("variants");
  expect(product).not.toHaveProperty("base_variant_id");
});

test("hidden products are listed in development, never in production", async () => {
  await db().updateTable("products").set({ is_visible: 0 }).where("id", "=", 101).execute();
  const ids = async (query = "") =>
    productsIn(
      await client.call("GET", `/api/products?id:in=101,102&exclude_fields=description${query}`),
    ).map(({ id }) => id);
  const settings = config as { environment: string };
  const before = settings.environment;
  try {
    expect([await ids(), await ids("&is_visible=true"), await ids("&is_visible=false")]).toEqual([
      [101, 102],
      [102],
      [101],
    ]);
    settings.environment = "production";
    expect([await ids(), await ids("&is_visible=true"), await ids("&is_visible=false")]).toEqual([
      [102],
      [102],
      [],
    ]);
  } finally {
    settings.environment = before;
    await db().updateTable("products").set({ is_visible: 1 }).where("id", "=", 101).execute();
  }
});

test("an item that was taken off sale stays in the cart, costs nothing, and can be removed", async () => {
  const { id } = cartIn(await create(1));
  await db().updateTable("products").set({ is_visible: 0 }).where("id", "=", 101).execute();
  try {
    const read = await client.call("GET", `/api/carts/${id}`);
    expect([lineOf(read), cartIn(read).cart_amount]).toMatchObject([{ is_for_sale: false }, 0]);
    expect(refusalOf(await create(1))[1]).toBe("not-for-sale");
    expect((await client.call("DELETE", `/api/carts/${id}/deleteItems/${lineOf(read).id}`)).status).toBe(200);
  } finally {
    await db().updateTable("products").set({ is_visible: 1 }).where("id", "=", 101).execute();
  }
});

test("invalid calls are refused: method, type, size, JSON, schema, token, address", async () => {
  const body = { line_items: [{ ...MUTED, quantity: 1 }] };
  const post = (more: object) => client.call("POST", "/api/carts/create", more);
  const refused = [
    await client.call("GET", "/api/carts/create"),
    await client.call("PATCH", `/api/carts/${GONE}`, { body }),
    await post({ text: JSON.stringify(body), headers: { "content-type": "text/plain" } }),
    await post({ text: `{"line_items":"${"x".repeat(65_536)}"}` }),
    await post({ text: "{" }),
    await post({ text: "[".repeat(60_000) }),
    await post({ body: { line_items: [] } }),
    await post({ body: { line_items: [{ ...MUTED, variant_id: 2 ** 31, quantity: 1 }] } }),
    await post({ body: { ...body, note: "a\u0000b" } }),
    await post({ body, token: "nonsense" }),
    await client.call("GET", "/api/customers"),
    await client.call("GET", `/api/carts/${GONE}x`),
    await client.call("GET", "/api/nothing"),
    await client.call("DELETE", "/api/carts"),
    await client.call("DELETE", `/api/carts/${GONE}/deleteItems/${NO_LINE}`),
  ];

  expect(refused.map((each) => refusalOf(each).slice(0, 2))).toEqual([
    [405, "method-not-allowed"],
    [405, "method-not-allowed"],
    [415, "unsupported-media-type"],
    [413, "body-too-large"],
    [400, "invalid-json"],
    [400, "invalid-json"],
    [422, "invalid-request"],
    [422, "invalid-request"],
    [422, "invalid-request"],
    [401, "token-needed"],
    [401, "token-needed"],
    [404, "cart-not-found"],
    [404, "NOT_FOUND"],
    [404, "NOT_FOUND"],
    [404, "cart-not-found"],
  ]);
  expect(refused[0]?.headers.get("allow")).toBe("POST");
  expect(await db().selectFrom("carts").select("id").execute()).toEqual([]);
});

test("a bug is a 500 in the same format, without details", async () => {
  await db().schema.alterTable("cart_lines").renameTo("cart_lines_elsewhere").execute();
  try {
    const broken = await create(1);
    expect(refusalOf(broken)).toEqual([
      500,
      "unexpected-error",
      "Something went wrong on our side. Try again in a moment",
    ]);
  } finally {
    await db().schema.alterTable("cart_lines_elsewhere").renameTo("cart_lines").execute();
  }
});

test("carts can be created and changed as often as people do, not as fast as programs can", async () => {
  const { id } = cartIn(await create(1));
  const statuses = new Set<string>();
  for (let index = 0; index < 61; index += 1)
    statuses.add(refusalOf(await client.call("DELETE", `/api/carts/${id}/deleteItems/${NO_LINE}`))[1] ?? "");

  expect([...statuses]).toEqual(["line-not-found", "rate-limited"]);
  expect((await client.call("GET", `/api/carts/${id}`)).status).toBe(200);
});

test("twelve clients on one cart at once: every unit is counted, and the product's maximum of six holds", async () => {
  await setStock(MUTED.variant_id, 50);
  const { id } = cartIn(await create(1));
  const body = { line_items: [{ ...MUTED, quantity: 1 }] };

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => client.call("POST", `/api/carts/${id}/addItems`, { body })),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(new Set(answers.map((each) => refusalOf(each)[1]))).toEqual(
    new Set([undefined, "quantity-too-large"]),
  );
  expect(lineOf(await client.call("GET", `/api/carts/${id}`)).quantity).toBe(6);
});

test("the document's examples match real requests and responses", () => {
  const contract = new ApiContract(client.document);
  const problems = operationsOf(client.document).flatMap(({ template, method, operation }) => {
    const at = ["paths", template, method.toLowerCase()];
    const requested = operation.requestBody?.content["application/json"];
    return [
      ...(requested
        ? contract.invalid([...at, "requestBody", "content", "application/json", "schema"], requested.example)
        : []),
      ...Object.entries(operation.responses).flatMap(([status, { content }]) => {
        const { example, examples = {} } = content["application/json"]!;
        const shown = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map(({ value }) => value),
        ];
        const schema = [...at, "responses", status, "content", "application/json", "schema"];
        return shown.length === 0
          ? [`${template} ${status} has no example`]
          : shown.flatMap((one) => contract.invalid(schema, one));
      }),
    ];
  });

  expect(problems).toEqual([]);
  expect([client.document.openapi, operationsOf(client.document)]).toMatchObject(["3.1.0", { length: 17 }]);
});

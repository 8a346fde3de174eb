/** Bad requests made from the API's own document: none is a 5xx, none changes what it should not. */
import fc from "#tests/support/fast-check.ts";
import { beforeAll, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { makeCustomer, PASSWORD } from "#tests/support/people/customer/customer-mail.ts";
import { throughApiRoutes } from "#tests/support/people/api-routes.ts";
import { badRequests, type Draft, operationsOf, spoiled } from "#tests/support/people/api-requests.ts";
import { ApiClient, type Answered, refusalOf } from "#tests/support/people/api.ts";
import { browserCookies } from "#tests/support/people/browser-cookies.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rounds } from "#tests/support/test-part.ts";

useTestDatabase();

/** API_FUZZ_RUNS=2000 before a release. */
const RUNS = Number(process.env["API_FUZZ_RUNS"] ?? rounds({ quick: 60, rest: 400 }));
const ITEM = { productId: 101, variantId: 5000, quantity: 1 };

let client: ApiClient;
let requests = 0;

beforeAll(async () => {
  // What is looked at here is what lies behind the limits.
  (config as { rateLimitScale: number }).rateLimitScale = 10_000;
  client = await ApiClient.open(await throughApiRoutes(() => `198.51.100.7-${(requests += 1)}`));
});

async function cartOf(): Promise<CartId> {
  const added = await addToCart(null, [ITEM], new Date());
  if (!added.ok) throw new Error(added.code);
  return added.value.cart.id;
}

/** Whoever sends the requests: a customer with a cart that is still nobody's. And a customer whom they wish ill. */
async function makeWorld() {
  const [sender, victim] = [await makeCustomer(), await makeCustomer({ email: "victim@example.com" })];
  const victimCart = await cartOf();
  await mergeGuestCart(victim.customer.id, victimCart, new Date());
  const marker = await markGuest({ email: "guest@example.com", cartId: null, source: "test" }, new Date());
  return { sender, victim, victimCart, bystanderCart: await cartOf(), ownCart: await cartOf(), marker };
}

type World = Awaited<ReturnType<typeof makeWorld>>;

/** The request of an operation's example, with the ids of this world. */
async function draftOf(at: number, world: World): Promise<Draft> {
  if (!(await findCart(world.ownCart))) world.ownCart = await cartOf();
  const line = (await findCart(world.ownCart))?.lines[0];
  const { template, method, operation } = operationsOf(client.document)[at]!;
  const { id, email } = world.sender.customer;
  const own: Readonly<Record<string, unknown>> = {
    product_id: ITEM.productId,
    variant_id: ITEM.variantId,
    customerId: id,
    email: template.endsWith("create") ? "new@example.com" : email,
    password: PASSWORD,
  };
  const example = operation.requestBody?.content["application/json"]?.example;
  const parameters = (place: string) => (operation.parameters ?? []).filter((one) => one.in === place);
  return {
    method,
    template,
    params: Object.fromEntries(
      parameters("path").map(({ name }) => [name, name === "id" ? world.ownCart : (line?.id ?? "")]),
    ),
    query: parameters("query").map(({ name }) => [name, name === "is_visible" ? "true" : "101"]),
    headers: template.startsWith("/api/omnisend/")
      ? { cookie: await browserCookies({ cartId: world.ownCart, marker: world.marker }) }
      : operation.security.length > 0
        ? { "x-auth-token": world.sender.token }
        : {},
    body:
      example === undefined
        ? undefined
        : JSON.parse(JSON.stringify(example, (name, value: unknown) => (name in own ? own[name] : value))),
    text: null,
  };
}

function send({ method, template, params, query, headers, body, text }: Draft): Promise<Answered> {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search =
    query.length === 0 ? "" : `?${new URLSearchParams(query.map((pair) => [...pair])).toString()}`;
  const isRead = method === "GET" || method === "HEAD";
  const more =
    isRead || (body === undefined && text === null) ? {} : { text: text ?? JSON.stringify(body ?? null) };
  return client.call(method, path + search, { headers, ...more });
}

/** Everything that a call could change, but counters of tries, the log and the time of the last visit. */
async function everything(): Promise<Readonly<Record<string, ReadonlyArray<object>>>> {
  return {
    carts: await db().selectFrom("carts").selectAll().orderBy("id").execute(),
    lines: await db().selectFrom("cart_lines").selectAll().orderBy("id").execute(),
    customers: await db().selectFrom("customers").selectAll().orderBy("id").execute(),
    sessions: await db()
      .selectFrom("customer_sessions")
      .select(["id", "customer_id"])
      .orderBy("id")
      .execute(),
    tokens: await db().selectFrom("customer_tokens").selectAll().orderBy("token_hash").execute(),
    jobs: await db().selectFrom("jobs").select(["id", "key"]).orderBy("id").execute(),
    marketing: await db().selectFrom("marketing_carts").selectAll().orderBy("cart_id").execute(),
    stock: await db()
      .selectFrom("variants")
      .select((select) => [select.fn.sum("on_hand").as("on_hand"), select.fn.sum("reserved").as("reserved")])
      .execute(),
  };
}

/** What nobody but its owner may change: the victim's rows, and the cart whose id is a secret. */
function notTheirs(
  all: Awaited<ReturnType<typeof everything>>,
  { victim, victimCart, bystanderCart }: World,
) {
  const ids = [victim.customer.id, victimCart, bystanderCart];
  const isOne = (row: object) => Object.values(row).some((value) => ids.includes(value as CartId));
  return Object.values(all).map((rows) => rows.filter(isOne));
}

test(`${RUNS} bad requests: no 5xx, every response as documented, and no unexpected change`, async () => {
  const world = await makeWorld();
  const before = notTheirs(await everything(), world);
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(badRequests(client.document), async ({ call, mutations }) => {
      const draft = await draftOf(call, world);
      const earlier = await everything();
      const sent = spoiled(draft, mutations);

      const answered = await send(sent);

      const { status } = answered;
      const later = await everything();
      const isRead = sent.method === "GET" || sent.method === "HEAD";
      codes.add(String(refusalOf(answered)[1]));
      expect(status).toBeLessThan(500);
      expect(refusalOf(answered).join(" ")).not.toMatch(
        /Expected |Array must|String must|Number must|Invalid /,
      );
      if (status >= 400 || isRead) expect(later).toEqual(earlier);
      expect(notTheirs(later, world)).toEqual(before);
      // What turned out to be harmless is looked at too, but not counted.
      fc.pre(status >= 400);
    }),
    { numRuns: RUNS },
  );
  // Nothing that refuses everything alike would do.
  expect(codes.size).toBeGreaterThan(RUNS < 100 ? 3 : 8);
}, 600_000);

test("another visitor's cart id counts as unknown, with any other data", async () => {
  const world = await makeWorld();
  const before = await everything();
  for (const [at, { template }] of operationsOf(client.document).entries()) {
    const draft = await draftOf(at, world);
    if (!("id" in draft.params) || template.endsWith("create")) continue;

    const { status } = await send({ ...draft, params: { ...draft.params, id: world.victimCart } });

    expect([template, status]).toEqual([template, 404]);
  }
  expect(await everything()).toEqual(before);
});

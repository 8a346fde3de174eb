/** Many shoppers at once: nothing is sold twice, nothing is lost, nobody sees an error. */
import type SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import { brokenInvariants, openShopDatabase } from "#tests/support/invariants.ts";
import {
  addToBasket,
  filledCheckout,
  parcelVariants,
  payAt,
  stockUp,
  textOf,
} from "#tests/support/purchase.ts";
import { type RunningShop, startShop } from "#tests/support/server.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/shopper.ts";

const PLENTY = 1_000;

let shop: RunningShop;
/** Variants of their own for each storm. */
let rare: number;
let popular: number;
let doubled: number;
let ten: ReadonlyArray<number>;

beforeAll(async () => {
  shop = await startShop({
    prepare: (database) => {
      const ids = parcelVariants(database, 13);
      [rare = 0, popular = 0, doubled = 0] = ids;
      ten = ids.slice(3);
      stockUp(database, { [rare]: 1, [popular]: 100, [doubled]: PLENTY });
      stockUp(database, Object.fromEntries(ten.map((id) => [id, PLENTY])));
    },
  });
});

afterAll(() => shop.stop());

test("of 200 shoppers with the last one in their basket, one gets it and 199 are told so", async () => {
  const ready = await shoppersAtTheTill(200, rare, 1);
  const startedAt = performance.now();

  const answers = await Promise.all(ready.map(({ shopper, form }) => shopper.post("/checkout", form)));

  report("200 checkouts for the last unit", startedAt, answers);
  const refused = answers.filter(({ status }) => status === 409);
  expect(countByStatus(answers)).toEqual({ 303: 1, 409: 199 });
  expect(answers.filter(isWayToPay)).toHaveLength(1);
  expect(refused.filter(({ body }) => textOf(body).includes("Insufficient stock"))).toHaveLength(199);
  expect(ordersFor(rare)).toEqual([{ status: "awaiting-payment", units: 1 }]);
  expect(brokenInvariants(shop.dataDir)).toEqual([]);
});

test("60 shoppers who want 3 each of 100 buy 99", async () => {
  const ready = await shoppersAtTheTill(60, popular, 3);
  const startedAt = performance.now();

  const answers = await Promise.all(ready.map(({ shopper, form }) => shopper.post("/checkout", form)));
  const winners = ready.flatMap(({ shopper }, index) => {
    const { location } = answers[index] ?? {};
    return location?.startsWith("/test-payment/") ? [{ shopper, location }] : [];
  });
  const paid = await Promise.all(winners.map(({ shopper, location }) => payAt(shopper, location)));
  await Promise.all(
    winners.map(({ shopper }, index) => shopper.get(paid[index]?.location ?? "/checkout/order-processing")),
  );

  report("60 checkouts for 3 of 100", startedAt, answers);
  expect(countByStatus(answers)).toEqual({ 303: 33, 409: 27 });
  expect(countByStatus(paid)).toEqual({ 303: 33 });
  expect(ordersFor(popular)).toEqual(Array.from({ length: 33 }, () => ({ status: "paid", units: 3 })));
  expect(stockOf(popular)).toEqual({ on_hand: 1, reserved: 0 });
  expect(brokenInvariants(shop.dataDir)).toEqual([]);
});

test("a button pressed 20 times at once makes one order and one payment", async () => {
  const [ready] = await shoppersAtTheTill(1, doubled, 2);
  if (!ready) throw new Error("Nobody is at the till");
  const { shopper, form } = ready;

  const answers = await Promise.all(Array.from({ length: 20 }, () => shopper.post("/checkout", form)));

  expect(countByStatus(answers)).toEqual({ 303: 20 });
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(answers.every(isWayToPay)).toBe(true);
  expect(ordersFor(doubled)).toEqual([{ status: "awaiting-payment", units: 2 }]);
  expect(rows("SELECT COUNT(*) AS count FROM payments WHERE attempt_id = ?", form["attempt"] ?? "")).toEqual([
    { count: 1 },
  ]);
  expect(
    rows("SELECT COUNT(*) AS count FROM embedded_payments WHERE attempt_id = ?", form["attempt"] ?? ""),
  ).toEqual([{ count: 1 }]);
  expect(brokenInvariants(shop.dataDir)).toEqual([]);
});

test("50 parallel adds of 10 products to one basket are 50 units", async () => {
  const shopper = new Shopper(shop.origin);
  const [first = 0] = ten;
  await addToBasket(shopper, first);
  const rest = Array.from({ length: 49 }, (_, index) => ten[(index + 1) % ten.length] ?? 0);

  const answers = await Promise.all(rest.map((id) => addToBasket(shopper, id)));

  const lines = rows(
    `SELECT quantity FROM cart_lines WHERE variant_id IN (${ten.join(", ")}) ORDER BY variant_id`,
  );
  expect(countByStatus(answers)).toEqual({ 303: 49 });
  expect(lines).toEqual(ten.map(() => ({ quantity: 5 })));
  expect((await shopper.get("/")).body).toContain('aria-label="Basket, 50 items"');
});

type Ready = Readonly<{ shopper: Shopper; form: Fields }>;

/** Shoppers whose next click is "Pay now". */
function shoppersAtTheTill(
  count: number,
  variantId: number,
  quantity: number,
): Promise<ReadonlyArray<Ready>> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const shopper = new Shopper(shop.origin);
      const added = await addToBasket(shopper, variantId, quantity);
      if (added.status !== 303) throw new Error(`Not added: ${added.status}`);
      return { shopper, form: await filledCheckout(shopper) };
    }),
  );
}

function isWayToPay({ status, location }: Answer): boolean {
  return status === 303 && (location?.startsWith("/test-payment/") ?? false);
}

function countByStatus(answers: ReadonlyArray<Answer>): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function ordersFor(variantId: number): ReadonlyArray<unknown> {
  return rows(
    `SELECT orders.status, SUM(order_lines.quantity) AS units FROM orders
     JOIN order_lines ON order_lines.order_id = orders.id WHERE order_lines.variant_id = ? GROUP BY orders.id`,
    variantId,
  );
}

function stockOf(variantId: number): unknown {
  return rows("SELECT on_hand, reserved FROM variants WHERE id = ?", variantId)[0];
}

function rows(query: string, ...values: ReadonlyArray<string | number>): ReadonlyArray<unknown> {
  const database: SqliteDatabase.Database = openShopDatabase(shop.dataDir);
  try {
    return database.prepare(query).all(...values);
  } finally {
    database.close();
  }
}

function report(what: string, startedAt: number, answers: ReadonlyArray<Answer>): void {
  const milliseconds = Math.round(performance.now() - startedAt);
  process.stdout.write(`${what}: ${milliseconds} ms, ${JSON.stringify(countByStatus(answers))}\n`);
}

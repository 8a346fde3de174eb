import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { countAnalyticsDays } from "#app/models/analytics/counted-days.server.ts";
import { analyticsReport, listEmptySearches } from "#app/models/analytics/report.server.ts";
import { countLeftCarts } from "#app/models/cart-recovery/report.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { readFigures, shopFigures } from "#app/models/desk/figures.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { markSearchStale } from "#app/models/order/order-search.server.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const before = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let events = 0;

async function note(name: string, properties: object, at = before(1), visitor = "visitor"): Promise<void> {
  events += 1;
  await db()
    .insertInto("analytics_events")
    .values({
      ...{ id: `event-${events}`, visitor_id: visitor, name, properties: JSON.stringify(properties) },
      ...{ occurred_at: at.toISOString(), status: "sent", leased_until: null },
    })
    .execute();
}

const search = (search_term: string, results: number, at?: Date) =>
  note("search", { search_term, results }, at);

test("searches without a result are counted by their words, the most frequent first", async () => {
  await search("Wooden sword", 0);
  await search("wooden sword", 0);
  await search("moses stand", 0);
  await search("pram", 12);
  await search("pushchair", 0, before(20));
  await search("(hidden)", 0);

  expect(await listEmptySearches(7, NOW)).toEqual([
    { words: "wooden sword", times: 2 },
    { words: "moses stand", times: 1 },
  ]);
  expect((await listEmptySearches(30, NOW)).map(({ words }) => words)).toContain("pushchair");
});

test("a cart counts an hour after its last change, if it has items", async () => {
  const variantId = await parcelVariant(1);
  for (const at of [before(1), NOW]) await addToCart(null, [{ variantId, quantity: 1 }], at);
  const emptied = await addToCart(null, [{ variantId, quantity: 1 }], before(2));
  if (!emptied.ok) throw new Error(emptied.code);
  await db().deleteFrom("cart_lines").where("cart_id", "=", emptied.value.cart.id).execute();

  expect(await countLeftCarts(before(7), NOW)).toBe(1);
  expect(await countLeftCarts(before(0.5), NOW)).toBe(0);
});

test("the figures have the steps of visits, and are the same for a minute", async () => {
  await note("view_item", {}, before(1), "hannah");
  await note("page_view", {}, before(1), "tom");
  await note("web_vitals", { page_kind: "home", LCP: 900, CLS: 0.01 });

  const first = await shopFigures(7, NOW);
  expect(first.steps.map(({ count }) => count).slice(0, 2)).toEqual([3, 1]);
  expect(first.vitals).toMatchObject([{ pageKind: "home", count: 1, values: { LCP: 900 } }]);
  await note("view_item", {}, before(1), "leo");

  expect(await shopFigures(7, NOW)).toBe(first);
  expect((await readFigures(7, NOW)).steps[1]?.count).toBe(2);
});

test("the figures of days that were counted are those of their events, each day once, and are deleted in time", async () => {
  const noon = (days: number) => new Date(`${before(days).toISOString().slice(0, 10)}T12:00:00.000Z`);
  // In the first hour of a day the day before is not counted yet.
  const now = noon(0);
  for (const days of [0, 1, 2, 25]) {
    await note("page_view", {}, noon(days), "hannah");
    await note("view_item", {}, noon(days), `visitor-${days}`);
    await search("Wooden sword", 0, noon(days));
    await search(`toy ${days}`, 0, noon(days));
  }
  await note("purchase", {}, noon(1));
  const figures = async () => {
    const { steps } = await analyticsReport(30, now);
    return { steps: steps.map(({ count }) => count), searches: await listEmptySearches(30, now) };
  };
  const live = await figures();
  expect(live.steps).toEqual([12, 4, 0, 0, 1]);
  expect(live.searches[0]).toEqual({ words: "wooden sword", times: 4 });
  // Each call counts ten days.
  for (let calls = 0; calls < 3; calls += 1)
    await Promise.all([countAnalyticsDays(now), countAnalyticsDays(now)]);
  await countAnalyticsDays(now);

  const counted = await db().selectFrom("analytics_days").select("day").orderBy("day").execute();
  expect(counted).toHaveLength(25);
  expect(counted.at(-1)?.day).toBe(before(1).toISOString().slice(0, 10));
  expect(await figures()).toEqual(live);
  // What was counted stays when somebody withdraws consent; the day of today goes with its events.
  await db().deleteFrom("analytics_events").execute();
  expect((await figures()).steps).toEqual([9, 3, 0, 0, 1]);

  await countAnalyticsDays(new Date(now.getTime() + 400 * DAY_MS));
  const old = before(2).toISOString().slice(0, 10);
  expect(await db().selectFrom("analytics_days").select("day").where("day", "<", old).execute()).toEqual([]);
});

test("a day is counted an hour after its end, because events are written late", async () => {
  await note("page_view", {}, new Date("2026-03-01T23:59:59.000Z"));
  const days = () => db().selectFrom("analytics_days").select("day").execute();

  await countAnalyticsDays(new Date("2026-03-02T00:59:00.000Z"));
  expect(await days()).toEqual([]);
  await countAnalyticsDays(new Date("2026-03-02T01:00:01.000Z"));
  expect(await days()).toEqual([{ day: "2026-03-01" }]);
});

test("the search of orders takes in what is missing, late or stale", async () => {
  const [one, two] = [await paidOrder(), await paidOrder()];
  await indexOrders();
  const taken = () => db().selectFrom("order_search").select(["order_id", "order_updated_at"]).execute();
  const whole = await taken();
  // Its transaction ended after that of a younger one.
  await db().deleteFrom("order_search").where("order_id", "=", one.orderId).execute();
  await markSearchStale(two.orderId);

  await indexOrders();

  const byId = (rows: Awaited<ReturnType<typeof taken>>) =>
    [...rows].sort((a, b) => (a.order_id < b.order_id ? -1 : 1));
  expect(byId(await taken())).toEqual(byId(whole));
  expect(whole).toHaveLength(2);
});

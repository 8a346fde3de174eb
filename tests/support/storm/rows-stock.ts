/** the last ones, raced for. */
import { addToBasket, filledCheckout, payAt } from "#tests/support/purchase.ts";
import type { RunningShop } from "#tests/support/server.ts";
import { type Answer, Shopper } from "#tests/support/shopper.ts";

import type { Ground } from "./engine.ts";
import { Breaks, countBy, type Measured, type Storm, type StormRow } from "./row.ts";
import { ordersFor, stockOf } from "./shelf.ts";
import {
  inGroups,
  isClearRefusal,
  isWayToPay,
  latency,
  payNow,
  sameBasket,
  statuses,
  type Timed,
  timed,
  walkToTheTill,
} from "./till.ts";

const PLENTY = 1_000;
/** Seconds that a thousand refusals may take. */
const ALL_MAX_SECONDS = 30;
const CHECKOUT_P99_MS = 5_000;

async function lastOne(storm: Storm): Promise<Measured> {
  const { shop } = await storm.shared();
  return raceForOne(storm, [shop], storm.isShort ? 60 : 1_000);
}

/** Two servers on one database: neither knows what the other has sold but by asking it. */
async function lastOneOfTwoServers(storm: Storm): Promise<Measured> {
  const { shop, ground } = await storm.shared();
  const other = await ground.open();
  try {
    return await raceForOne(storm, [shop, other], storm.isShort ? 60 : 400);
  } finally {
    await other.stop();
  }
}

async function raceForOne(
  storm: Storm,
  shops: ReadonlyArray<RunningShop>,
  buyers: number,
): Promise<Measured> {
  const { ground, shelf } = await storm.shared();
  const [id = 0] = await shelf(1);
  const ready = await walkToTheTill(shops, sameBasket(buyers, [[id, 1]]));

  const race = await timed(() => payNow(ready));

  const answers = race.value.map(({ value }) => value);
  const breaks = new Breaks();
  breaks.unlessEqual(answers.filter(isWayToPay).length, 1, "buyers who got it");
  breaks.unlessEqual(answers.filter(isClearRefusal).length, buyers - 1, "clear refusals");
  breaks.unlessEqual(
    (await ordersFor(ground, id)).map(({ status, units }) => [status, units]),
    [["awaiting-payment", 1]],
    "orders",
  );
  breaks.unlessEqual(await stockOf(ground, id), { onHand: 1, reserved: 1 }, "stock");
  return { figure: `${statuses(answers)}; ${raceFigures(race)}`, breaks: breaks.list };
}

function raceFigures(race: Timed<ReadonlyArray<Timed<Answer>>>): string {
  const seconds = (race.ms / 1000).toFixed(1);
  return `${latency(race.value, CHECKOUT_P99_MS)}, all in ${seconds} s (bar ${ALL_MAX_SECONDS})`;
}

async function mixedQuantities(storm: Storm): Promise<Measured> {
  const { shop, ground, shelf } = await storm.shared();
  const [id = 0] = await shelf(100);
  const baskets = Array.from({ length: storm.isShort ? 40 : 1_000 }, () => {
    const units = 1 + Math.floor(storm.random() * 5);
    return [[id, units]] as const;
  });
  const ready = await walkToTheTill(shop, baskets);

  const race = await timed(() => payNow(ready));

  const answers = race.value.map(({ value }) => value);
  const winners = ready.filter((_, index) => isWayToPay(answers[index] as Answer));
  const pages = answers.filter(isWayToPay);
  const paid = await inGroups(winners, 20, ({ shopper }, index) =>
    payAt(shopper, pages[index]?.location ?? ""),
  );
  await inGroups(winners, 20, ({ shopper }, index) =>
    shopper.get(paid[index]?.location ?? "/checkout/order-processing"),
  );
  const orders = await ordersFor(ground, id);
  const sold = orders.reduce((sum, { units }) => sum + units, 0);
  const wanted = ready.filter((_, index) => !isWayToPay(answers[index] as Answer));
  const smallest = Math.min(...wanted.map(({ goods }) => goods[0]?.[1] ?? 0));
  const breaks = new Breaks();
  breaks.unless(sold <= 100, `${sold} of 100 were sold`);
  breaks.unless(
    100 - sold < Math.min(smallest, 5),
    `${100 - sold} are left, and somebody wanted only ${smallest}`,
  );
  breaks.unlessEqual(answers.filter(isClearRefusal).length, wanted.length, "clear refusals");
  breaks.unlessEqual(countBy(orders.map(({ status }) => status)), { paid: winners.length }, "orders");
  breaks.unlessEqual(await stockOf(ground, id), { onHand: 100 - sold, reserved: 0 }, "stock");
  return { figure: `${sold} of 100 sold; ${statuses(answers)}; ${raceFigures(race)}`, breaks: breaks.list };
}

async function oppositeOrder(storm: Storm): Promise<Measured> {
  const { shop, shelf } = await storm.shared();
  const [one = 0, other = 0] = await shelf(PLENTY, PLENTY);
  const count = storm.isShort ? 30 : 200;
  const [there, back] = [
    [one, other],
    [other, one],
  ].map((ids) => ids.map((id) => [id, 1] as const));
  const baskets = Array.from({ length: count }, (_, index) => (index % 2 === 0 ? there : back) ?? []);
  const ready = await walkToTheTill(shop, baskets);

  const times = await payNow(ready);

  const answers = times.map(({ value }) => value);
  const breaks = new Breaks();
  breaks.unlessEqual(answers.filter(isWayToPay).length, count, "orders placed");
  return { figure: `${statuses(answers)}; ${latency(times, CHECKOUT_P99_MS)}`, breaks: breaks.list };
}

/** One button pressed many times at once, then the till of a second tab beside the first. */
async function doubleSubmit(storm: Storm): Promise<Measured> {
  const { shop, ground, shelf } = await storm.shared();
  const breaks = new Breaks();
  const presses = storm.isShort ? [20] : [2, 20];
  for (const times of presses) {
    const [id = 0] = await shelf(PLENTY);
    const [ready] = await walkToTheTill(shop, sameBasket(1, [[id, 2]]));
    if (!ready) throw new Error("Nobody is at the till");
    const answers = (await payNow(Array.from({ length: times }, () => ready))).map(({ value }) => value);
    const places = new Set(answers.map(({ location }) => location));
    breaks.unlessEqual(statuses(answers), `${times}×303`, `${times} presses`);
    breaks.unlessEqual(places.size, 1, `payment pages after ${times} presses`);
    breaks.unlessEqual((await ordersFor(ground, id)).length, 1, `orders after ${times} presses`);
    const payments = await ground.db
      .selectFrom("embedded_payments")
      .select("id")
      .where("attempt_id", "=", ready.form["attempt"] ?? "")
      .execute();
    breaks.unlessEqual(payments.length, 1, `payments after ${times} presses`);
  }
  const both = await bothTabs(storm, breaks);
  return { figure: `presses ${presses.join(" and ")}: one order each; ${both}`, breaks: breaks.list };
}

/** Two tabs of one basket, each with an attempt of its own, pressed in the same moment, as often as there is time. */
async function bothTabs(storm: Storm, breaks: Breaks): Promise<string> {
  const { shop, ground, shelf } = await storm.shared();
  const [id = 0] = await shelf(PLENTY);
  const rounds = storm.isShort ? 5 : 40;
  const ready = await walkToTheTill(shop, sameBasket(rounds, [[id, 1]]));
  await inGroups(ready, 10, async ({ shopper, form }) => {
    const second = await filledCheckout(shopper);
    await Promise.all([shopper.post("/checkout", form), shopper.post("/checkout", second)]);
  });
  const orders = await ground.db
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.id")
    .select("orders.cart_id")
    .where("order_lines.variant_id", "=", id)
    .where("orders.status", "=", "awaiting-payment")
    .execute();
  const carts = new Set(orders.map((order) => order.cart_id));
  breaks.unlessEqual(orders.length - carts.size, 0, "baskets with two orders that wait for money at once");
  return `${rounds}× two tabs at once: ${orders.length} open orders of ${carts.size} baskets`;
}

async function parallelAdds(storm: Storm): Promise<Measured> {
  const { shop, ground, shelf } = await storm.shared();
  const ten = await shelf(...Array.from({ length: 10 }, () => PLENTY));
  const shopper = new Shopper(shop.origin);
  const [first = 0] = ten;
  await addToBasket(shopper, first);
  const rest = Array.from({ length: 49 }, (_, index) => ten[(index + 1) % ten.length] ?? 0);

  const answers = await Promise.all(rest.map((id) => addToBasket(shopper, id)));

  const lines = await ground.db
    .selectFrom("cart_lines")
    .select("quantity")
    .where("variant_id", "in", ten)
    .execute();
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const shown = /aria-label="Basket, (\d+) items"/.exec((await shopper.get("/")).body)?.[1];
  const breaks = new Breaks();
  breaks.unlessEqual(statuses(answers), "49×303", "answers");
  breaks.unlessEqual([units, lines.length], [50, 10], "units and lines");
  breaks.unlessEqual(shown, "50", "items that the header counts");
  return { figure: `${units} units in ${lines.length} lines`, breaks: breaks.list };
}

/** Shoppers at the till with the same coupon, which is there for one of them. */
async function oneCoupon(storm: Storm): Promise<Measured> {
  const { shop, ground, shelf } = await storm.shared();
  const code = "FIVEROFF";
  const shoppers = storm.isShort ? 30 : 200;
  const [id = 0] = await shelf(PLENTY);
  await ground.db
    .updateTable("coupons")
    .set({ minimum_spend_minor: 0, max_uses: 1 })
    .where("code", "=", code)
    .execute();
  const ready = await inGroups(Array.from({ length: shoppers }), 40, async (_, index) => {
    const shopper = new Shopper(shop.origin);
    await addToBasket(shopper, id, 4);
    const entered = await shopper.post("/cart", { intent: "apply-coupon", coupon: code });
    if (entered.status >= 400) throw new Error(`The coupon was not taken: ${entered.status}`);
    const form = { ...(await filledCheckout(shopper)), email: `shopper-${index}@example.com` };
    return { shopper, form, goods: [] };
  });

  const answers = (await payNow(ready)).map(({ value }) => value);

  const { rows } = await couponUses(ground.db, code);
  const breaks = new Breaks();
  breaks.unlessEqual(answers.filter(isWayToPay).length, 1, "orders placed with the coupon");
  breaks.unlessEqual(answers.filter(({ status }) => status === 409).length, shoppers - 1, "clear refusals");
  breaks.unlessEqual(rows, 1, "redemptions");
  return { figure: `${statuses(answers)}; ${rows} redemption`, breaks: breaks.list };
}

async function couponUses(db: Ground["db"], code: string): Promise<Readonly<{ rows: number }>> {
  const uses = await db
    .selectFrom("coupon_uses")
    .innerJoin("coupons", "coupons.id", "coupon_uses.coupon_id")
    .select("coupon_uses.order_id")
    .where("coupons.code", "=", code)
    .execute();
  return { rows: uses.length };
}

export const STOCK_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "R-01",
    hazard: "1,000 buyers, one unit",
    passes: "1 order, 999 clear refusals, no error, p99 < 5 s, all in 30 s",
    limitSeconds: 400,
    run: lastOne,
  },
  {
    id: "R-02",
    hazard: "1,000 buyers of 1 to 5, 100 units",
    passes: "at most 100 sold; what is left fits nobody",
    limitSeconds: 400,
    run: mixedQuantities,
  },
  {
    id: "R-03",
    hazard: "the last one, sold by two servers at once",
    passes: "as R-01",
    limitSeconds: 240,
    run: lastOneOfTwoServers,
  },
  {
    id: "R-04",
    hazard: "two goods in opposite order",
    passes: "200 orders of 200, no deadlock shown to anybody",
    limitSeconds: 90,
    run: oppositeOrder,
  },
  {
    id: "R-07",
    hazard: "double click, 20 clicks, two tabs at once",
    passes: "one order, one payment; a basket never waits for two payments",
    limitSeconds: 90,
    run: doubleSubmit,
  },
  {
    id: "R-12",
    hazard: "50 adds of 10 goods to one basket at once",
    passes: "50 units in 10 lines",
    limitSeconds: 30,
    run: parallelAdds,
  },
  {
    id: "R-14",
    hazard: "200 shoppers, a coupon for one",
    passes: "1 discounted order, 199 told why",
    limitSeconds: 90,
    run: oneCoupon,
  },
];

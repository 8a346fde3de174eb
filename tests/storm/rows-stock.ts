/** the last ones, raced for. */
import { addToBasket, filledCheckout, payAt, textOf } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import type { ShopPair } from "#tests/support/shops/shop-pair.ts";

import { atSharedShop, ordersFor, PLENTY, stockOf } from "./catalogue-driver.ts";
import {
  cpuSeconds,
  inGroups,
  isClearRefusal,
  isFilledForm,
  isWayToPay,
  latency,
  payNow,
  type Ready,
  sameBasket,
  statuses,
  type Timed,
  timed,
  walkToTheTill,
} from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { Breaks, countBy, type Measured, type Storm, type StormRow } from "./row.ts";
import { embeddedBooks, payEveryPage, pressInTwoTabs } from "./two-tabs.ts";

/** Seconds that a thousand refusals may take. */
const ALL_MAX_SECONDS = 30;
const CHECKOUT_P99_MS = 5_000;
/** What whoever comes too late for a coupon is told. */
const USED_UP = /That discount code (?:has been fully used|is in use in another checkout until)/;

async function lastOne(storm: Storm): Promise<Measured> {
  const { shop } = await storm.shared();
  return race(storm, [shop], { units: 1, buyers: storm.buyers ?? (storm.isShort ? 100 : 1_000) });
}

/** Two servers on one database: neither knows what the other has sold but by asking it. */
async function lastOneOfTwoServers(storm: Storm): Promise<Measured> {
  const { shop, ground } = await storm.shared();
  const other = await ground.open();
  try {
    return await race(storm, [shop, other], { units: 1, buyers: storm.isShort ? 60 : 400 });
  } finally {
    await other.stop();
  }
}

async function lastFive(storm: Storm): Promise<Measured> {
  const { shop } = await storm.shared();
  return race(storm, [shop], { units: 5, buyers: storm.isShort ? 30 : 60 });
}

type Rush = Readonly<{ units: number; buyers: number }>;

/** So many buyers, each of one unit of the same thing, press "Pay now" at once. */
async function race(
  storm: Storm,
  shops: ReadonlyArray<RunningShop>,
  { units, buyers }: Rush,
): Promise<Measured> {
  const { ground, id } = await atSharedShop(storm, units);
  const ready = await walkToTheTill(shops, sameBasket(buyers, [[id, 1]]));
  const pids = shops
    .flatMap((shop) => ("shops" in shop ? (shop as ShopPair).shops() : [shop]))
    .map(({ pid }) => pid);
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const cpuBefore = cpu();

  const rush = await timed(() => payNow(ready));

  const cpuEach = Math.round(((cpu() - cpuBefore) * 1000) / buyers);
  const answers = rush.value.map(({ value }) => value);
  const breaks = new Breaks();
  breaks.unlessEqual(answers.filter(isWayToPay).length, units, "buyers who got it");
  breaks.unlessEqual(answers.filter(isClearRefusal).length, buyers - units, "clear refusals");
  breaks.unlessEqual(
    countFilled(answers, ready),
    buyers - units,
    "refusals with the form as it was filled in",
  );
  breaks.unlessEqual(
    (await ordersFor(ground, id)).map((order) => [order.status, order.units]),
    Array.from({ length: units }, () => ["awaiting-payment", 1]),
    "orders",
  );
  breaks.unlessEqual(await stockOf(ground, id), { onHand: units, reserved: units }, "stock");
  return breaks.measured(`${statuses(answers)}; ${raceFigures(rush)}; ${cpuEach} ms of the shop's CPU each`);
}

/** Answers of 409 that show each shopper what they had typed. */
function countFilled(answers: ReadonlyArray<Answer>, ready: ReadonlyArray<Ready>): number {
  return answers.filter(
    (answer, index) => answer.status === 409 && isFilledForm(answer, ready[index]?.form ?? {}),
  ).length;
}

function raceFigures(race: Timed<ReadonlyArray<Timed<Answer>>>): string {
  const seconds = (race.ms / 1000).toFixed(1);
  return `${latency(race.value, CHECKOUT_P99_MS)}, all in ${seconds} s (bar ${ALL_MAX_SECONDS})`;
}

async function mixedQuantities(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm, 100);
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
  const requested = ready.filter((_, index) => !isWayToPay(answers[index] as Answer));
  const smallest = Math.min(...requested.map(({ cartLines }) => cartLines[0]?.[1] ?? 0));
  const breaks = new Breaks();
  breaks.unless(sold <= 100, `${sold} of 100 were sold`);
  breaks.unless(
    100 - sold < Math.min(smallest, 5),
    `${100 - sold} are left, and somebody wanted only ${smallest}`,
  );
  breaks.unlessEqual(answers.filter(isClearRefusal).length, requested.length, "clear refusals");
  breaks.unlessEqual(countBy(orders.map(({ status }) => status)), { paid: winners.length }, "orders");
  breaks.unlessEqual(await stockOf(ground, id), { onHand: 100 - sold, reserved: 0 }, "stock");
  return breaks.measured(`${sold} of 100 sold; ${statuses(answers)}; ${raceFigures(race)}`);
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
  return breaks.measured(`${statuses(answers)}; ${latency(times, CHECKOUT_P99_MS)}`);
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
  return breaks.measured(`presses ${presses.join(" and ")}: one order each; ${both}`);
}

/** Two tabs of one basket, each with an attempt of its own; of half the pairs the second is pressed a little later. */
async function bothTabs(storm: Storm, breaks: Breaks): Promise<string> {
  const { shop, ground, id } = await atSharedShop(storm);
  const count = storm.isShort ? 10 : 200;
  const gapMs = (pair: number) => (pair % 4 < 2 ? 0 : Math.floor(storm.random() * 45));
  const pairs = await pressInTwoTabs(shop, { count, items: [[id, 1]], gapMs });
  return payEveryPage(ground, pairs, { books: embeddedBooks(ground), breaks });
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
  return breaks.measured(`${units} units in ${lines.length} lines`);
}

/** Shoppers at the till with the same coupon, which is there for one of them. */
async function oneCoupon(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const code = "FIVEROFF";
  const shoppers = storm.isShort ? 30 : 200;
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
    return { shopper, form, cartLines: [] };
  });

  const times = await payNow(ready);

  const answers = times.map(({ value }) => value);
  const rows = await couponUses(ground.db, code);
  const breaks = new Breaks();
  breaks.unlessEqual(answers.filter(isWayToPay).length, 1, "orders placed with the coupon");
  const reported = answers.filter(({ status, body }) => status === 409 && USED_UP.test(textOf(body)));
  breaks.unlessEqual(reported.length, shoppers - 1, "clear refusals");
  breaks.unlessEqual(countFilled(answers, ready), shoppers - 1, "refusals with the form as it was filled in");
  breaks.unlessEqual(rows, 1, "redemptions");
  const figure = `${statuses(answers)}; ${rows} redemption; ${latency(times, CHECKOUT_P99_MS)}`;
  return breaks.measured(figure);
}

async function couponUses(db: Ground["db"], code: string): Promise<number> {
  const uses = await db
    .selectFrom("coupon_uses")
    .innerJoin("coupons", "coupons.id", "coupon_uses.coupon_id")
    .select("coupon_uses.order_id")
    .where("coupons.code", "=", code)
    .execute();
  return uses.length;
}

export const STOCK_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "R-01",
    hazard: "1,000 buyers, one unit",
    passes: '1 order, 999 told "Insufficient stock" in their filled form, no error, p99 < 5 s, all in 30 s',
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
    passes: "one order, one payment; 0 baskets with two pages that can be paid, 0 paid twice",
    limitSeconds: 600,
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
    passes: "1 discounted order, 199 told why in their filled form",
    limitSeconds: 240,
    run: oneCoupon,
  },
  {
    id: "R-19",
    hazard: "60 buyers, five units",
    passes: '5 orders, 55 told "Insufficient stock" in their filled form',
    limitSeconds: 90,
    run: lastFive,
  },
];

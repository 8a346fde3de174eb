/** what was agreed is what is charged, whatever happens beside it. */
import { sql } from "kysely";

import { addToBasket, filledCheckout, goToPayment, payAt, textOf } from "#tests/support/people/purchase.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";

import { atSharedShop, orderStatuses, ordersFor } from "./catalogue-driver.ts";
import { inGroups, isWayToPay, sameBasket, timed, walkToTheTill } from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { Breaks, type Measured, percentile, type Storm, type StormRow } from "./row.ts";

const BASKET_LINES_MAX = 50;
const BASKET_P99_MS = 300;

async function changedBasket(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const runs = storm.isShort ? 5 : 50;
  const ready = await walkToTheTill(shop, sameBasket(runs, [[id, 1]]));

  const replays = await inGroups(ready, 10, async ({ shopper, form }) => {
    await shopper.post("/checkout", form);
    await addToBasket(shopper, id, 1);
    return shopper.post("/checkout", form);
  });

  const requested = replays.filter(({ status, body }) => status === 409 && /basket/i.test(textOf(body)));
  const orders = await ordersFor(ground, id);
  const breaks = new Breaks();
  breaks.unlessEqual(requested.length, runs, "replays that were asked again");
  breaks.unlessEqual([orders.length, orders.filter(({ units }) => units > 1).length], [runs, 0], "orders");
  return breaks.measured(`${requested.length} of ${runs} asked again, ${orders.length} orders`);
}

async function backButton(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const runs = storm.isShort ? 3 : 30;
  const ready = await walkToTheTill(shop, sameBasket(runs, [[id, 1]]));

  const again = await inGroups(ready, 10, async ({ shopper, form }) => {
    const placed = await shopper.post("/checkout", form);
    const paid = await payAt(shopper, placed.location ?? "");
    await shopper.get(paid.location ?? "");
    const back = [await shopper.get("/checkout"), await shopper.post("/checkout", form)];
    const twice = await payAt(shopper, placed.location ?? "");
    return { back, twice };
  });

  const isPrinted = ({ status, body }: Answer) =>
    status < 500 && body.includes("/checkout/thank-you/order_") && /already/i.test(textOf(body));
  const orders = await orderStatuses(ground, id);
  const output = again.flatMap(({ back }) => back).filter(isPrinted).length;
  const breaks = new Breaks();
  breaks.unlessEqual(output, runs * 2, "pages that say it is placed and lead to it");
  const refused = again.filter(({ twice }) => twice.status === 409).length;
  breaks.unlessEqual(refused, runs, "second payments that were refused");
  const paid = ready.map(() => "paid");
  breaks.unlessEqual(orders, paid, "orders");
  return breaks.measured(`${runs}× back and again: ${orders.length} orders, ${output} pages said so`);
}

/** What the till shows to be paid, in minor units. */
function agreedTotal(form: Fields): number {
  return Number(form["agreedTotal"]);
}

async function otherTab(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const runs = storm.isShort ? 5 : 100;
  const ready = await walkToTheTill(shop, sameBasket(runs, [[id, 1]]));

  const ends = await inGroups(ready, 10, async ({ shopper, form }) => {
    await addToBasket(shopper, id, 1);
    const first = await shopper.post("/checkout", form);
    const fresh = await filledCheckout(shopper);
    const second = await shopper.post("/checkout", fresh);
    return { first, second, shown: agreedTotal(fresh) };
  });

  const orders = await ordersFor(ground, id);
  const breaks = new Breaks();
  breaks.unlessEqual(ends.filter(({ first }) => first.status === 409).length, runs, "first tabs asked again");
  breaks.unlessEqual(ends.filter(({ second }) => isWayToPay(second)).length, runs, "second tries placed");
  breaks.unlessEqual(
    orders.map(({ total }) => total).sort(),
    ends.map(({ shown }) => shown).sort(),
    "totals charged and shown",
  );
  return breaks.measured(`${runs} of ${runs} asked again; charged = shown ${orders.length}/${runs}`);
}

/** The price goes up and down beneath shoppers who look, agree and pay. */
async function movingPrice(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const shoppers = storm.isShort ? 5 : 50;
  const rounds = storm.isShort ? 4 : 20;
  const seen = { paid: 0, requested: 0 };
  const breaks = new Breaks();
  const moving = { isOn: true };
  const flips = flipPrices(ground, id, moving);

  await inGroups(Array.from({ length: shoppers }), shoppers, async () => {
    const shopper = new Shopper(shop.origin);
    await addToBasket(shopper, id, 1);
    for (let round = 0; round < rounds; round += 1) {
      const form = await filledCheckout(shopper);
      const answer = await shopper.post("/checkout", form);
      if (answer.status === 409) seen.requested += 1;
      else breaks.unless(isWayToPay(answer), `an answer ${answer.status}`);
      if (!isWayToPay(answer)) continue;
      seen.paid += 1;
      const charged = await chargedFor(ground, form["attempt"] ?? "");
      breaks.unlessEqual(charged, agreedTotal(form), "charged, and shown");
    }
  });

  moving.isOn = false;
  const changes = await flips;
  breaks.unless(
    seen.paid > 0 && changes > 0,
    `${seen.paid} paid during ${changes} changes: nothing was tried`,
  );
  return breaks.measured(
    `${seen.paid + seen.requested} tries, ${changes} changes: ${seen.requested} asked again, 0 charged otherwise`,
  );
}

async function flipPrices({ db }: Ground, id: number, moving: { isOn: boolean }): Promise<number> {
  const { price_minor: before } = await db
    .selectFrom("variants")
    .select("price_minor")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  let changes = 0;
  while (moving.isOn) {
    await setPrice(db, id, changes % 2 === 0 ? 1_999 : 2_999);
    changes += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await setPrice(db, id, before);
  return changes;
}

async function setPrice(db: Ground["db"], id: number, minor: number | null): Promise<void> {
  await db.updateTable("variants").set({ price_minor: minor }).where("id", "=", id).execute();
  await db
    .updateTable("catalogue_version")
    .set({ version: sql<number>`version + 1` })
    .execute();
}

async function chargedFor({ db }: Ground, attemptId: string): Promise<number | null> {
  const row = await db
    .selectFrom("embedded_payments")
    .select("amount_minor")
    .where("attempt_id", "=", attemptId)
    .executeTakeFirst();
  return row?.amount_minor ?? null;
}

async function deletedCart(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, id, 1);
  const before = shopper.cookie("cart-id");
  const { cart_id } = await ground.db
    .selectFrom("cart_lines")
    .select("cart_id")
    .where("variant_id", "=", id)
    .executeTakeFirstOrThrow();
  await ground.db.deleteFrom("carts").where("id", "=", cart_id).execute();

  const added = await addToBasket(shopper, id, 2);

  const lines = await ground.db.selectFrom("cart_lines").selectAll().where("variant_id", "=", id).execute();
  const cookies = (added.headers["set-cookie"] ?? []).filter((line) => line.startsWith("cart-id="));
  const breaks = new Breaks();
  breaks.unlessEqual([added.status, cookies.length], [303, 1], "answer and cookies");
  breaks.unless(shopper.cookie("cart-id") !== before, "the cookie still points to the dead cart");
  breaks.unlessEqual(
    lines.map(({ quantity }) => quantity),
    [2],
    "lines",
  );
  return breaks.measured("1 request, a new cart with the goods, 1 cookie");
}

const NO_QUANTITY = ["0", "-1", "1.5", "1e9", "9007199254740992", "１", "1e3", "100"];

async function hugeBaskets(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const shop = await ground.open();
  const ids = await variantsOneEach(ground, BASKET_LINES_MAX + 1);
  const breaks = new Breaks();
  for (const quantity of NO_QUANTITY) {
    const fields = { intent: "add", variantId: String(ids[0]), quantity };
    const { status } = await new Shopper(shop.origin).post("/cart", fields);
    breaks.unless(status >= 400 && status < 500, `quantity ${quantity} was answered ${status}`);
  }
  const shopper = new Shopper(shop.origin);
  for (const id of ids.slice(0, BASKET_LINES_MAX)) await addToBasket(shopper, id);
  const oneMore = await addToBasket(shopper, ids[BASKET_LINES_MAX] ?? 0);
  breaks.unless(oneMore.status >= 400 && oneMore.status < 500, `line 51 was answered ${oneMore.status}`);
  const times: Array<number> = [];
  for (let time = 0; time < (storm.isShort ? 5 : 40); time += 1) {
    const { value, ms } = await timed(() => shopper.get("/cart"));
    times.push(ms);
    breaks.unlessEqual(value.status, 200, "the full basket's page");
  }
  const p99 = percentile(times, 0.99);
  return breaks.measured(`all refused; /cart of 50 lines p99 ${p99} ms (bar ${BASKET_P99_MS})`);
}

/** Variants of which one can be bought, of any kind, with one unit on the shelf. */
async function variantsOneEach({ db }: Ground, count: number): Promise<ReadonlyArray<number>> {
  const rows = await db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.is_visible", "=", 1)
    .where("products.availability", "=", "available")
    .where("products.order_quantity_minimum", "<=", 1)
    .where("variants.on_hand", ">", 0)
    .orderBy("products.price_minor")
    .orderBy("variants.id")
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}

async function unguessable(storm: Storm): Promise<Measured> {
  const { shop, ground, id } = await atSharedShop(storm);
  const count = storm.isShort ? 5 : 30;
  const shoppers = Array.from({ length: count }, () => new Shopper(shop.origin));
  for (const shopper of shoppers) {
    await addToBasket(shopper, id);
    await goToPayment(shopper);
  }
  const orders = await ordersFor(ground, id);
  const breaks = new Breaks();
  const steps = orders.map(({ number }, index) => number - (orders[index - 1]?.number ?? 0)).slice(1);
  breaks.unless(
    orders.every((order) => /^order_[\w-]{22,}$/.test(order.id)),
    "an order's id has fewer than 128 bits",
  );
  breaks.unless(
    steps.every((step) => Math.abs(step) > 1),
    "order numbers count up",
  );
  const stranger = new Shopper(shop.origin);
  for (const order of orders.slice(0, 5)) {
    const page = await stranger.get(`/checkout/thank-you/${order.id}`);
    breaks.unless(!page.body.includes("Hannah"), "a stranger reads the address of an order by its id");
  }
  return breaks.measured(`${count} ids of 128 bits, numbers at random; a stranger sees nothing`);
}

export const CHECKOUT_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "R-08",
    hazard: "the same attempt with another basket",
    passes: "409 that says so, nothing charged",
    limitSeconds: 60,
    run: changedBasket,
  },
  {
    id: "R-09",
    hazard: "Back after paying, and again",
    passes: "no second order or payment; the page says it is placed",
    limitSeconds: 60,
    run: backButton,
  },
  {
    id: "R-10",
    hazard: "another tab changes the basket at the till",
    passes: "asked again 100/100, charged = shown 100/100",
    limitSeconds: 90,
    run: otherTab,
  },
  {
    id: "R-11",
    hazard: "the price moves between look and pay",
    passes: "never charged other than shown, 0 of 1,000",
    limitSeconds: 180,
    run: movingPrice,
  },
  {
    id: "R-13",
    hazard: "adding to a basket that was deleted",
    passes: "a new basket with the goods, 1 cookie, 1 request",
    limitSeconds: 30,
    run: deletedCart,
  },
  {
    id: "R-16",
    hazard: "odd quantities, 51 lines, a full basket",
    passes: "refused with 4xx; /cart of 50 lines p99 < 300 ms",
    limitSeconds: 60,
    run: hugeBaskets,
  },
  {
    id: "R-17",
    hazard: "guessing order numbers and ids",
    passes: "ids of 128 bits, numbers that do not count up",
    limitSeconds: 60,
    run: unguessable,
  },
];

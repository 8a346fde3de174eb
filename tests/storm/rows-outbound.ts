/** What others are told of baskets and visits: right after an outage in which the shop was killed, and never waited for. */
import { cartIdIn } from "#tests/support/people/abandoned-basket.ts";
import { addToBasket, filledCheckout, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { OMNISEND_KEY } from "#tests/support/vendors/omnisend-wire.ts";
import { type FakeOmnisend, startOmnisendV3 } from "#tests/support/vendors/omnisend.ts";

import { atOwnShop, makeJobsDue, newShelf, PLENTY, until, untilJobsDone } from "./catalogue-driver.ts";
import { timed } from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { Breaks, type Measured, percentile, type Storm, type StormRow } from "./row.ts";

const KINDS = 4;
const KILLS = 2;
/** Changes by each shopper before, between and after the kills. */
const CHANGES = 3;
const RECOVERED_MAX_MS = 120_000;

function notifiedTo({ url }: FakeOmnisend) {
  return { MARKETING_PROVIDER: "omnisend-v3", OMNISEND_API_KEY: OMNISEND_KEY, OMNISEND_API_BASE: url };
}

async function outage(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const items = await newShelf(ground)(...Array.from({ length: KINDS }, () => PLENTY));
  const omnisend = await startOmnisendV3();
  const breaks = new Breaks();
  try {
    let shop = await ground.open({ env: notifiedTo(omnisend) });
    const shoppers = Array.from({ length: storm.isShort ? 4 : 20 }, () => new Shopper(shop.origin));
    await Promise.all(shoppers.map((shopper, index) => becomeKnown(shopper, index, items[0] ?? 0)));
    breaks.unless(
      await until(() => omnisend.carts.size === shoppers.length, RECOVERED_MAX_MS),
      `${omnisend.carts.size} records before the outage`,
    );
    omnisend.misbehave((response) => response.destroy());
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const changes = Promise.all(shoppers.map((shopper) => change(shopper, items, storm.random)));
      if (kill < KILLS) await shop.kill();
      await changes;
      if (kill < KILLS) shop = await ground.open({ env: notifiedTo(omnisend), port: shop.port });
    }
    const before = omnisend.requests.length;
    omnisend.misbehave(null);
    breaks.unless(
      await until(() => isAllNotified(ground), RECOVERED_MAX_MS),
      "something is still to be told",
    );
    breaks.unlessEqual(recordsAt(omnisend), await basketsIn(ground), "records");
    breaks.unlessEqual(omnisend.complaints, [], "what the service refused");
    const sent = omnisend.requests.length - before;
    return breaks.measured(
      `${omnisend.carts.size} records of ${shoppers.length} shoppers equal their baskets, by ${sent} requests; ${KILLS} kills`,
    );
  } finally {
    await omnisend.stop();
  }
}

/** A basket, and the service's own name for whoever it belongs to. */
async function becomeKnown(shopper: Shopper, index: number, variantId: number): Promise<void> {
  await addToBasket(shopper, variantId);
  const contact = (0x5f1e8d7c6b5a4938n + BigInt(index)).toString(16).padStart(24, "0");
  await shopper.get(
    `/cart-recovery/${cartIdIn(shopper.cookie("cart-id") ?? "")}?omnisendContactID=${contact}`,
  );
  await addToBasket(shopper, variantId);
}

/** Mostly adds, sometimes takes a line out or buys everything. The shop may be gone in the middle of it. */
async function change(shopper: Shopper, items: ReadonlyArray<number>, random: () => number): Promise<void> {
  for (let time = 0; time < CHANGES; time += 1) {
    const [what, which] = [random(), Math.floor(random() * items.length)];
    try {
      if (what < 0.6) await addToBasket(shopper, items[which] ?? 0);
      else if (what < 0.9) await removeOne(shopper);
      else await payAt(shopper, await goToPayment(shopper));
    } catch {
      // Killed, or nothing to pay: what counts is what the database says in the end.
    }
  }
}

async function removeOne(shopper: Shopper): Promise<void> {
  const { body } = await shopper.get("/cart");
  const lineId = /name="lineId" value="([^"]+)"/.exec(body)?.[1];
  if (lineId) await shopper.post("/cart", { intent: "remove", lineId });
}

async function isAllNotified(ground: Ground): Promise<boolean> {
  await makeJobsDue(ground);
  return (await untilJobsDone(ground, 2_000)).length === 0;
}

type Baskets = Readonly<Record<string, Readonly<Record<string, number>>>>;

function recordsAt({ carts }: FakeOmnisend): Baskets {
  return inOrder(
    [...carts.values()].map(({ cartID, products }) => [
      cartID,
      inOrder(products.map(({ variantID, quantity }) => [variantID, quantity])),
    ]),
  );
}

async function basketsIn({ db }: Ground): Promise<Baskets> {
  const lines = await db.selectFrom("cart_lines").select(["cart_id", "variant_id", "quantity"]).execute();
  const ids = [...new Set(lines.map(({ cart_id: id }) => id))];
  return inOrder(
    ids.map((id) => [
      id,
      inOrder(
        lines
          .filter(({ cart_id: cartId }) => cartId === id)
          .map(({ variant_id: variantId, quantity }) => [String(variantId), quantity]),
      ),
    ]),
  );
}

function inOrder<Value>(entries: ReadonlyArray<[string, Value]>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].sort(([one], [other]) => one.localeCompare(other)));
}

/** Marketing and statistics that take every connection and never answer, beside a shop that has neither. */
async function unnoticed(storm: Storm): Promise<Measured> {
  const hole = await startOmnisendV3();
  hole.misbehave(() => undefined);
  const breaks = new Breaks();
  const envs = [
    { ANALYTICS_PROVIDER: "off" },
    {
      ...notifiedTo(hole),
      ...{ ANALYTICS_PROVIDER: "posthog", ANALYTICS_KEY: "phc_of_the_storm", ANALYTICS_HOST: hole.url },
    },
  ];
  try {
    const sides = await Promise.all(envs.map((env) => openSide(storm, env)));
    const times = { basket: [[], []], till: [[], []] } as Readonly<
      Record<Step, [Array<number>, Array<number>]>
    >;
    for (let round = 0; round < (storm.isShort ? 4 : 60); round += 1) {
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const took = await buyOnce(sides[at] as Side, breaks);
        times.basket[at].push(took.basket);
        times.till[at].push(took.till);
      }
    }
    breaks.unless(hole.requests.length > 0, "nobody was told anything");
    for (const side of sides) await side.close();
    return breaks.measured(`${paired("basket", times.basket)}; ${paired("till", times.till)}`);
  } finally {
    await hole.stop();
  }
}

type Step = "basket" | "till";
type Side = Readonly<{ origin: string; id: number; close: () => Promise<void> }>;

async function openSide(storm: Storm, env: Readonly<Record<string, string>>): Promise<Side> {
  const { ground, shop, id } = await atOwnShop(storm, { env });
  const { origin, kill } = shop;
  const close = async () => {
    await kill();
    // The services of this row never come back: what waits for them is not looked for in the books.
    await ground.db
      .deleteFrom("jobs")
      .where((job) => job.or([job("kind", "like", "marketing-%"), job("kind", "=", "analytics-send")]))
      .execute();
  };
  return { origin, id, close };
}

/** A shopper who agreed to everything. Milliseconds for adding and looking, and for the till up to the payment page. */
async function buyOnce({ origin, id }: Side, breaks: Breaks): Promise<Readonly<Record<Step, number>>> {
  const shopper = new Shopper(origin);
  await shopper.post("/privacy/consent", { choice: "accept", from: "/" });
  const basket = await timed(async () => {
    const added = await addToBasket(shopper, id);
    breaks.unlessEqual([added.status, (await shopper.get("/cart")).status], [303, 200], "the basket");
  });
  const till = await timed(async () => {
    const answer = await shopper.post("/checkout", await filledCheckout(shopper));
    breaks.unlessEqual(answer.status, 303, "the till");
  });
  return { basket: basket.ms, till: till.ms };
}

function paired(
  step: Step,
  [without, beside]: readonly [ReadonlyArray<number>, ReadonlyArray<number>],
): string {
  const differences = beside.map((ms, round) => ms - (without[round] ?? 0));
  return `${step}: median ${percentile(without, 0.5)} ms without, ${percentile(beside, 0.5)} beside; paired ${percentile(differences, 0.5)}`;
}

export const NOTIFIED_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "N-04",
    hazard: "the marketing service away while baskets change, the shop killed twice in it",
    passes: "afterwards its records equal the baskets, each once, nothing refused",
    limitSeconds: 400,
    run: outage,
  },
  {
    id: "N-05",
    hazard: "marketing and statistics that never answer, beside a shop without them",
    passes: "basket and till as fast as without them, within noise",
    limitSeconds: 300,
    run: unnoticed,
  },
];

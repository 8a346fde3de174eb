/** Every interleaving of two or three tasks, up to a number of interruptions. */
import { findCart } from "#app/models/cart/cart.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { reconcilePayments, releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { shipOrder } from "#app/models/order/shipments.server.ts";
import { changeWords, stepOnWork } from "#app/models/order/words.server.ts";

import {
  type Act,
  chooseUnits,
  deliver,
  goToGiftPayment,
  goToPayment,
  mergeAtLogin,
  putIn,
  returnPage,
} from "./acts.ts";
import { passTime } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { followSchedule, type Run, SLOW_BANK_MINUTES } from "./explore.ts";
import { COUPONS, GIFTS, VARIANTS } from "./shelf.ts";
import type { World } from "./world.ts";

export type Scenario = Readonly<{
  name: string;
  /** One after another, before the tasks begin. */
  before: ReadonlyArray<Act>;
  tasks: (world: World) => Readonly<Record<string, Act>>;
}>;

/** Ann, and Ben. */
const personAt = (world: World, index: 0 | 1) => {
  const person = world.people[index];
  if (!person) throw new Error("Nobody is there");
  return person;
};
const ann = (world: World) => personAt(world, 0);
const annsOrder = (world: World) => {
  const orderId = ann(world).orders.at(-1);
  if (!orderId) throw new Error("Nothing was ordered");
  return orderId;
};

type Filled = Readonly<{ quantity?: number; device?: 0 | 1; personalisation?: string }>;

const fills =
  (index: 0 | 1, { quantity = 1, device = 0, ...words }: Filled = {}): Act =>
  async (world) => {
    const person = personAt(world, index);
    const item = { variantId: VARIANTS[0] ?? 0, quantity, ...words };
    await putIn(world, { person, device: person.devices[device] }, item);
  };
const annFills = fills(0);
const checksOut =
  (index: 0 | 1): Act =>
  async (world) => {
    const person = personAt(world, index);
    await goToPayment(world, { person, device: person.devices[0] });
  };
const annChecksOut = checksOut(0);
/** The buyer changes the words while the shop, which has read the old ones, begins: one of them must be refused. */
function wordsBesideWork(world: World): Readonly<Record<string, Act>> {
  const orderId = annsOrder(world);
  let done = 0;
  const count = ({ ok }: Readonly<{ ok: boolean }>) => {
    done += ok ? 1 : 0;
    if (done > 1) throw new Error("The work began on words that nobody had read");
  };
  const shown = JSON.stringify(["Ida"]);
  return {
    buyer: async () => count(await changeWords({ id: orderId, position: 0, typed: "Tom" }, new Date())),
    shop: async () =>
      count(await stepOnWork(orderId, { step: "start-work", shown, by: "owner", now: new Date() })),
  };
}
const entersCoupon =
  (index: 0 | 1): Act =>
  async (world) => {
    const { cartId } = personAt(world, index).devices[0];
    const cart = cartId ? await findCart(cartId) : null;
    const entered = cart && (await applyCoupon(cart, COUPONS[0] ?? "", new Date()));
    if (!entered?.ok) throw new Error("The coupon cannot be used");
  };
const decides =
  (to: "paid" | "processing", index: 0 | 1 = 0): Act =>
  async (world) => {
    const page = personAt(world, index).pages.at(-1);
    if (!page || !world.outside.decide(page, to)) throw new Error("Nothing can be paid");
  };
const pays = decides("paid");
const bankThinks = decides("processing");
const logsIn =
  (device: 0 | 1): Act =>
  async (world) => {
    const person = ann(world);
    await mergeAtLogin(world, { person, device: person.devices[device] });
  };
const cancels: Act = async (world) => {
  const orderId = ann(world).orders.at(-1);
  if (orderId) await cancelOrder(orderId, { by: "customer", reason: "changed my mind", now: new Date() });
};
const comesBack: Act = async (world) => {
  const orderId = ann(world).orders.at(-1);
  if (orderId) await returnPage(world, orderId);
};
const webhook: Act = async (world) => {
  const message = world.outside.messages.pop();
  if (message) await deliver(message)(world);
};
const expires: Act = async () => {
  await releaseStaleOrders(new Date(Date.now() + 31 * 60_000));
};

const refundsOne =
  (key: string): Act =>
  async (world) => {
    const orderId = annsOrder(world);
    const refund = { units: [1], delivery: false };
    const now = new Date();
    const request = { key, refund, isRestocked: false, reason: "damaged", by: "owner", now } as const;
    const done = await requestRefund(orderId, request);
    if (!done.ok) throw new Error(done.code);
  };

const daysPass: Act = async () => {
  passTime(SLOW_BANK_MINUTES * 60_000);
  await releaseStaleOrders(new Date());
};
/** The bank takes the money after all, and the event that says so is lost. */
const paysUnheard: Act = async (world) => {
  await pays(world);
  world.outside.messages.length = 0;
};
const asksProvider: Act = async () => {
  await reconcilePayments(new Date());
};

const giver = (world: World, index: 0 | 1) => {
  const person = personAt(world, index);
  const [, gift] = GIFTS;
  if (!gift) throw new Error("Nothing is wanted");
  const { email } = person;
  return { person, deviceHash: email, giver: { giverName: email, email, message: null }, giftId: gift.id };
};
const choosesLastGift =
  (index: 0 | 1): Act =>
  async (world) => {
    const { giftId, ...chooser } = giver(world, index);
    await chooseUnits(chooser, { giftId, units: 1 });
  };
const paysForGift =
  (index: 0 | 1): Act =>
  async (world) => {
    await goToGiftPayment(world, giver(world, index));
  };

/** Ann has paid when Ben has given the last one, and nobody has heard of it yet. */
const ANN_PAYS_FOR_A_SPARE_GIFT: ReadonlyArray<Act> = [
  ...[choosesLastGift(0), paysForGift(0), bankThinks, webhook, daysPass],
  ...[choosesLastGift(1), paysForGift(1), decides("paid", 1), webhook, pays],
];
/** The shop must never find it to be sent. */
function moneyBesideSending(world: World): Readonly<Record<string, Act>> {
  const orderId = annsOrder(world);
  return {
    webhook,
    shop: async () => {
      const parcel = { carrier: "own", number: "", url: null, units: null, key: "all" };
      const sent = await shipOrder(orderId, { ...parcel, by: "owner", now: new Date() });
      if (sent.ok) throw new Error("A spare gift was sent");
    },
  };
}

export const SCENARIOS: ReadonlyArray<Scenario> = [
  {
    name: "two tabs check out one basket",
    before: [annFills],
    tasks: () => ({ "tab 1": annChecksOut, "tab 2": annChecksOut }),
  },
  {
    name: "two buyers of the last units",
    // As many as leave too few for both.
    before: [annFills, fills(1, { quantity: 6 })],
    tasks: () => ({ "buyer 1": annChecksOut, "buyer 2": checksOut(1) }),
  },
  {
    name: "two buyers with the last use of a coupon",
    before: [annFills, entersCoupon(0), fills(1), entersCoupon(1)],
    tasks: () => ({ "buyer 1": annChecksOut, "buyer 2": checksOut(1) }),
  },
  {
    name: "the webhook, the return page and the expiry of one payment",
    before: [annFills, annChecksOut, pays],
    tasks: () => ({ webhook, "return page": comesBack, expiry: expires }),
  },
  {
    name: "a payment beside its cancellation",
    before: [annFills, annChecksOut, pays],
    tasks: () => ({ webhook, cancellation: cancels }),
  },
  {
    name: "two refunds of one unit each",
    before: [fills(0, { quantity: 2 }), annChecksOut, pays, webhook],
    tasks: () => ({ "refund 1": refundsOne("one"), "refund 2": refundsOne("two") }),
  },
  {
    name: "new words and the beginning of the work",
    before: [fills(0, { personalisation: "Ida" }), annChecksOut, pays, webhook],
    tasks: wordsBesideWork,
  },
  {
    name: "late money that nobody tells of, and a second tab",
    before: [annFills, annChecksOut, bankThinks, webhook, daysPass, paysUnheard],
    tasks: () => ({ "question to the provider": asksProvider, "tab 2": annChecksOut }),
  },
  {
    name: "two givers of the last unit of a gift",
    before: [choosesLastGift(0), choosesLastGift(1)],
    tasks: () => ({ "giver 1": paysForGift(0), "giver 2": paysForGift(1) }),
  },
  {
    name: "two tabs of one giver pay for the last unit of a gift",
    before: [choosesLastGift(0)],
    tasks: () => ({ "tab 1": paysForGift(0), "tab 2": paysForGift(0) }),
  },
  {
    name: "the money for a spare gift beside its sending",
    before: ANN_PAYS_FOR_A_SPARE_GIFT,
    tasks: moneyBesideSending,
  },
  {
    name: "two devices log in",
    before: [annFills, fills(0, { quantity: 2, device: 1 })],
    tasks: () => ({ "device 1": logsIn(0), "device 2": logsIn(1) }),
  },
];

type Bounds = Readonly<{ switches: number; stepsMax: number }>;
type Exhausted = Readonly<{ runs: number; count: number; broken: Run | null }>;

/** Schedules that are run at least, however many steps one of them has. */
const RUNS_MIN = 3;

/**
 * Runs the scenario once for each schedule: depth first, by going back to the last step at which another task could
 * have gone on, until none is left or `stepsMax` steps were taken.
 */
export async function exhaust(
  engine: Engine,
  scenario: Scenario,
  { switches, stepsMax }: Bounds,
): Promise<Exhausted> {
  let runs = 0;
  let count = 0;
  let prefix: ReadonlyArray<number> | null = [];
  while (prefix && (count < stepsMax || runs < RUNS_MIN)) {
    const choices: Array<Readonly<{ taken: number; of: number }>> = [];
    const run = await followSchedule(engine, scenario, (names, last) => {
      const interruptions = choices.filter(({ taken }) => taken > 0).length;
      // The task that went last is the first choice; each other one is an interruption.
      const order = [...names].sort((a, b) => Number(b === last) - Number(a === last));
      const isFree = interruptions < switches;
      const taken = prefix?.[choices.length] ?? 0;
      choices.push({ taken, of: isFree ? order.length : 1 });
      return order[taken] ?? names[0] ?? "";
    });
    runs += 1;
    count += run.count;
    if (run.breaks.length > 0) return { runs, count, broken: run };
    prefix = nextPrefix(choices);
  }
  return { runs, count, broken: null };
}

function nextPrefix(
  choices: ReadonlyArray<Readonly<{ taken: number; of: number }>>,
): ReadonlyArray<number> | null {
  for (let index = choices.length - 1; index >= 0; index -= 1) {
    const choice = choices[index];
    if (choice && choice.taken + 1 < choice.of)
      return [...choices.slice(0, index).map(({ taken }) => taken), choice.taken + 1];
  }
  return null;
}

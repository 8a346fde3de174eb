/**
 * The shoppers of a flash sale, in a process of their own: `node --import tsx flash-shoppers.ts '<plan as JSON>'` writes
 * what they met as one line of JSON. They come when they come, however long the shop takes to answer.
 */
import { setTimeout as pause } from "node:timers/promises";

import { addToBasket, filledCheckout, payAt } from "#tests/support/people/purchase.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";

import { isWayToPay } from "./checkout-driver.ts";
import { percentile } from "./row.ts";

/** How many of each come in a second. */
export type Rates = Readonly<{ browse: number; add: number; checkout: number }>;

export type FlashPlan = Readonly<{
  origin: string;
  seconds: number;
  perSecond: Rates;
  /** What is looked at. */
  paths: ReadonlyArray<string>;
  /** What is bought. */
  variants: ReadonlyArray<number>;
}>;

type Kind = keyof Rates;

export type Met = Readonly<{
  /** Answers that were no refusal, and the time in milliseconds within which 99 of 100 came. */
  answered: Readonly<Record<Kind, Readonly<{ count: number; p99: number }>>>;
  /** Those that the shop was too full for, and how quickly they were told. */
  turnedAway: Readonly<Record<Kind, number>>;
  turnedAwayP99: number;
  turnedAwayMedian: number;
  /** Paid orders. */
  bought: number;
  /** What should not have been, by what it was. */
  wrong: Readonly<Record<string, number>>;
}>;

const TICK_MS = 10;
const WAIT_MAX_MS = 30_000;
/** From the payment to the thanks, one address after another. */
const STEPS_MAX = 4;

const times: Record<Kind, Array<number>> = { browse: [], add: [], checkout: [] };
const turnedAway: Record<Kind, number> = { browse: 0, add: 0, checkout: 0 };
const refusals: Array<number> = [];
const wrong: Record<string, number> = {};
let bought = 0;

class TurnedAway extends Error {}

/** A shopper whose answers are counted and timed. */
class Visitor extends Shopper {
  readonly #kind: Kind;
  /** When the next request should have set out. */
  #from: number;

  constructor(origin: string, kind: Kind, from: number) {
    super(origin, { connection: "keep-alive" });
    this.#kind = kind;
    this.#from = from;
  }

  override get(path: string): Promise<Answer> {
    return this.#met(() => super.get(path));
  }

  override post(path: string, fields: Fields): Promise<Answer> {
    return this.#met(() => super.post(path, fields));
  }

  async #met(send: () => Promise<Answer>): Promise<Answer> {
    const sentAt = performance.now();
    const answer = await send();
    const now = performance.now();
    if (answer.status === 503 && answer.body.includes("The shop is very busy")) {
      refusals.push(now - sentAt);
      turnedAway[this.#kind] += 1;
      if (!answer.headers["retry-after"]) count("turned away without Retry-After");
      throw new TurnedAway();
    }
    if (answer.status >= 400) count(`${answer.status}`);
    else times[this.#kind].push(now - this.#from);
    this.#from = performance.now();
    return answer;
  }
}

function count(what: string): void {
  wrong[what] = (wrong[what] ?? 0) + 1;
}

type Come = (plan: FlashPlan, turn: number, from: number) => Promise<void>;

const COME: Readonly<Record<Kind, Come>> = {
  browse: async ({ origin, paths }, turn, from) => {
    await new Visitor(origin, "browse", from).get(paths[turn % paths.length] ?? "/");
  },
  add: async ({ origin, variants }, turn, from) => {
    await addToBasket(new Visitor(origin, "add", from), variants[turn % variants.length] ?? 0);
  },
  checkout: async ({ origin, variants }, turn, from) => {
    const visitor = new Visitor(origin, "checkout", from);
    await addToBasket(visitor, variants[turn % variants.length] ?? 0);
    const placed = await visitor.post("/checkout", await filledCheckout(visitor));
    if (!isWayToPay(placed)) throw new Error(`No way to pay: ${placed.status}`);
    const paid = await payAt(visitor, placed.location ?? "");
    if (paid.status === 303) bought += 1;
    let { location } = paid;
    for (let step = 0; location !== null && step < STEPS_MAX; step += 1)
      ({ location } = await visitor.get(location));
  },
};

async function main(): Promise<void> {
  const plan = JSON.parse(process.argv[2] ?? "") as FlashPlan;
  const kinds = Object.keys(COME) as ReadonlyArray<Kind>;
  const sent: Record<Kind, number> = { browse: 0, add: 0, checkout: 0 };
  let inside = 0;
  const set = (kind: Kind, from: number) => {
    const turn = sent[kind];
    sent[kind] += 1;
    inside += 1;
    COME[kind](plan, turn, from)
      .catch((error: unknown) => {
        if (!(error instanceof TurnedAway)) count((error as Error).message.slice(0, 80));
      })
      .finally(() => (inside -= 1));
  };
  const startedAt = performance.now();
  for (;;) {
    const elapsed = performance.now() - startedAt;
    if (elapsed >= plan.seconds * 1_000) break;
    for (const kind of kinds) {
      const rate = plan.perSecond[kind];
      while (sent[kind] < (elapsed / 1_000) * rate) set(kind, startedAt + (sent[kind] / rate) * 1_000);
    }
    await pause(TICK_MS);
  }
  const until = performance.now() + WAIT_MAX_MS;
  while (inside > 0 && performance.now() < until) await pause(TICK_MS);
  if (inside > 0) count(`not answered within ${WAIT_MAX_MS / 1_000} s`);
  const answered = (kind: Kind) => ({ count: times[kind].length, p99: percentile(times[kind], 0.99) });
  const met: Met = {
    answered: { browse: answered("browse"), add: answered("add"), checkout: answered("checkout") },
    turnedAway,
    turnedAwayP99: percentile(refusals, 0.99),
    turnedAwayMedian: percentile(refusals, 0.5),
    bought,
    wrong,
  };
  process.stdout.write(`${JSON.stringify(met)}\n`);
  process.exit(0);
}

await main();

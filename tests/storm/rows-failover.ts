/** F-01 to F-03: a PostgreSQL pair behind haproxy, whose primary is killed again and again while people buy. */
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";

import { LEASE_MS } from "#app/models/jobs/outbox.server.ts";
import { stateText } from "#app/models/order/payment/test-payment.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { addToBasket, filledCheckout, payAt, textOf } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import {
  missingForPair,
  missingForPooler,
  type PostgresPair,
  startPooler,
  startPostgresPair,
} from "#tests/support/shops/postgres-pair.ts";

import { makeOlder, newShelf, PLENTY, until, untilJobsDone } from "./catalogue-driver.ts";
import { isWayToPay, paymentIdOf } from "./checkout-driver.ts";
import { type Ground, newGroundOn } from "./engine.ts";
import { Breaks, countBy, type Measured, NotProvoked, type Storm, type StormRow } from "./row.ts";
import { SILENT_MINUTES } from "./rows-waiting.ts";

const BUYERS = 6;
const KILLS = 10;
const QUIET_MS = 3_000;
const AGAIN_MAX_SECONDS = 30;
const GIVE_UP_MS = 120_000;
/** Before a button is pressed again. */
const PATIENCE_MS = 300;
/** How late the standby of F-03 hears of anything, in milliseconds: on one machine it would hear at once. */
const LATE_MS = 250;

type Layout = Readonly<{ isSynchronous: boolean; hasPooler: boolean; lateMs: number }>;

/** What the shop has said yes to, by id of the payment, and what else was seen. */
type Seen = Readonly<{
  placed: Set<string>;
  paid: Set<string>;
  /** Answers that a patient buyer should not get. */
  odd: Array<string>;
  purchases: Array<Readonly<{ from: number; to: number }>>;
  tally: { failed: number };
}>;

function failover(layout: Layout): StormRow["run"] {
  return async (storm) => {
    const missing = missingForPair() ?? (layout.hasPooler ? missingForPooler() : null);
    if (missing) throw new NotProvoked(missing);
    const closing: Array<() => Promise<void>> = [];
    try {
      const pair = await startPostgresPair(layout);
      closing.push(pair.stop);
      const pooler = layout.hasPooler ? await startPooler(pair.port) : null;
      if (pooler) closing.push(pooler.stop);
      const ground = await newGroundOn(pair, pooler?.port);
      closing.push(ground.clear);
      return await killed(storm, { ground, pair, layout });
    } finally {
      for (const close of closing.reverse()) await close();
    }
  };
}

type Scene = Readonly<{ ground: Ground; pair: PostgresPair; layout: Layout }>;

async function killed(storm: Storm, { ground, pair, layout }: Scene): Promise<Measured> {
  const [id = 0] = await newShelf(ground)(PLENTY);
  await ground.lookAway();
  const shop = await ground.open();
  const seen: Seen = { placed: new Set(), paid: new Set(), odd: [], purchases: [], tally: { failed: 0 } };
  const state = { isOn: true };
  const buying = Array.from({ length: BUYERS }, async () => {
    while (state.isOn) await buyPatiently(shop.origin, id, seen);
  });
  const seconds: Array<number> = [];
  try {
    for (let time = 0; time < (storm.isShort ? 2 : KILLS); time += 1) {
      await pair.untilCurrent();
      await pause(QUIET_MS);
      seconds.push(await secondsUntilBought(seen, pair));
      await pair.rebuild();
    }
    await pair.untilCurrent();
  } finally {
    state.isOn = false;
    await Promise.all(buying);
  }
  const waiting = await untilJobsDone(ground, LEASE_MS + GIVE_UP_MS);
  const settledLate = layout.isSynchronous ? 0 : await askProvider(ground);
  return reckon(storm, { ground, layout, seen, seconds, waiting, settledLate });
}

/** From the moment of the kill until somebody has bought who began after it. */
async function secondsUntilBought({ purchases }: Seen, pair: PostgresPair): Promise<number> {
  const killedAt = performance.now();
  await pair.killPrimary();
  const first = () => purchases.find(({ from }) => from >= killedAt);
  if (!(await until(() => first() !== undefined, GIVE_UP_MS)))
    throw new Error(`Nobody could buy any more:\n${pair.logs()}`);
  return ((first()?.to ?? 0) - killedAt) / 1000;
}

/**
 * Lets the time pass after which the shop asks about payments of which it has heard nothing. Answers with how many it
 * had forgotten.
 */
async function askProvider(ground: Ground): Promise<number> {
  const forgotten = () =>
    ground.db
      .selectFrom("embedded_payments")
      .innerJoin("orders", "orders.attempt_id", "embedded_payments.attempt_id")
      .select("orders.id")
      .where("embedded_payments.status", "=", "paid")
      .where("orders.status", "=", "awaiting-payment")
      .execute();
  const orders = await forgotten();
  if (orders.length === 0) return 0;
  const ids = orders.map(({ id }) => id);
  await makeOlder(ground, ids, SILENT_MINUTES);
  await until(async () => (await forgotten()).length === 0, GIVE_UP_MS);
  await untilJobsDone(ground);
  return orders.length;
}

type End = Readonly<{
  ground: Ground;
  layout: Layout;
  seen: Seen;
  seconds: ReadonlyArray<number>;
  waiting: ReadonlyArray<string>;
  /** Payments that were settled by asking the provider. */
  settledLate: number;
}>;

async function reckon(
  storm: Storm,
  { ground, layout, seen, seconds, waiting, settledLate }: End,
): Promise<Measured> {
  const { placed, paid, odd, purchases, tally } = seen;
  const orders = await ground.db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.provider_payment_id as id", "orders.status"])
    .execute();
  const statusOf = new Map(orders.map(({ id, status }) => [id, status]));
  const lostOrders = [...placed].filter((id) => !statusOf.has(id));
  const lostPayments = [...paid].filter((id) => statusOf.get(id) !== "paid");
  const twice = await boughtTwice(ground);
  const slowest = Math.max(...seconds);
  const breaks = new Breaks();
  breaks.unless(paid.size > seconds.length, "too little was bought to prove anything");
  breaks.unlessEqual(twice, [], "baskets that became two orders");
  breaks.unlessEqual(waiting, [], "jobs still to be done");
  breaks.list.push(...(await brokenInvariants(ground.where)));
  if (layout.isSynchronous) {
    breaks.unlessEqual(lostOrders, [], "orders acknowledged and lost");
    breaks.unlessEqual(lostPayments, [], "payments acknowledged and lost");
    breaks.unlessEqual(countBy(odd), {}, "answers that a patient buyer should not get");
  }
  // Runs beside others measure no time.
  if (!storm.isShort)
    breaks.unless(slowest < AGAIN_MAX_SECONDS, `nobody could buy for ${slowest.toFixed(1)} s`);
  return breaks.measured(
    `${seconds.length} kills: ${placed.size} orders and ${paid.size} payments acknowledged, ` +
      `${lostOrders.length} and ${lostPayments.length} lost, ${settledLate} payments settled only by asking the provider, ` +
      `${twice.length} doubled; ${tally.failed} requests failed ` +
      `and were repeated, ${purchases.length} purchases; buying again after ` +
      `${seconds.map((one) => one.toFixed(1)).join(", ")} s (bar ${AGAIN_MAX_SECONDS})`,
  );
}

/** One purchase; what fails is pressed again as it was, until it is answered. */
async function buyPatiently(origin: string, id: number, seen: Seen): Promise<void> {
  const from = performance.now();
  const shopper = new Shopper(origin);
  const isWell = (answer: Answer | null, name: string): answer is Answer => {
    const isTaken = answer !== null && (answer.status === 303 || isPaidAlready(answer));
    if (answer && !isTaken) seen.odd.push(`${name} ${answer.status}`);
    return isTaken;
  };
  const added = await patiently(seen, () => addToBasket(shopper, id));
  if (!isWell(added, "POST /cart")) return;
  const form = await patientForm(shopper, seen);
  const placed = form && (await patiently(seen, () => shopper.post("/checkout", form)));
  if (!isWell(placed, "POST /checkout")) return;
  if (!isWayToPay(placed)) {
    seen.odd.push(`POST /checkout leads to ${placed.location ?? "nowhere"}`);
    return;
  }
  seen.placed.add(paymentIdOf(placed));
  const paid = await patiently(seen, () => payAt(shopper, placed.location ?? ""));
  if (!isWell(paid, "POST /test-payment")) return;
  seen.paid.add(paymentIdOf(placed));
  await patiently(seen, () => shopper.get(paid.location ?? "/"));
  seen.purchases.push({ from, to: performance.now() });
}

/** An earlier press was taken, and its answer went down with the primary. */
function isPaidAlready({ status, body }: Answer): boolean {
  return status === 409 && textOf(body).includes(stateText("paid"));
}

async function patientForm(shopper: Shopper, seen: Seen) {
  const end = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await filledCheckout(shopper);
    } catch (error) {
      seen.tally.failed += 1;
      const isTransient = /: 50\d|ECONN|hang up/.test(String(error));
      if (isTransient && performance.now() < end) await pause(PATIENCE_MS);
      else {
        seen.odd.push(`checkout form: ${String(error)}`);
        return null;
      }
    }
  }
}

/** The answer, after as many presses as it takes; null when it never comes. */
async function patiently(seen: Seen, ask: () => Promise<Answer>): Promise<Answer | null> {
  const end = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status < 500) return answer;
    seen.tally.failed += 1;
    if (performance.now() > end) {
      seen.odd.push(`no answer but ${answer?.status ?? "none"}`);
      return null;
    }
    await pause(PATIENCE_MS);
  }
}

/** Each buyer buys one basket once. */
async function boughtTwice({ db }: Ground): Promise<ReadonlyArray<string>> {
  const { rows } = await sql<{ cart_id: string }>`
    SELECT cart_id FROM orders WHERE status IN ('awaiting-payment', 'paid') GROUP BY cart_id HAVING COUNT(*) > 1
  `.execute(db);
  return rows.map((row) => row.cart_id);
}

const ROW = { engines: ["postgres"], limitSeconds: 1_200 } as const;

export const FAILOVER_ROWS: ReadonlyArray<StormRow> = [
  {
    ...ROW,
    id: "F-01",
    hazard: "primary and synchronous standby behind haproxy: the primary killed ten times while people buy",
    passes: "0 orders or payments acknowledged and lost, 0 doubled; buying again in 30 s",
    run: failover({ isSynchronous: true, hasPooler: false, lateMs: 0 }),
  },
  {
    ...ROW,
    id: "F-02",
    hazard: "F-01 with PgBouncer in transaction mode between",
    passes: "as F-01",
    run: failover({ isSynchronous: true, hasPooler: true, lateMs: 0 }),
  },
  {
    ...ROW,
    id: "F-03",
    hazard: "F-01 with asynchronous replication, the standby 250 ms late",
    passes: "says how much of what was acknowledged is lost; 0 doubled; buying again in 30 s",
    run: failover({ isSynchronous: false, hasPooler: false, lateMs: LATE_MS }),
  },
];

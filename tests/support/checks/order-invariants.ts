/** What must hold for each order by itself: its sums, its discount, its history. */
import type { Kysely } from "kysely";

import type { Database } from "#app/db/schema.ts";
import { canMoveOrder, isOrderStatus, isPaidFor } from "#app/models/order/status.ts";

type Amount = Readonly<{ minor: number }> | null | undefined;
/** The parts of an order's frozen totals. Parts that a shop does not know are nothing. */
type Totals = Readonly<{
  items: Amount;
  discount: Amount;
  delivery: Amount;
  wrap?: Amount;
  coupon?: string | null;
}>;
type Sums = Readonly<{ total: number; discount: number }>;

/** The rules that orders break, each with the first few of them. */
export async function brokenOrders(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const [sums, histories, redeemed] = await Promise.all([
    lineSums(database),
    orderHistories(database),
    redeemingOrders(database),
  ]);
  const orders = await database
    .selectFrom("orders")
    .select(["id", "status", "total_minor", "totals", "paid_at"])
    .execute();
  const broken = new Map<string, Array<string>>();
  const note = (rule: string, id: string) => broken.set(rule, [...(broken.get(rule) ?? []), id]);
  for (const order of orders) {
    const totals = JSON.parse(order.totals) as Totals;
    const lines = sums.get(order.id) ?? { total: 0, discount: 0 };
    if (order.total_minor !== totalOf(totals))
      note("an order's total is its lines, its delivery and its wrapping less its discount", order.id);
    if (lines.total !== minor(totals.items)) note("an order's lines add up to its goods", order.id);
    if (lines.discount !== minor(totals.discount))
      note("the lines' shares of a discount add up to it", order.id);
    if (isStanding(order) && Boolean(totals.coupon) !== redeemed.has(order.id))
      note("an order redeems the coupon in its price, and no other", order.id);
    const problem = historyProblem(histories.get(order.id) ?? [], order.status);
    if (problem) note(problem, order.id);
  }
  const bookings = await brokenBookings(database);
  for (const id of bookings) note("a booked day is the day that its order promised", id);
  return [...broken].map(([rule, ids]) => `${rule}: ${JSON.stringify(ids.slice(0, 5))}`);
}

/** Orders whose booked day is not among the days they were promised. */
async function brokenBookings(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const rows = await database
    .selectFrom("delivery_bookings")
    .innerJoin("orders", "orders.id", "delivery_bookings.order_id")
    .select(["orders.id", "orders.delivery", "delivery_bookings.day"])
    .execute();
  return rows
    .filter(({ delivery, day }) => {
      const { promises } = JSON.parse(delivery) as { promises: ReadonlyArray<{ day?: string }> };
      return !promises.some((promise) => promise.day === day);
    })
    .map(({ id }) => id);
}

function totalOf(totals: Totals): number {
  return minor(totals.items) - minor(totals.discount) + minor(totals.delivery) + minor(totals.wrap);
}

function minor(amount: Amount): number {
  return amount?.minor ?? 0;
}

/** Waits for its money, or has had it: the coupon is the order's. */
function isStanding({ status, paid_at }: Readonly<{ status: string; paid_at: string | null }>): boolean {
  return status === "awaiting-payment" || (paid_at !== null && isOrderStatus(status) && isPaidFor(status));
}

type Step = Readonly<{ from: string | null; to: string }>;

/** An unbroken chain of allowed moves from the first day to today. */
function historyProblem(steps: ReadonlyArray<Step>, status: string): string | null {
  if (steps.at(-1)?.to !== status) return "an order's history ends in its status";
  const isChain = steps.every(({ from }, index) => from === (steps[index - 1]?.to ?? null));
  if (!isChain) return "an order's history has no gaps";
  return steps.every(({ from, to }) => mayMove(from, to)) ? null : "an order moves as it may";
}

function mayMove(from: string | null, to: string): boolean {
  if (from === null) return to === "awaiting-payment";
  return isOrderStatus(from) && isOrderStatus(to) && canMoveOrder(from, to);
}

async function lineSums(database: Kysely<Database>): Promise<ReadonlyMap<string, Sums>> {
  const rows = await database
    .selectFrom("order_lines")
    .select(({ fn }) => [
      "order_id",
      fn.sum<number>("line_total_minor").as("total"),
      fn.sum<number>("discount_minor").as("discount"),
    ])
    .groupBy("order_id")
    .execute();
  return new Map(rows.map(({ order_id, total, discount }) => [order_id, { total, discount }]));
}

async function orderHistories(database: Kysely<Database>): Promise<ReadonlyMap<string, ReadonlyArray<Step>>> {
  const histories = new Map<string, Array<Step>>();
  const rows = await database.selectFrom("order_history").selectAll().orderBy("id").execute();
  for (const { order_id, from_status, to_status } of rows) {
    const steps = histories.get(order_id) ?? [];
    steps.push({ from: from_status, to: to_status });
    histories.set(order_id, steps);
  }
  return histories;
}

async function redeemingOrders(database: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await database.selectFrom("coupon_uses").select("order_id").execute();
  return new Set(rows.map((row) => row.order_id));
}

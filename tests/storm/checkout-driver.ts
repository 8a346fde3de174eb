/** Shoppers of a storm: brought to the till, sent off at once, what they were told and what it took. */
import { readFileSync } from "node:fs";

import { addToBasket, filledCheckout, goToPayment, payAt, textOf } from "#tests/support/people/purchase.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import { countBy, percentile } from "./row.ts";

/** Shoppers who walk to the till at the same time: more would only wait for each other. */
const WALKING = 40;
/** Requests under way at once: what the test plan's rows ask for. */
const SOCKETS = 200;
/** Of Linux, in which it counts the time of processes. */
const TICKS_A_SECOND = 100;

/** Variant id to units. */
export type Items = ReadonlyArray<readonly [variantId: number, units: number]>;

/** Somebody whose next click is "Pay now". */
export type Ready = Readonly<{ shopper: Shopper; form: Fields; cartLines: Items }>;

/** One shopper for each of `baskets`, at the till with everything typed; or at one of several servers, in turn. */
export function walkToTheTill(
  shops: RunningShop | ReadonlyArray<RunningShop>,
  baskets: ReadonlyArray<Items>,
): Promise<ReadonlyArray<Ready>> {
  const list = "origin" in shops ? [shops] : shops;
  return inGroups(baskets, WALKING, async (cartLines, index) => {
    const shopper = new Shopper((list[index % list.length] ?? list[0])?.origin ?? "");
    await fill(shopper, cartLines);
    return { shopper, form: await filledCheckout(shopper), cartLines };
  });
}

/** Puts the items into the shopper's basket, in this order. Throws when they do not go in. */
async function fill(shopper: Shopper, cartLines: Items): Promise<void> {
  for (const [variantId, units] of cartLines) {
    const added = await addToBasket(shopper, variantId, units);
    if (added.status !== 303)
      throw new Error(`Not added: ${added.status} ${textOf(added.body).slice(0, 200)}`);
  }
}

export function sameBasket(count: number, cartLines: Items): ReadonlyArray<Items> {
  return Array.from({ length: count }, () => cartLines);
}

export type Timed<Value> = Readonly<{ value: Value; ms: number }>;

/** All of them press "Pay now", as many in the same moment as a storm has sockets. Timed from when each is sent. */
export function payNow(ready: ReadonlyArray<Ready>): Promise<ReadonlyArray<Timed<Answer>>> {
  return inGroups(ready, SOCKETS, ({ shopper, form }) => timed(() => shopper.post("/checkout", form)));
}

export async function timed<Value>(work: () => Promise<Value>): Promise<Timed<Value>> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}

/** From an empty basket to the page that thanks. */
export async function buy(shopper: Shopper, variantId: number): Promise<Answer> {
  await addToBasket(shopper, variantId);
  const paid = await payAt(shopper, await goToPayment(shopper));
  return shopper.get((await shopper.get(paid.location ?? "")).location ?? "");
}

export function isWayToPay({ status, location }: Answer): boolean {
  return status === 303 && (location?.startsWith("/test-payment/") ?? false);
}

export function paymentIdOf({ location }: Answer): string {
  return location?.split("/").at(-1) ?? "";
}

/** A refusal that says what the matter is, on a page of its own. */
export function isClearRefusal({ status, body }: Answer): boolean {
  return (status === 409 || status === 422) && textOf(body).includes("Insufficient stock");
}

/** True when the answer is the checkout's form with what this shopper had typed. */
export function isFilledForm({ body }: Answer, form: Fields): boolean {
  return ["email", "delivery_address1"].every((name) => body.includes(`value="${form[name] ?? ""}"`));
}

export function statuses(answers: ReadonlyArray<Answer>): string {
  return Object.entries(countBy(answers.map(({ status }) => status)))
    .map(([status, count]) => `${count}×${status}`)
    .join(" ");
}

/** "p99 812 ms (bar 5000), longest 900 ms". */
export function latency(times: ReadonlyArray<Timed<unknown>>, barMs: number): string {
  const ms = times.map((time) => time.ms);
  return `p99 ${percentile(ms, 0.99)} ms (bar ${barMs}), longest ${percentile(ms, 1)} ms`;
}

/** Processor time that the operating system says a process has used. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Does `work` for every item, at most `size` at a time. */
export async function inGroups<Item, Done>(
  items: ReadonlyArray<Item>,
  size: number,
  work: (item: Item, index: number) => Promise<Done>,
): Promise<ReadonlyArray<Done>> {
  const done: Array<Done> = [];
  let next = 0;
  const walk = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      done[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, walk));
  return done;
}

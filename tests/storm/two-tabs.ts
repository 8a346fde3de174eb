/** Two tabs of one basket press "Pay now" in the same moment: which pages can be paid then, and whose money is kept. */
import { setTimeout as pause } from "node:timers/promises";

import { filledCheckout, payAt } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import type { FakeStripe } from "#tests/support/vendors/stripe.ts";

import { untilJobsDone } from "./catalogue-driver.ts";
import { type Items, inGroups, sameBasket, walkToTheTill } from "./checkout-driver.ts";
import type { Ground } from "./engine.ts";
import { type Breaks, countBy } from "./row.ts";

/** Pairs that are under way at the same time: the hazard is between the two of a pair. */
const AT_ONCE = 5;
const JOBS_MAX_MS = 120_000;

/** What two tabs of one basket did: the attempts of their forms, and what each was answered. */
export type Pair = Readonly<{
  shopper: Shopper;
  attempts: ReadonlyArray<string>;
  answers: ReadonlyArray<Answer>;
}>;

/** A page that the provider opened for a pair, and whether it would take money now. */
export type OpenedPage = Readonly<{ id: string; isPayable: boolean }>;

/** The provider's own books, whatever the shop believes. */
export type ProviderBooks = Readonly<{
  /** Pages of these attempts, the oldest first. */
  pages: (attempts: ReadonlyArray<string>) => Promise<ReadonlyArray<OpenedPage>>;
  /** Presses "Pay" at the page. A page that is closed refuses. */
  pay: (shopper: Shopper, pageId: string) => Promise<unknown>;
  /** Payments of these attempts whose money has not gone back as a whole. */
  countMoneyRetained: (attempts: ReadonlyArray<string>) => Promise<number>;
}>;

/** Has `count` baskets pressed in two tabs each. `gapMs`: how much later the second tab of each pair is pressed. */
export async function pressInTwoTabs(
  shop: RunningShop,
  { count, items, gapMs }: Readonly<{ count: number; items: Items; gapMs: (pair: number) => number }>,
): Promise<ReadonlyArray<Pair>> {
  return inGroups(sameBasket(count, items), AT_ONCE, async (basket, index) => {
    const [ready] = await walkToTheTill(shop, [basket]);
    if (!ready) throw new Error("Nobody is at the till");
    const { shopper, form } = ready;
    const second = await filledCheckout(shopper);
    const answers = await Promise.all([
      shopper.post("/checkout", form),
      pause(gapMs(index)).then(() => shopper.post("/checkout", second)),
    ]);
    return { shopper, attempts: [form["attempt"] ?? "", second["attempt"] ?? ""], answers };
  });
}

/**
 * Pays every page of every pair: of one half the newest first and the others when that is settled, of the other half
 * all in the same moment. Notes pairs with more or less than one payable page, and with more or less than one payment
 * kept. Answers with the figures.
 */
export async function payEveryPage(
  ground: Ground,
  pairs: ReadonlyArray<Pair>,
  { books, breaks }: Readonly<{ books: ProviderBooks; breaks: Breaks }>,
): Promise<string> {
  const pages = await inGroups(pairs, AT_ONCE, ({ attempts }) => books.pages(attempts));
  const payable = pages.map((each) => each.filter(({ isPayable }) => isPayable).length);
  breaks.unlessEqual(countBy(payable), { 1: pairs.length }, "baskets by their payable pages");

  const payAll = (shopper: Shopper, some: ReadonlyArray<OpenedPage>) =>
    Promise.all(some.map(({ id }) => books.pay(shopper, id)));
  const isInOrder = (index: number) => index % 2 === 0;
  await inGroups(pairs, AT_ONCE, ({ shopper }, index) => {
    const own = pages[index] ?? [];
    return payAll(shopper, isInOrder(index) ? own.slice(-1) : own);
  });
  breaks.unlessEqual(await untilJobsDone(ground, JOBS_MAX_MS), [], "jobs after the first payments");
  await inGroups(pairs, AT_ONCE, async ({ shopper }, index) => {
    if (isInOrder(index)) await payAll(shopper, (pages[index] ?? []).slice(0, -1).reverse());
  });
  breaks.unlessEqual(await untilJobsDone(ground, JOBS_MAX_MS), [], "jobs after all payments");

  const stored = await inGroups(pairs, AT_ONCE, ({ attempts }) => books.countMoneyRetained(attempts));
  breaks.unlessEqual(countBy(stored), { 1: pairs.length }, "baskets by the payments that were kept");
  const twice = (counts: ReadonlyArray<number>) => counts.filter((each) => each > 1).length;
  return `${pairs.length}× two tabs at once: ${twice(payable)} with two payable pages, ${twice(stored)} paid twice`;
}

/** The books of the embedded provider of the shop at `ground`. */
export function embeddedBooks({ db }: Ground): ProviderBooks {
  const rowsOf = (attempts: ReadonlyArray<string>) =>
    db
      .selectFrom("embedded_payments")
      .select(["id", "status", "amount_minor", "refunded_minor"])
      .where("attempt_id", "in", attempts)
      .orderBy("created_at")
      .execute();
  return {
    pages: async (attempts) =>
      (await rowsOf(attempts)).map(({ id, status }) => ({
        id,
        isPayable: status === "pending" || status === "authentication",
      })),
    pay: (shopper, id) => payAt(shopper, `/test-payment/${id}`),
    countMoneyRetained: async (attempts) =>
      (await rowsOf(attempts)).filter(
        ({ status, amount_minor, refunded_minor }) => status === "paid" && refunded_minor < amount_minor,
      ).length,
  };
}

/** The books of the fake Stripe. Money is counted by its charges and refunds. */
export function stripeBooks(stripe: FakeStripe): ProviderBooks {
  const sessionsOf = (attempts: ReadonlyArray<string>) =>
    stripe
      .sessions()
      .filter(({ metadata }) => attempts.includes((metadata as { attempt_id: string }).attempt_id));
  const isStored = (session: ReturnType<FakeStripe["sessions"]>[number]) => {
    if (session["payment_status"] !== "paid") return false;
    const back = stripe.refundsOf(stripe.intentOf(session.id).id);
    return back.reduce((sum, each) => sum + Number(each["amount"]), 0) < Number(session["amount_total"]);
  };
  return {
    pages: async (attempts) =>
      sessionsOf(attempts).map(({ id, status }) => ({ id, isPayable: status === "open" })),
    pay: (_, id) => new Shopper(stripe.url).post(`/c/pay/${id}`, { button: "pay" }),
    countMoneyRetained: async (attempts) => sessionsOf(attempts).filter(isStored).length,
  };
}

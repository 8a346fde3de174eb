import { db, transact } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import {
  parseWords,
  type PersonalisationCode,
  type PersonalisationRules,
} from "#app/models/catalogue/personalisation.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import type { Actor, LineFulfilment } from "./fulfilment.ts";
import { type Beside, withBeside } from "./invariants/checked-transaction.server.ts";
import type { Order, OrderLine } from "./order.ts";
import { linesWithWords, shownWords, wordsStates } from "./words.ts";

export async function findWordsRules({ variantId }: OrderLine): Promise<PersonalisationRules | null> {
  const saleables = await findSaleables([variantId], { terms: await findSaleTerms(), cartId: null });
  return saleables.get(variantId)?.personalisation ?? null;
}

type Change = Readonly<{
  id: OrderId;
  position: number;
  typed: string;
}>;

export type WordsRefusal = PersonalisationCode | "order-not-found" | "words-in-work";

/**
 * The same words again change nothing; words that a family chose on its gift list are refused like those of somebody
 * else's order.
 */
export async function changeWords(
  { id, position, typed }: Change,
  now: Date,
): Promise<Result<Readonly<{ isChanged: boolean }>, WordsRefusal>> {
  return transact<Result<Readonly<{ isChanged: boolean }>, WordsRefusal>>(async () => {
    const order = await lockOrder(id);
    const line = order?.lines[position];
    if (!order || !line?.personalisation) return refused("order-not-found");
    const life = await findFulfilmentHistory(id);
    const state = wordsStates(order, life)[position];
    if (state === "list") return refused("order-not-found");
    if (state !== "open") return refused("words-in-work");
    const rules = await findWordsRules(line);
    if (!rules) return refused("personalisation-not-offered");
    const words = parseWords(typed, rules);
    if (!words.ok) return words;
    if (words.value === line.personalisation.text) return ok({ isChanged: false });
    await writeWords(life.lines[position], words.value, now);
    await queueOrderEmail(id, { about: "words-changed", position, at: now.getTime() });
    return ok({ isChanged: true });
  });
}

async function writeWords(line: LineFulfilment | undefined, words: string, now: Date): Promise<void> {
  await db()
    .updateTable("order_lines")
    .set({ personalisation: words, words_changed_at: now.toISOString() })
    .where("id", "=", line?.id ?? "")
    .execute();
}

type FamilyWords = Readonly<{ variantId: number; from: string; words: string }>;

/**
 * The words that a family chose on its gift list, in the order of a giver; what was sent or cancelled stays as it is.
 * The words must be checked. Call it in the transaction that holds the order.
 */
export async function changeFamilyWords(
  order: Order,
  { variantId, from, words }: FamilyWords,
  now: Date,
): Promise<Result<null, "words-in-work">> {
  const life = await findFulfilmentHistory(order.id);
  const states = wordsStates(order, life);
  for (const [at, line] of order.lines.entries()) {
    if (line.variantId !== variantId || line.personalisation?.text !== from) continue;
    if (states[at] === "in-work") return refused("words-in-work");
    if (states[at] !== null || order.status === "awaiting-payment")
      await writeWords(life.lines[at], words, now);
  }
  return ok(null);
}

export type WorkStep = "start-work" | "stop-work";
export type WorkDone = Readonly<{ order: Order; isChanged: boolean }>;
export type WorkRefusal = "order-not-found" | "order-state-conflict" | "words-changed";

type Work = Actor &
  Readonly<{
    step: WorkStep;
    shown: string | null;
  }>;

/**
 * For all items of the order that have words; from the beginning on the buyer cannot change them. `beside` runs in the
 * same transaction.
 */
export async function stepOnWork<Other extends string = never>(
  id: OrderId,
  { step, shown, now }: Work,
  beside?: Beside<WorkDone, Other>,
): Promise<Result<WorkDone, WorkRefusal | Other>> {
  return transact<Result<WorkDone, WorkRefusal | Other>>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    if (shown !== null && shown !== shownWords(order)) return refused("words-changed");
    const life = await findFulfilmentHistory(id);
    const { toStart, started } = linesWithWords(order, life);
    if (toStart.length + started.length === 0) return refused("order-state-conflict");
    const positions = step === "start-work" ? toStart : started;
    if (positions.length === 0) return ok({ order, isChanged: false });
    await db()
      .updateTable("order_lines")
      .set({ work_started_at: step === "start-work" ? now.toISOString() : null })
      .where(
        "id",
        "in",
        positions.map((position) => life.lines[position]?.id ?? ""),
      )
      .execute();
    return withBeside(ok({ order, isChanged: true }), beside);
  });
}

/** Two givers have paid for one gift: the one whose money came late chooses what becomes of theirs. */
import { db } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { answerDeadline, type LineAnswer } from "#app/models/order/buyer-answer.ts";
import {
  type Answered,
  type AnswerRefusal,
  answerForLine,
  type DueLine,
  listDueLines,
  waitForBuyer,
} from "#app/models/order/buyer-answer.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { GiftListId, OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";

import { type ClaimRow, ended, lockGift } from "./claim-changes.server.ts";
import { makeCredit } from "./credit.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import type { GiftList } from "./gift-list.ts";
import { findGiftList } from "./lists.server.ts";

const BATCH = 100;

type Spare = Readonly<{ order: Order; position: number; now: Date }>;

/** The order's line waits from now on; call it in the transaction of the payment. */
export async function askGiver(claimId: string, { order, position, now }: Spare): Promise<void> {
  const { calendar } = await findDeliveryRules();
  const lineId = await waitForBuyer(order, { position, until: answerDeadline(now, calendar) });
  await db()
    .updateTable("gift_list_claims")
    .set({ order_line_id: lineId })
    .where("id", "=", claimId)
    .execute();
  await queueGiftListEmail({ about: "claim-spare", id: claimId, key: claimId });
}

const REASONS: Readonly<Record<LineAnswer, string>> = {
  send: "the giver of a spare gift sends it all the same",
  refund: "the giver of a spare gift wants a refund",
  credit: "the giver of a spare gift wants another gift",
};

type Choice = Readonly<{ orderId: OrderId; lineId: string; answer: LineAnswer }>;

/** Neither the family nor the other giver hears of it. */
export async function chooseForSpareGift(
  { orderId, lineId, answer }: Choice,
  now: Date,
): Promise<Result<Answered, AnswerRefusal>> {
  const request = { lineId, answer, reason: REASONS[answer], by: "customer", now } as const;
  return answerForLine(orderId, request, async ({ amount }) => {
    const claim = await lockClaim(lineId);
    // The shop has refunded it meanwhile.
    if (answer === "send" && claim?.state === "ended") return refused("line-answered");
    if (claim) await NOTE[answer](claim, { amount, now });
    return ok(null);
  });
}

/** The gift is locked, because others count its units; null: its list was deleted. */
async function lockClaim(lineId: string): Promise<ClaimRow | null> {
  const find = () =>
    db().selectFrom("gift_list_claims").selectAll().where("order_line_id", "=", lineId).executeTakeFirst();
  const found = await find();
  if (!found) return null;
  await lockGift(found.gift_id);
  return (await find()) ?? null;
}

type Chosen = Readonly<{ amount: Answered["amount"]; now: Date }>;

const NOTE: Readonly<Record<LineAnswer, (claim: ClaimRow, chosen: Chosen) => Promise<void>>> = {
  send: ({ id }) => update(id, { state: "taken", answer: "send" }),
  refund: ({ id }, { now }) => update(id, { ...ended("refunded", now), answer: "refund" }),
  credit: async ({ id }, { amount, now }) => {
    const code = amount.minor > 0 ? await makeCredit(amount, now) : null;
    await update(id, { ...ended("credited", now), answer: "credit", credit_code: code });
    if (code !== null) await queueGiftListEmail({ about: "claim-credit", id, key: id });
  },
};

async function update(id: string, values: Partial<ClaimRow>): Promise<void> {
  await db().updateTable("gift_list_claims").set(values).where("id", "=", id).execute();
}

/** A line that cannot be refunded keeps no other waiting; it is reported once all have been tried. */
export async function refundUnansweredGifts(now: Date): Promise<void> {
  const problems: Array<Error> = [];
  for (const line of await listDueLines(now, BATCH)) {
    const problem = await refundUnanswered(line, now).catch(asError);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0)
    throw new AggregateError(problems, problems.map(({ message }) => message).join("; "));
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

async function refundUnanswered({ lineId, orderId }: DueLine, now: Date): Promise<Error | null> {
  const reason = "no answer of the buyer in time";
  const answer = { lineId, answer: "refund", reason, by: "clock", now } as const;
  const done = await answerForLine(orderId, answer, async () => {
    const claim = await lockClaim(lineId);
    if (!claim) return ok(null);
    await update(claim.id, { ...ended("no-answer", now), answer: "none" });
    await queueGiftListEmail({ about: "claim-unsent", id: claim.id, key: claim.id });
    return ok(null);
  });
  // The giver may have answered meanwhile, or the bank may ask for the money.
  if (done.ok || EXPECTED.includes(done.code)) return null;
  return new Error(`Line ${lineId} of order ${orderId} cannot be refunded: ${done.code}`);
}

const EXPECTED: ReadonlyArray<AnswerRefusal> = ["line-answered", "order-state-conflict"];

export type SpareGift = Readonly<{
  lineId: string;
  giftName: string;
  list: GiftList;
  /** Null: none yet, or the order was cancelled before. */
  answer: ClaimRow["answer"];
  creditCode: string | null;
}>;

export async function findSpareGift(lineId: string, now: Date): Promise<SpareGift | null> {
  const row = await db()
    .selectFrom("gift_list_claims")
    .innerJoin("gift_list_gifts", "gift_list_gifts.id", "gift_list_claims.gift_id")
    .select(["gift_list_claims.list_id", "answer", "credit_code", "name", "variant_label"])
    .where("order_line_id", "=", lineId)
    .executeTakeFirst();
  const list = row && (await findGiftList(row.list_id as GiftListId, now));
  if (!row || !list) return null;
  const giftName = fullName(row.name, row.variant_label);
  return { lineId, giftName, list, answer: row.answer, creditCode: row.credit_code };
}

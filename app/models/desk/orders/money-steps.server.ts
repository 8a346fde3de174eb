/** Role, daily limit and log are one transaction each. */
import { sql } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import { cancelOrder, type Cancelled, type CancelRefusal } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import {
  type Goodwill,
  goodwillOf,
  type GoodwillRefusal,
  requestGoodwill,
} from "#app/models/order/goodwill.server.ts";
import { staysPaid } from "#app/models/order/goodwill.ts";
import { findOrder, findOrdersByNumber } from "#app/models/order/order.server.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { isLineRestocked, type RefundUnits, type RestockChoice } from "#app/models/order/refund-shares.ts";
import { type Requested, type RefundRefusal, requestRefund } from "#app/models/order/refund.server.ts";
import { refundableMinor } from "#app/models/order/refunds/amount-left.ts";
import { dueRefund } from "#app/models/order/refunds/refund-due.ts";
import { unitsToDrop } from "#app/models/order/refunds/unsent-units.server.ts";
import { type Received, receiveReturn } from "#app/models/order/returns/return.server.ts";
import type { Wear } from "#app/models/order/wear/wear.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { formatMoney, type Money, money, shareOfMoney } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskLogEntry, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can, type DeskStep } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type DeskPerson, orderIdOf, orderSubject } from "./order-steps.server.ts";

/** A packed one is for owners. */
export function cancelStep(status: OrderStatus): DeskStep {
  return status === "paid" || status === "awaiting-payment" ? "cancel-unpacked" : "cancel-packed";
}

export type DeskRefund = Readonly<{
  number: number;
  refund: RefundUnits;
  isRestocked: RestockChoice;
  reason: string;
  /** A sentence for the customer in the email about it. */
  words?: string;
  /** Minor units that the page showed: another sum refunds nothing. */
  shownMinor: number;
  /** The form's key: a second request with the same key changes nothing. */
  key: string;
}>;

export type DeskMoneyRefusal = "desk-not-allowed" | "desk-refund-limit" | "desk-sum-changed";

/** `given` is what goes back: the total less what went back before; `vat` is inside of it. */
export async function previewRefund(number: number, refund: RefundUnits) {
  const [order] = await findOrdersByNumber([number]);
  if (!order) return refused("order-not-found");
  const life = await findFulfilmentHistory(order.id);
  const due = dueRefund(order, life, { refund });
  if (!due.ok) return due;
  const { shares, given } = due.value;
  const { amount: share, vat } = shares.total;
  if (given.amount.minor === 0 && !unitsToDrop(order, life, refund)) return refused("refund-nothing");
  return ok({
    ...shares,
    given,
    vat: given.setOff.minor === 0 ? vat : shareOfMoney(vat, given.amount.minor, share.minor),
    stays: staysPaid(refundableMinor(order, life), given.amount),
  });
}

export async function previewGoodwill(
  number: number,
  minor: number,
): Promise<Result<Goodwill, GoodwillRefusal>> {
  const [order] = await findOrdersByNumber([number]);
  return order ? goodwillOf(order, minor) : refused("order-not-found");
}

export type DeskGoodwill = Pick<DeskRefund, "number" | "reason" | "words" | "key"> &
  Readonly<{
    minor: number;
  }>;

/** Up to the person's daily limit. */
export async function giveGoodwillAtDesk(
  { number, minor, reason, words = "", key }: DeskGoodwill,
  actor: DeskPerson,
): Promise<Result<Requested, GoodwillRefusal | DeskMoneyRefusal>> {
  if (!can(actor.staff.role, "refund")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const logged = { action: "order-refunded", subject: orderSubject(number) } as const;
  const request = { key: `desk ${key}`, minor, reason, words, by: "owner", now: actor.now } as const;
  const done = await requestGoodwill(id, request, async ({ amount, isNew }) => {
    if (!isNew) return ok(null);
    const changes = { kind: ["", "an amount"], ...sentenceChange(words) } as const;
    return spend(actor, { ...logged, amount, reason, key, changes });
  });
  return reportLimit(done, orderSubject(number), actor);
}

/** Within the person's daily limit, in which `amount` counts from then on. */
async function spend(
  actor: DeskPerson,
  entry: DeskLogEntry & Readonly<{ amount: Money }>,
): Promise<Result<null, "desk-refund-limit">> {
  const allowed = await withinLimit(actor, entry.amount);
  if (allowed.ok) await writeDeskLog(actor, entry);
  return allowed;
}

/** Up to the person's daily limit, and only the sum that the page showed. */
export async function refundAtDesk(
  { number, refund, isRestocked, reason, words = "", shownMinor, key }: DeskRefund,
  actor: DeskPerson,
): Promise<Result<Requested, RefundRefusal | DeskMoneyRefusal>> {
  if (!can(actor.staff.role, "refund")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const logged = { action: "order-refunded", subject: orderSubject(number) } as const;
  const requested = { refund, isRestocked, reason, words };
  const request = { key: `desk ${key}`, ...requested, by: "owner", now: actor.now } as const;
  const done = await requestRefund(id, request, async ({ amount, creditBack, isNew }) => {
    if (!isNew) return ok(null);
    if (amount.minor !== shownMinor) return refused("desk-sum-changed");
    const gone = goneWith(amount, creditBack);
    const stock = await stockWords(id, refund.units, isRestocked);
    const ofStock: DeskLogEntry["changes"] = stock ? { stock: ["", stock] } : {};
    const changes = { ...ofStock, ...gone.changes, ...sentenceChange(words) };
    return spend(actor, { ...logged, amount: gone.amount, reason, key, changes });
  });
  // Items without money leave no refund that stores the key.
  if (!done.ok && shownMinor === 0 && (await areTakenOutBefore(id, refund.units, done.code)))
    return ok({ refundId: null, amount: money(0, (await findStore()).currency), isNew: false });
  return reportLimit(done, orderSubject(number), actor);
}

/** Whether units are refused because they have been taken out of the order before. */
async function areTakenOutBefore(id: OrderId, units: ReadonlyArray<number>, code: string): Promise<boolean> {
  if (code !== "refund-units" && code !== "refund-nothing") return false;
  const { lines } = await findFulfilmentHistory(id);
  return (
    lines.some(({ unsent }) => unsent > 0) &&
    lines.every(({ unsent }, index) => (units[index] ?? 0) <= unsent)
  );
}

/** The sentence itself may name people: the log only says that there is one. */
function sentenceChange(words: string): DeskLogEntry["changes"] {
  return words ? { email: ["", "with a sentence"] } : {};
}

/** What the shop no longer has: money, and a credit that can be spent again. Both count in the limit of a day. */
function goneWith(
  refund: Money,
  creditBack = 0,
): Readonly<{ amount: Money } & Pick<DeskLogEntry, "changes">> {
  const { minor, currency } = refund;
  if (creditBack === 0) return { amount: refund, changes: {} };
  const changes = {
    credit: ["", `${creditBack} ${currency} (minor units) of it, back on its code`],
  } as const;
  return { amount: money(minor + creditBack, currency), changes };
}

/** "HB-0101 back, HB-0107 not". */
async function stockWords(
  id: OrderId,
  units: ReadonlyArray<number>,
  isRestocked: RestockChoice,
): Promise<string> {
  const lines = (await findOrder(id))?.lines ?? [];
  return lines
    .map(({ sku }, index) => ({ sku, index }))
    .filter(({ index }) => (units[index] ?? 0) > 0)
    .map(({ sku, index }) => `${sku} ${isLineRestocked(isRestocked, index) ? "back" : "not"}`)
    .join(", ");
}

/**
 * Counts every row of the person's log that has a sum, whatever way the money went: who packs decides what is packed and
 * what came back. The limit is a sum in the shop's own currency, so only owners refund in another. Locks the person's
 * row, so that two refunds at once do not both fit under the limit.
 */
export async function withinLimit(
  { staff, now }: DeskPerson,
  amount: Money,
): Promise<Result<null, "desk-refund-limit">> {
  if (staff.role === "owner" || amount.minor === 0) return ok(null);
  const { timeZone, currency, locale } = await findStore();
  await db()
    .updateTable("staff")
    .set({ version: sql<number>`version` })
    .where("id", "=", staff.id)
    .execute();
  const limit = await db()
    .selectFrom("staff")
    .select("refund_limit_minor as minor")
    .where("id", "=", staff.id)
    .executeTakeFirstOrThrow();
  const above = refused("desk-refund-limit", {
    sum: formatMoney(amount, locale),
    limit: formatMoney(money(limit.minor, currency), locale),
  });
  if (amount.currency !== currency) return above;
  const today = localTime(now, timeZone).day;
  const rows = await db()
    .selectFrom("desk_log")
    .select(["amount_minor", "created_at"])
    .where("staff_id", "=", staff.id)
    .where("currency", "=", currency)
    .where("created_at", ">", new Date(now.getTime() - 2 * 86_400_000).toISOString())
    .execute();
  const spent = rows
    .filter(({ created_at }) => localTime(new Date(created_at), timeZone).day === today)
    .reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0);
  return spent + amount.minor <= limit.minor ? ok(null) : above;
}

/**
 * Of what the daily limit refused the log says so and the owners are emailed, once the refusal has rolled back the rest.
 * Answers with `done` as it is.
 */
export async function reportLimit<Done extends Result<unknown, string>>(
  done: Done,
  subject: DeskLogEntry["subject"],
  actor: DeskPerson,
): Promise<Done> {
  if (done.ok || done.code !== "desk-refund-limit") return done;
  const { sum, limit } = done.detail;
  // No amount: nothing of it counts in the limit.
  const changes = { sum: ["", String(sum)], "daily limit": ["", String(limit)] } as const;
  await inTransaction(async () => {
    await writeDeskLog(actor, { action: "refund-limit-refused", subject, changes });
  });
  return done;
}

type DeskCancel = Readonly<{ number: number; reason: string; shown: string }>;

/** Only from the status that the page showed, and up to the person's daily limit. */
export async function cancelAtDesk(
  { number, reason, shown }: DeskCancel,
  actor: DeskPerson,
): Promise<Result<Cancelled, CancelRefusal | DeskMoneyRefusal>> {
  const [order] = await findOrdersByNumber([number]);
  if (!order) return refused("order-not-found");
  if (!can(actor.staff.role, cancelStep(order.status))) return refused("desk-not-allowed");
  const done = await cancelOrder(
    order.id,
    { by: "owner", reason, now: actor.now },
    async ({ order: { status }, before, refund, creditBack, isChanged }) => {
      if (!isChanged) return ok(null);
      // It may have been packed since: that is for owners.
      if (before !== shown || !can(actor.staff.role, cancelStep(before)))
        return refused("order-state-conflict");
      const { amount, changes } = goneWith(refund, creditBack);
      const allowed = await withinLimit(actor, amount);
      if (!allowed.ok) return allowed;
      await writeDeskLog(actor, {
        action: "order-cancelled",
        subject: orderSubject(number),
        changes: { status: [before, status], ...changes },
        reason,
        ...(amount.minor > 0 ? { amount } : {}),
      });
      return ok(null);
    },
  );
  return reportLimit(done, orderSubject(number), actor);
}

export type DeskReceipt = Readonly<{
  returnNumber: string;
  isRestocked: boolean;
  hasDelivery: boolean | null;
  wear?: Wear | null;
  /** False: nothing is taken off for the way back. */
  hasReturnCost?: boolean;
  /** Minor units that the second step showed. Null: none yet. Missing: any sum, unless something is deducted for wear. */
  shownMinor?: number | null;
}>;

function isShown({ minor }: Money, { wear, shownMinor }: Pick<DeskReceipt, "wear" | "shownMinor">): boolean {
  return minor === shownMinor || (!wear && shownMinor === undefined);
}

/** Delivery was suggested and unticked, or ticked though it was not suggested. */
function againstRules(hasDelivery: boolean): readonly [string, string] {
  return hasDelivery
    ? ["not due by the rules", "refunded all the same"]
    : ["due by the rules", "unticked, not refunded"];
}

function refundChanges(
  { hasDelivery, hasReturnCost, wear }: Pick<DeskReceipt, "hasDelivery" | "hasReturnCost" | "wear">,
  { currency }: Money,
): DeskLogEntry["changes"] {
  return {
    delivery: hasDelivery === null ? ["", "by the rules"] : againstRules(hasDelivery),
    ...(hasReturnCost ? {} : { "return cost": ["", "not taken off"] }),
    ...(wear ? { wear: ["", `${wear.minor} ${currency} (minor units)`] } : {}),
  };
}

/** Refunds it, or gives the family credit, up to the person's daily limit. */
export async function acceptReturnAtDesk(
  { returnNumber, isRestocked, hasDelivery, wear = null, hasReturnCost = true, shownMinor }: DeskReceipt,
  actor: DeskPerson,
): Promise<Result<Received, "return-not-found" | RefundRefusal | DeskMoneyRefusal>> {
  if (!can(actor.staff.role, "accept-return")) return refused("desk-not-allowed");
  const receipt = { isRestocked, hasDelivery, wear, hasReturnCost, by: "owner", now: actor.now } as const;
  const done = await receiveReturn(
    returnNumber,
    receipt,
    async ({ refund, returnCost, creditBack, credit, isNew }) => {
      if (!isNew) return ok(null);
      const sum = credit ?? refund;
      const wayBack = returnCost?.minor ?? 0;
      if (!isShown(sum, { wear, shownMinor })) return refused("desk-sum-changed", { ...sum, wayBack });
      const { amount, changes } = goneWith(sum, creditBack);
      return spend(actor, {
        action: "return-accepted",
        subject: { kind: "return", id: returnNumber },
        changes: credit
          ? { credit: ["", "sent to the family"] }
          : { ...refundChanges(receipt, refund), ...changes },
        reason: wear?.reason ?? "",
        amount,
      });
    },
  );
  return reportLimit(done, { kind: "return", id: returnNumber }, actor);
}

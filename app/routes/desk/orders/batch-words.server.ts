import type { BatchPageData } from "#app/components/desk/orders/batch-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import {
  BATCH_DAYS,
  type LeftOrder,
  listBatches,
  type OrderBatch,
} from "#app/models/desk/batches/batches.server.ts";
import { STATUS_TAGS } from "#app/models/desk/views.ts";
import { isOrderStatus } from "#app/models/order/status.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { refused } from "#app/models/shared/result.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

const VERBS = {
  pack: { running: (what: string) => `Packing ${what}`, done: "packed", now: "now packed" },
  unpack: {
    running: (what: string) => `Marking ${what} as not packed`,
    done: "marked as not packed",
    now: "not packed any more",
  },
} as const;

type Words = Omit<BatchPageData, "id" | "isRunning" | "isStill" | "refreshes" | "formKey" | "left" | "next">;

export function batchWords(batch: OrderBatch, store: Store): Words {
  const { step, title, by, startedAt, counts } = batch;
  const count = (number: number) => number.toLocaleString(store.locale);
  const { running, now } = VERBS[step];
  return {
    heading: running(`${count(counts.all)} ${orders(counts.all)}`),
    detail: `From the list “${title}”, begun by ${by} on ${dateTimeText(startedAt, store)}. This page is here for ${BATCH_DAYS} days.`,
    looked: counts.all - counts.open,
    all: counts.all,
    progress: `${count(counts.all - counts.open)} of ${count(counts.all)} orders looked at`,
    result: `${doneOf(counts, count)} ${orders(counts.all)} ${counts.done === 1 ? "is" : "are"} ${now}.`,
    rest: restOf(batch, count),
    end: endOf(batch, { store, count }),
    isWhole: counts.open === 0 && counts.left === 0,
    mayUnpack: step === "pack" && batch.endedAt !== null && counts.done > 0,
    done: count(counts.done),
  };
}

/** "10", or "3 of 4" where some were left out. */
function doneOf({ done, all }: OrderBatch["counts"], count: (number: number) => string): string {
  return done === all ? count(done) : `${count(done)} of ${count(all)}`;
}

const orders = (count: number) => (count === 1 ? "order" : "orders");

function restOf({ step, counts }: OrderBatch, count: (number: number) => string): ReadonlyArray<string> {
  const before = `${count(counts.before)} ${counts.before === 1 ? "was" : "were"} ${VERBS[step].done} before, by somebody else.`;
  const left = `${count(counts.left)} ${counts.left === 1 ? "was" : "were"} left out; the list says why.`;
  return [...(counts.before > 0 ? [before] : []), ...(counts.left > 0 ? [left] : [])];
}

type Format = Readonly<{ store: Store; count: (number: number) => string }>;

function endOf({ endReason, endedAt, stoppedBy, by, counts }: OrderBatch, { store, count }: Format) {
  if (endedAt === null || endReason === "done" || endReason === null) return null;
  const who = stoppedBy || "the shop’s own command";
  const why =
    endReason === "stopped"
      ? `Stopped by ${who} on ${dateTimeText(endedAt, store)}.`
      : `Ended on ${dateTimeText(endedAt, store)}, because ${by} may not pack any more.`;
  return counts.open === 0
    ? why
    : `${why} ${count(counts.open)} ${counts.open === 1 ? "order was" : "orders were"} not looked at and ${counts.open === 1 ? "stays as it is" : "stay as they are"}.`;
}

export function leftRow({ place, number, reason, status }: LeftOrder): BatchPageData["left"][number] {
  return {
    place,
    number,
    words: shopError(refused(reason as ShopErrorCode)).message,
    tag: status !== null && isOrderStatus(status) ? STATUS_TAGS[status] : null,
  };
}

const SHOWN = 3;

export async function batchLinks(role: StaffRole, now: Date, { locale }: Store) {
  if (!can(role, "pack")) return [];
  const batches = await listBatches(now, SHOWN);
  return batches.map((batch) => {
    const { all, done, open } = batch.counts;
    const { running, done: word } = VERBS[batch.step];
    const isRunning = batch.endedAt === null;
    const total = `${all.toLocaleString(locale)} ${orders(all)}`;
    return {
      ...{ id: batch.id, isRunning, href: deskPaths.orderBatch(batch.id) },
      text: isRunning
        ? `${running(total)}: ${(all - open).toLocaleString(locale)} looked at`
        : `${done.toLocaleString(locale)} of ${total} ${word} at once by ${batch.by}`,
    };
  });
}

import { db, transact } from "#app/db/db.server.ts";
import { changeStock, lockVariant } from "#app/models/catalogue/inventory/stock.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import { UNDO_MS } from "./orders/sending.server.ts";
import type { DeskPerson } from "./orders/order-steps.server.ts";
import type { StockMode, StockReason } from "./stock-views.ts";

const STOCK_UNDO_MS = 10 * 60_000;

const BOOKED = { received: "stock-received", counted: "stock-counted" } as const satisfies Record<
  StockMode,
  DeskAction
>;

export type StockEntry = Readonly<{
  sku: string;
  mode: StockMode;
  units: number;
  shown: number;
  reason: StockReason;
  /** The form's key: a second request with the same key changes nothing. */
  key: string;
}>;

export type StockBooked = Readonly<{
  product: string;
  before: number;
  after: number;
  /** False for a form that was sent before, and for a count that found what was expected. */
  isChanged: boolean;
  /** Units that came or went before the count was booked. */
  meanwhile: number;
}>;

export type StockRefusal = "desk-not-allowed" | "variant-not-found" | "stock-is-held";

/** What is received adds to what is there. A count applies its difference to what the page showed, so no sale is lost. */
export async function bookStockAtDesk(
  { sku, mode, units, shown, reason, key }: StockEntry,
  actor: DeskPerson,
): Promise<Result<StockBooked, StockRefusal>> {
  if (!can(actor.staff.role, "book-stock")) return refused("desk-not-allowed");
  return transact<Result<StockBooked, StockRefusal>>(async () => {
    const variant = await lockVariant(sku);
    if (!variant) return refused("variant-not-found");
    const { name: product, on_hand: before } = variant;
    if (await hasBooked(sku, key, Object.values(BOOKED)))
      return ok({ product, before, after: before, isChanged: false, meanwhile: 0 });
    const by = mode === "received" ? units : units - shown;
    const alertsFrom = new Date(actor.now.getTime() + UNDO_MS).toISOString();
    const done = await changeStock(sku, { by }, { reason, now: actor.now, alertsFrom });
    if (!done.ok) return done;
    const { after } = done.value;
    if (after !== before)
      await writeDeskLog(actor, {
        action: BOOKED[mode],
        subject: { kind: "variant", id: sku },
        changes: { "on the shelf": [String(before), String(after)] },
        ...{ reason, key },
      });
    return ok({
      product: done.value.product,
      before,
      after,
      isChanged: after !== before,
      meanwhile: mode === "counted" ? before - shown : 0,
    });
  });
}

type Booking = Readonly<{ sku: string; before: number; after: number }>;

/** In the last ten minutes, and not taken back yet. */
export async function findUndoable(key: string, actor: DeskPerson): Promise<ReadonlyArray<Booking>> {
  const rows = await db()
    .selectFrom("desk_log")
    .select(["action", "subject_id", "changes"])
    .where("staff_id", "=", actor.staff.id)
    .where("created_at", ">", new Date(actor.now.getTime() - STOCK_UNDO_MS).toISOString())
    .where("subject_kind", "=", "variant")
    .where("request_key", "=", key)
    .orderBy("id")
    .execute();
  const undone = rows.filter(({ action }) => action === "stock-undone").map(({ subject_id }) => subject_id);
  return rows
    .filter(({ action, subject_id }) => action !== "stock-undone" && !undone.includes(subject_id))
    .map(({ subject_id: sku, changes }) => {
      const { "on the shelf": units } = JSON.parse(changes) as Record<string, [string, string]>;
      return { sku, before: Number(units?.[0]), after: Number(units?.[1]) };
    });
}

export type StockUndone = Readonly<{ sku: string; done: Result<null, StockRefusal> }>;

/** Each variant on its own, as a new row of the history. */
export async function undoStockAtDesk(key: string, actor: DeskPerson): Promise<ReadonlyArray<StockUndone>> {
  if (!can(actor.staff.role, "book-stock")) return [];
  const outcomes: Array<StockUndone> = [];
  for (const booking of await findUndoable(key, actor))
    outcomes.push({ sku: booking.sku, done: await undoOne(booking, key, actor) });
  return outcomes;
}

function undoOne({ sku, before, after }: Booking, key: string, actor: DeskPerson) {
  return transact<Result<null, StockRefusal>>(async () => {
    if (!(await lockVariant(sku))) return refused("variant-not-found");
    if (await hasBooked(sku, key, ["stock-undone"])) return ok(null);
    const done = await changeStock(sku, { by: before - after }, { reason: "Taken back", now: actor.now });
    if (!done.ok) return done;
    await writeDeskLog(actor, {
      action: "stock-undone",
      subject: { kind: "variant", id: sku },
      changes: { "on the shelf": [String(done.value.before), String(done.value.after)] },
      key,
    });
    return ok(null);
  });
}

/** Reliable only while the variant is locked. */
async function hasBooked(sku: string, key: string, actions: ReadonlyArray<DeskAction>): Promise<boolean> {
  const row = await db()
    .selectFrom("desk_log")
    .select("id")
    .where("subject_kind", "=", "variant")
    .where("subject_id", "=", sku)
    .where("request_key", "=", key)
    .where("action", "in", actions)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

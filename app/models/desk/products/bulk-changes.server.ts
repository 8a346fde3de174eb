import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import {
  changeLockedProduct,
  lockEditedProduct,
} from "#app/models/catalogue/editing/change-product.server.ts";
import { hasEnded, saleOf, saleText, visibilityOf } from "#app/models/catalogue/editing/product-fields.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type BulkKind, stepOf } from "./bulk-rule.ts";

export const TAKE_BACK_DAYS = 30;

const DAY_MS = 86_400_000;

export type BulkHead = Readonly<{ key: string; kind: BulkKind; title: string; needsCode: boolean }>;

type ChangedLine = Readonly<{ productId: number; before: string; after: string }>;

/** The first line stores the change as a whole too. Call it in the transaction of the change. */
export async function noteBulkLine(
  line: ChangedLine,
  head: BulkHead,
  { staff, now }: DeskActor,
): Promise<void> {
  await db()
    .insertInto("bulk_changes")
    .values({
      ...{ request_key: head.key, kind: head.kind, title: head.title, needs_code: head.needsCode ? 1 : 0 },
      ...{ staff_name: staff?.name ?? "", changed_at: now.toISOString() },
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .execute();
  const { id } = await db()
    .selectFrom("bulk_changes")
    .select("id")
    .where("request_key", "=", head.key)
    .executeTakeFirstOrThrow();
  await db()
    .insertInto("bulk_change_lines")
    .values({
      ...{ change_id: id, product_id: line.productId },
      ...{ before_text: line.before, after_text: line.after },
    })
    // The same form once more, after somebody put the old price back by hand.
    .onConflict((conflict) =>
      conflict.columns(["change_id", "product_id"]).doUpdateSet({ after_text: line.after }),
    )
    .execute();
}

export type BulkChange = Readonly<{
  id: number;
  kind: BulkKind;
  title: string;
  needsCode: boolean;
  /** Empty for the shop's own commands. */
  by: string;
  /** ISO 8601, UTC. */
  at: string;
  takenBackAt: string | null;
  takenBackBy: string;
}>;

function bulkChangeOf(row: Selectable<Database["bulk_changes"]>): BulkChange {
  return {
    ...{ id: row.id, kind: row.kind, title: row.title, needsCode: row.needs_code === 1 },
    ...{ by: row.staff_name, at: row.changed_at },
    ...{ takenBackAt: row.taken_back_at, takenBackBy: row.taken_back_by },
  };
}

const LISTED_MAX = 50;

export async function listBulkChanges(
  actor: Pick<DeskActor, "staff" | "now">,
): Promise<ReadonlyArray<BulkChange>> {
  const may = mayOf(actor);
  const rows = await db()
    .selectFrom("bulk_changes")
    .selectAll()
    .where("changed_at", ">", takeableFrom(actor.now))
    .orderBy("id", "desc")
    .limit(LISTED_MAX)
    .execute();
  return rows.map(bulkChangeOf).filter(({ kind }) => may(stepOf(kind)));
}

/** Null for one that is not there, too old, or not the actor's to take back. */
export async function findBulkChange(
  by: Readonly<{ id: number } | { key: string }>,
  actor: Pick<DeskActor, "staff" | "now">,
): Promise<BulkChange | null> {
  const row = await db()
    .selectFrom("bulk_changes")
    .selectAll()
    .where((eb) => ("id" in by ? eb("id", "=", by.id) : eb("request_key", "=", by.key)))
    .where("changed_at", ">", takeableFrom(actor.now))
    .executeTakeFirst();
  return row && mayOf(actor)(stepOf(row.kind)) ? bulkChangeOf(row) : null;
}

export type BulkLine = Readonly<{
  productId: number;
  name: string;
  before: string;
  after: string;
  /** True where the product is still as the change left it. */
  stands: boolean;
  leftBecause: string | null;
}>;

export async function findBulkLines({ id, kind }: BulkChange): Promise<ReadonlyArray<BulkLine>> {
  const rows = await db()
    .selectFrom("bulk_change_lines as line")
    .innerJoin("products", "products.id", "line.product_id")
    .leftJoin("product_sales as planned", "planned.product_id", "line.product_id")
    .where("line.change_id", "=", id)
    .select(["line.product_id", "line.before_text", "line.after_text", "line.left_because"])
    .select(["products.name", "products.price_minor", "products.sale_price_minor", "products.is_visible"])
    .select("products.is_unlisted")
    .select(["planned.price_minor as planned_minor", "planned.first_day", "planned.last_day"])
    .orderBy("products.name")
    .orderBy("products.id")
    .execute();
  return rows.map((row) => ({
    ...{ productId: row.product_id, name: row.name, before: row.before_text, after: row.after_text },
    stands: currentText(kind, row) === row.after_text,
    leftBecause: row.left_because,
  }));
}

type Current = Readonly<{
  price_minor: number;
  sale_price_minor: number | null;
  is_visible: number;
  is_unlisted: number;
  planned_minor: number | null;
  first_day: string | null;
  last_day: string | null;
}>;

/** The field as `lockEditedProduct` reads it. */
function currentText(kind: BulkKind, row: Current): string {
  if (kind === "price") return String(row.price_minor);
  if (kind === "visibility") return visibilityOf(row);
  if (row.planned_minor !== null)
    return saleText({ minor: row.planned_minor, first: row.first_day, last: row.last_day });
  return row.sale_price_minor ? saleText({ minor: row.sale_price_minor, first: null, last: null }) : "";
}

export type BulkTakenBack = Readonly<{
  /** False for one that was taken back before. */
  isChanged: boolean;
  left: number;
}>;

type TakeBackRefusal = "not-found";

/** Once, up to 30 days later; what was changed since is left. Ask for a code first where the change needed one. */
export async function takeBackBulkChange(
  id: number,
  actor: DeskActor,
): Promise<Result<BulkTakenBack, TakeBackRefusal>> {
  const found = await findBulkChange({ id }, actor);
  if (!found) return refused("not-found");
  const today = localTime(actor.now, (await findStore()).timeZone).day;
  return transact<Result<BulkTakenBack, TakeBackRefusal>>(async () => {
    const { numUpdatedRows } = await db()
      .updateTable("bulk_changes")
      .set({ taken_back_at: actor.now.toISOString(), taken_back_by: actor.staff?.name ?? "" })
      .where("id", "=", id)
      .where("taken_back_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return ok({ isChanged: false, left: 0 });
    const lines = await db()
      .selectFrom("bulk_change_lines")
      .selectAll()
      .where("change_id", "=", id)
      .orderBy("product_id")
      .execute();
    let left = 0;
    for (const line of lines) {
      const leftBecause = await takeLineBack(line, { kind: found.kind, today }, actor);
      if (leftBecause === null) continue;
      left += 1;
      await db()
        .updateTable("bulk_change_lines")
        .set({ left_because: leftBecause })
        .where("change_id", "=", id)
        .where("product_id", "=", line.product_id)
        .execute();
    }
    await writeDeskLog(actor, {
      action: "bulk-change-taken-back",
      subject: { kind: "bulk-change", id: String(id) },
      reason: left === 0 ? found.title : `${found.title}: ${left} left as they are`,
    });
    return ok({ isChanged: true, left });
  });
}

/** Answers why the product was left, or null. */
async function takeLineBack(
  line: Selectable<Database["bulk_change_lines"]>,
  { kind, today }: Readonly<{ kind: BulkKind; today: Day }>,
  { now, staff }: DeskActor,
): Promise<string | null> {
  const state = await lockEditedProduct(line.product_id);
  if (!state) return "The product is gone";
  if (state.fields[kind] !== line.after_text) return "Changed since";
  const before = saleOf(kind === "sale" ? line.before_text : "");
  const isOver = before !== null && hasEnded(before, today);
  const done = await changeLockedProduct(
    state,
    { [kind]: isOver ? "" : line.before_text },
    { now, by: staff?.name ?? "" },
  );
  return done.ok ? null : "What it was before does not fit what it is now";
}

function takeableFrom(now: Date): string {
  return new Date(now.getTime() - TAKE_BACK_DAYS * DAY_MS).toISOString();
}

/** Safe to repeat. */
export async function cleanUpBulkChanges(now: Date): Promise<void> {
  await db().deleteFrom("bulk_changes").where("changed_at", "<=", takeableFrom(now)).execute();
}

/** A change of several products by one rule is stored like a file that was brought in, and so undone like one. */
import { db } from "#app/db/db.server.ts";
import type { BulkKind } from "#app/models/desk/products/bulk-rule.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";

export type BulkHead = Readonly<{ key: string; kind: BulkKind; title: string; needsCode: boolean }>;

type ChangedProduct = Readonly<{ productId: number; before: string; after: string }>;

/** The first line stores the change as a whole too. Call it in the transaction of the change. */
export async function noteBulkLine(
  { productId, before, after }: ChangedProduct,
  { key, kind, title, needsCode }: BulkHead,
  { staff, now }: DeskActor,
): Promise<void> {
  const at = now.toISOString();
  const { id } = await db()
    .insertInto("file_imports")
    .values({
      ...{ request_key: key, kind, file_name: title, unread: "[]", state: "applied" },
      ...{ needs_code: needsCode ? 1 : 0, has_prices: kind === "visibility" ? 0 : 1 },
      ...{ staff_id: staff?.id ?? null, staff_name: staff?.name ?? "", created_at: at, applied_at: at },
    })
    // Sent again, or still running, once it was undone: what it changes now can be undone as well.
    .onConflict((conflict) =>
      conflict
        .column("request_key")
        .doUpdateSet({ state: "applied", applied_at: at, undone_by: "", undone_at: null }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  const { sku, name } = await db()
    .selectFrom("products")
    .select(["sku", "name"])
    .where("id", "=", productId)
    .executeTakeFirstOrThrow();
  const changes = JSON.stringify({ [kind]: [before, after] });
  await db()
    .insertInto("file_import_lines")
    .values({
      ...{ import_id: id, line: productId, subject: String(productId) },
      ...{ name: sku, title: name, cells: "{}", outcome: "changed", changes, reason: "", left_because: null },
    })
    // The same form once more, after somebody put the old value back by hand.
    .onConflict((conflict) =>
      conflict.columns(["import_id", "line"]).doUpdateSet({ changes, left_because: null }),
    )
    .execute();
}

/** The number of the change of a form; null where it has changed nothing. */
export async function findBulkChange(key: string): Promise<number | null> {
  const row = await db()
    .selectFrom("file_imports")
    .select("id")
    .where("request_key", "=", key)
    .executeTakeFirst();
  return row?.id ?? null;
}

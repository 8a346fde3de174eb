import { db } from "#app/db/db.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";

/** "role": whoever began it may not pack any more, or their account has ended. */
export type BatchEnd = "done" | "stopped" | "role";

type End = Readonly<{ reason: BatchEnd; by?: string; now: Date }>;

export async function endBatch(id: number, { reason, by = "", now }: End): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("order_batches")
    .set({ ended_at: now.toISOString(), end_reason: reason, stopped_by: by })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends what somebody has begun, with their account: if they are invited again, none of it goes on. */
export async function endBatchesOf(staffId: StaffId, now: Date): Promise<void> {
  await db()
    .updateTable("order_batches")
    .set({ ended_at: now.toISOString(), end_reason: "role" })
    .where("staff_id", "=", staffId)
    .where("ended_at", "is", null)
    .execute();
}

/** A parcel that goes out within two minutes, and can be taken back until then. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { IS_PENDING } from "#app/models/jobs/outbox.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { carrierOf } from "#app/models/shipping/carrier.ts";

/** Of the job. `key` is that of the form. */
export function sendingKey(id: OrderId, key: string): string {
  return `desk-send:${id}:${key}`;
}

export type PlannedSending = Readonly<{
  key: string;
  startsAt: string;
  carrier: string;
  tracking: string;
}>;

export async function findPlannedSending(id: OrderId): Promise<PlannedSending | null> {
  const keyStart = sendingKey(id, "");
  const row = await db()
    .selectFrom("jobs")
    .select(["key", "run_at", "payload"])
    .where(IS_PENDING)
    .where("kind", "=", "desk-send")
    .where(sql<boolean>`substr(key, 1, ${keyStart.length}) = ${keyStart}`)
    .executeTakeFirst();
  if (!row) return null;
  const { carrier, tracking } = JSON.parse(row.payload) as Job["payload"];
  return {
    key: row.key,
    startsAt: row.run_at,
    carrier: carrierOf(String(carrier)).name,
    tracking: String(tracking),
  };
}

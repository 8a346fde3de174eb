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
  const row = await plannedJobs()
    .where(sql<boolean>`substr(key, 1, ${keyStart.length}) = ${keyStart}`)
    .executeTakeFirst();
  return row ? readPlanned(row) : null;
}

/** All of them, by the order's id. */
export async function findPlannedSendings(): Promise<ReadonlyMap<string, PlannedSending>> {
  const rows = await plannedJobs().execute();
  return new Map(rows.map((row) => [row.key.split(":")[1] ?? "", readPlanned(row)]));
}

function plannedJobs() {
  const jobs = db().selectFrom("jobs").select(["key", "run_at", "payload"]);
  return jobs.where(IS_PENDING).where("kind", "=", "desk-send");
}

function readPlanned({ key, run_at: startsAt, payload }: Record<"key" | "run_at" | "payload", string>) {
  const { carrier, tracking } = JSON.parse(payload) as Job["payload"];
  return { key, startsAt, carrier: carrierOf(String(carrier)).name, tracking: String(tracking) };
}

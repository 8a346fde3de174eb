/** Outside services that refuse the shop's key: noted at the call, emailed to the owner, shown at the desk. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";
import { listenToServices, type ServiceAnswer } from "#app/services/outgoing/service-answers.server.ts";

import {
  isOfCurrency,
  refusalEmail,
  type ServiceRefusal,
  stopsSales,
  UNDELIVERED,
} from "./service-refusal.ts";

/** One may be a slip of the service; the second is told to the owner. What was not delivered has been tried again. */
const REFUSALS_BEFORE_NEWS = 2;
/** Milliseconds in which a process believes that a call it has seen succeed is noted nowhere as refused. */
const BELIEF_MS = 30_000;

/**
 * Begins to note refusals, where the shop runs. Those of other keys than `keys` are forgotten: an outage stays the one
 * that it is, whatever process starts.
 */
export async function watchServices(keys: string, now: () => Date = () => new Date()): Promise<void> {
  const keyHash = hmac("service-key", keys);
  await db().deleteFrom("service_refusals").where("key_hash", "<>", keyHash).execute();
  const believedUntil = new Map<string, number>();
  listenToServices(async (answer) => {
    const key = `${answer.service} ${answer.call}`;
    if (answer.isRefused) {
      believedUntil.delete(key);
      await noteRefusal(answer, keyHash, now());
      return;
    }
    if ((believedUntil.get(key) ?? 0) > now().getTime()) return;
    await endRefusal(answer, now());
    believedUntil.set(key, now().getTime() + BELIEF_MS);
  });
}

async function noteRefusal(
  { service, call, status }: ServiceAnswer,
  key_hash: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db()
    .insertInto("service_refusals")
    .values({ ...{ service, call, key_hash, status, refusals: 1 }, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["service", "call"])
        .doUpdateSet({ key_hash, status, last_at: at, refusals: sql<number>`service_refusals.refusals + 1` }),
    )
    .execute();
  const found = (await listServiceRefusals()).find((one) => one.service === service);
  const least = service === UNDELIVERED ? 1 : REFUSALS_BEFORE_NEWS;
  if (!found || found.refusals < least) return;
  const payload = { service, status };
  // Once nobody can pay, the owner hears of it, whatever else was refused before.
  const key = `service-alert:${service}:${found.since}${stopsSales(found) ? ":sales" : ""}`;
  await enqueue({ key, kind: "service-alert", payload });
}

/** A currency that nobody has tried to pay in for so long may be taken again, or be no longer sold in. */
const CURRENCY_MS = 86_400_000;

async function endRefusal({ service, call }: ServiceAnswer, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - CURRENCY_MS).toISOString();
  const rows = await db().selectFrom("service_refusals").selectAll().where("service", "=", service).execute();
  const ended = rows.flatMap((row) =>
    row.call === call || (isOfCurrency(row.call) && row.last_at < longAgo) ? [row.call] : [],
  );
  if (ended.length === 0) return;
  await db()
    .deleteFrom("service_refusals")
    .where("service", "=", service)
    .where("call", "in", ended)
    .execute();
}

/** One for each service that refuses the key now, by name. */
export async function listServiceRefusals(): Promise<ReadonlyArray<ServiceRefusal>> {
  const query = db().selectFrom("service_refusals").selectAll();
  const rows = await query.orderBy("service").orderBy("last_at", "desc").execute();
  return [...new Set(rows.map(({ service }) => service))].map((service) => {
    const own = rows.filter((row) => row.service === service);
    return {
      service,
      status: own[0]?.status ?? 0,
      calls: own.map(({ call }) => call),
      refusals: own.reduce((sum, { refusals }) => sum + refusals, 0),
      since: own.map(({ first_at }) => first_at).sort()[0] ?? "",
    };
  });
}

/** Handles "service-alert" {service, status}. */
export function alertOfService(origin: string): JobHandler {
  return async (job) => {
    const refusal = (await listServiceRefusals()).find(({ service }) => service === job.payload["service"]);
    // Mended before the email went out.
    if (!refusal) return;
    const store = await findStore();
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: store.contact.email,
      ...refusalEmail(refusal, { store, origin }),
    });
  };
}

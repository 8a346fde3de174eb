/** Messages of the payment provider that did not reach the shop: a wrong signing secret, or an address that is not reachable. */
import { db } from "#app/db/db.server.ts";
import { takeLease } from "#app/db/leases.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { noteServiceRefusal } from "#app/services/outgoing/service-answers.server.ts";
import { payments } from "#app/services/payment/payment.server.ts";

import { receivePaymentEvent } from "./payment.server.ts";

const MINUTE_MS = 60_000;
const PAUSE_SECONDS = 30 * 60;
/** A provider repeats at once what a start of the shop has kept it from delivering. */
const PENDING_MINUTES = 15;
/** As long as Stripe goes on trying (docs.stripe.com/webhooks). */
const TRIED_DAYS = 3;

/** A message that has come ends what was noted of those that had not: service, call and status. */
export const DELIVERED = ["payment messages", "POST webhook", 200] as const;

/**
 * Fetches them, twice an hour, and takes each as if it had come. Only what is about an order of this shop and was heard
 * in no other way is told to the owner: an account may have other endpoints, and more than one shop.
 */
export async function receiveUndelivered(now: Date): Promise<void> {
  const port = payments();
  if (!port.undelivered || !(await takeLease("undelivered-messages", PAUSE_SECONDS, now))) return;
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const events = await port.undelivered({ from: before(TRIED_DAYS * 1_440), to: before(PENDING_MINUTES) });
  const known = await knownAmong(events.map(({ eventId }) => eventId));
  const failures: Array<string> = [];
  let isNoted = false;
  for (const event of events) {
    // One that cannot be handled keeps none of the others back.
    const orderId = await receivePaymentEvent(event, now).catch((error: unknown) => {
      failures.push(`${event.eventId}: ${failureText(error)}`);
    });
    if (isNoted || !orderId || known.has(event.eventId)) continue;
    isNoted = true;
    const [service, call] = DELIVERED;
    await noteServiceRefusal(service, call, 0);
  }
  if (failures.length > 0)
    throw new Error(`Undelivered payment messages were not handled: ${failures.join("; ")}`);
}

async function knownAmong(ids: ReadonlyArray<string>): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const query = db().selectFrom("payment_events").select("event_id").where("event_id", "in", ids);
  return new Set((await query.execute()).map(({ event_id }) => event_id));
}

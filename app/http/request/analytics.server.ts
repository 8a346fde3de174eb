import { logger } from "#app/http/server/log.server.ts";
import { currentVisitor } from "#app/http/session/analytics-visitor.server.ts";
import { recordEvent } from "#app/models/analytics/event-batch.server.ts";
import { deliveryEvent, paymentEvent, type ShopEvent } from "#app/models/analytics/events.ts";
import { holdPurchase } from "#app/models/analytics/purchase-events.server.ts";
import { type Cart, linesForSale } from "#app/models/cart/cart.ts";
import { failureText } from "#app/models/jobs/job.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

/** Only with this visitor's consent. A failure is logged and not thrown. */
export async function noteEvents(request: Request, ...events: ReadonlyArray<ShopEvent>): Promise<void> {
  await quietly(async () => {
    const visitor = await currentVisitor(request);
    const [consent, visitorId] = [{ analytics: visitor !== null }, visitor?.id ?? null];
    for (const event of events) recordEvent({ consent, visitorId, event, now: new Date() });
  });
}

type Paying = Readonly<{ cart: Cart | null; method: string; provider: string; now: Date }>;

/** Only with consent. Remembers the visitor of `orderId`, so that its purchase counts once it is paid. */
export async function notePaying(request: Request, orderId: OrderId, paying: Paying): Promise<void> {
  const { cart, method, provider, now } = paying;
  await quietly(async () => {
    const visitor = await currentVisitor(request);
    if (visitor) await holdPurchase(orderId, visitor.id, now);
  });
  const lines = linesForSale(cart?.lines ?? []);
  await noteEvents(request, deliveryEvent(lines, method), paymentEvent(lines, provider));
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ failure: failureText(error) }, "a visit could not be noted");
  }
}

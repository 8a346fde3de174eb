import { type ActionFunctionArgs, json } from "@remix-run/node";

import { logger } from "#app/http/server/log.server.ts";
import { readBytes } from "#app/http/server/read-bytes.server.ts";
import { receivePaymentEvent } from "#app/models/order/payment/payment.server.ts";
import { DELIVERED } from "#app/models/order/payment/undelivered.server.ts";
import { noteServiceAnswer } from "#app/services/outgoing/service-answers.server.ts";
import { payments } from "#app/services/payment/payment.server.ts";

const BODY_MAX_BYTES = 65_536;

export function loader() {
  return json({ message: "Only POST" }, { status: 405, headers: { Allow: "POST" } });
}

/** The signature covers the raw bytes. An event is parsed only after it is verified. */
export async function action({ request }: ActionFunctionArgs) {
  const now = new Date();
  if (request.method !== "POST") return loader();
  const isTooLong = Number(request.headers.get("content-length") ?? 0) > BODY_MAX_BYTES;
  const body = isTooLong ? null : await readBytes(request, BODY_MAX_BYTES);
  if (!body) return json({ message: "The event is too large" }, { status: 413 });
  const events = payments().readEvent(body, request.headers, now);
  if (!events) {
    logger.warn(
      { event: "payment_signature_fail", provider: payments().name },
      "a payment event was refused",
    );
    return json({ message: "The event is not signed as agreed" }, { status: 400 });
  }
  await noteServiceAnswer(...DELIVERED);
  for (const event of events) await receivePaymentEvent(event, now);
  return json({ received: true });
}

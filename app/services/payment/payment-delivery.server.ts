import { isIPv6 } from "node:net";

import { config } from "#app/config.server.ts";
import { paths } from "#app/paths.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";

import { writeEvent } from "./payment-event.server.ts";
import type { ProviderPaymentEvent } from "./payment-port.ts";
import { SIGNATURE_HEADER, signWebhook } from "./payment-signature.server.ts";

const ANSWER_TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 65_536;
/** Addresses that mean "every interface" and cannot be called. */
const ANY_ADDRESS = ["", "0.0.0.0", "::"];

/** Throws unless the shop answers 200 in time, so that the job is tried again. */
export async function deliverEvent(
  event: ProviderPaymentEvent,
  now: Date,
  timeoutMs: number = ANSWER_TIMEOUT_MS,
): Promise<void> {
  const body = writeEvent(event);
  const [secret] = config.paymentWebhookSecrets;
  if (!secret) throw new Error("There is no secret to sign webhooks with");
  const headers = {
    host: new URL(config.origin).host,
    "content-type": "application/json",
    "content-length": body.byteLength,
    [SIGNATURE_HEADER]: signWebhook(body, secret, now),
  };
  const requested = { method: "POST", headers, body, timeoutMs, maxBytes: ANSWER_MAX_BYTES };
  const { status } = await fetchText(ownAddress(), requested);
  if (status !== 200) throw new Error(`The webhook was answered with ${status}`);
}

function ownAddress(): URL {
  const host = ANY_ADDRESS.includes(config.host) ? "127.0.0.1" : config.host;
  return new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${config.port}${paths.paymentWebhook()}`);
}

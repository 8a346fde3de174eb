/** Carries the embedded provider's webhooks over real HTTP to this very shop, signed as a stranger would sign them. */
import { request } from "node:http";

import { config } from "#app/config.server.ts";
import { paths } from "#app/paths.ts";

import { writeEvent } from "./payment-event.server.ts";
import type { PaymentFact } from "./payment-port.ts";
import { SIGNATURE_HEADER, signWebhook } from "./payment-signature.server.ts";

/** How long the shop may take to answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Addresses that mean "every interface" and cannot be called. */
const ANY_ADDRESS = ["", "0.0.0.0", "::"];

/** Delivers `fact`. Throws unless the shop answers 200, so that the job is tried again. */
export async function deliverEvent(fact: PaymentFact, now: Date): Promise<void> {
  const body = writeEvent(fact);
  const [secret] = config.paymentWebhookSecrets;
  if (!secret) throw new Error("There is no secret to sign webhooks with");
  const status = await post(body, signWebhook(body, secret, now));
  if (status !== 200) throw new Error(`The webhook was answered with ${status}`);
}

function post(body: Uint8Array, signature: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: ANY_ADDRESS.includes(config.host) ? "127.0.0.1" : config.host,
        port: config.port,
        path: paths.paymentWebhook(),
        method: "POST",
        timeout: ANSWER_TIMEOUT_MS,
        headers: {
          host: new URL(config.origin).host,
          "content-type": "application/json",
          "content-length": body.byteLength,
          [SIGNATURE_HEADER]: signature,
        },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on("timeout", () => call.destroy(new Error("The shop did not answer its webhook in time")));
    call.on("error", reject);
    call.end(body);
  });
}

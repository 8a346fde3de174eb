/** The forms that find an order without an account: the same answer for everything that does not match. */
import { json } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { retryAfterHeader, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { findOrderByReference } from "#app/models/order/lookup.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { findStore } from "#app/models/store/store.server.ts";

const LOOKUP_MAX = 254;
const clueSchema = (postcode: string) =>
  z.object({
    number: z.string().trim().min(1, "Enter your order number").max(LOOKUP_MAX, "Enter your order number"),
    email: z.string().trim().min(1, "Enter your email address").max(LOOKUP_MAX, "Enter your email address"),
    postcode: z.string().trim().min(1, `Enter your ${postcode}`).max(LOOKUP_MAX, `Enter your ${postcode}`),
  });

export async function lookUp(request: Request) {
  const { country } = await findStore();
  const form = await readForm(request, clueSchema(postcodeName(country).inSentence));
  if (!form.ok) {
    const answer = json({ errors: form.errors, values: form.values }, { status: 422 });
    return { ok: false, answer } as const;
  }
  const { number, email, postcode } = form.value;
  const values: Record<string, string> = { number, email, postcode };
  const allowed = await limit("order-lookup", clientAddress(request));
  const found = allowed.ok ? await findOrderByReference(form.value) : allowed;
  if (found.ok) return { ok: true, orderId: found.value satisfies OrderId } as const;
  const { status, message } = shopError(found);
  const errors: Record<string, string> = { number: message };
  const answer = json({ errors, values }, { status, headers: retryAfterHeader(found) });
  return { ok: false, answer } as const;
}

export async function openFoundOrder(request: Request, orderId: OrderId, path: string): Promise<Response> {
  const session = await readSession(request);
  session.addOrder(orderId);
  const cookie = await commitSession(session);
  return seeOther(path, cookie ? { "Set-Cookie": cookie } : {});
}

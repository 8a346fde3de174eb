/** The customer session that a browser's cookie names: open, ended, or none. Looked up once for each request. */
import { findSession, type FoundSession } from "#app/models/customer/session.server.ts";

import type { WithHeaders } from "./cookies.server.ts";
import { readSession } from "./session.server.ts";

export type CustomerSessionState =
  | Readonly<{ kind: "none" }>
  | (FoundSession & Readonly<{ kind: "open"; token: string }>)
  | Readonly<{ kind: "ended"; token: string }>;

const known = new WeakMap<WithHeaders, Promise<CustomerSessionState>>();

/** What the cookie of `request` says about a customer. "ended": this browser was logged in and is no longer. */
export function customerSessionOf(request: WithHeaders): Promise<CustomerSessionState> {
  const found = known.get(request) ?? lookUp(request);
  known.set(request, found);
  return found;
}

async function lookUp(request: WithHeaders): Promise<CustomerSessionState> {
  if (!request.headers.has("Cookie")) return { kind: "none" };
  const token = (await readSession(request)).customerToken();
  if (!token) return { kind: "none" };
  const found = await findSession(token, new Date());
  return found.ok ? { kind: "open", token, ...found.value } : { kind: "ended", token };
}

import { findSession, type FoundSession } from "#app/models/customer/session.server.ts";

import type { WithHeaders } from "./cookies.server.ts";
import { readSession } from "./session.server.ts";

export type CustomerSessionState =
  | Readonly<{ kind: "none" }>
  | (FoundSession & Readonly<{ kind: "open"; token: string }>)
  | Readonly<{ kind: "ended"; token: string }>;

const known = new WeakMap<WithHeaders, Promise<CustomerSessionState>>();

/** "ended": the browser was logged in and no longer is. */
export function customerSessionOf(request: WithHeaders): Promise<CustomerSessionState> {
  const found = known.get(request) ?? lookUp(request);
  known.set(request, found);
  return found;
}

/** Gives `copy`, which Remix makes of `request` for each of its loaders, the session that is looked up for `request`. */
export function shareCustomerSession(request: WithHeaders, copy: WithHeaders): void {
  known.set(copy, customerSessionOf(request));
}

async function lookUp(request: WithHeaders): Promise<CustomerSessionState> {
  if (!request.headers.has("Cookie")) return { kind: "none" };
  const token = (await readSession(request)).customerToken();
  if (!token) return { kind: "none" };
  const found = await findSession(token, new Date());
  return found.ok ? { kind: "open", token, ...found.value } : { kind: "ended", token };
}

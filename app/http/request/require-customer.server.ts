/** Guards account pages. Every loader and action calls it, because a layout's check protects nothing. */
import { redirect } from "@remix-run/node";

import type { WithHeaders } from "#app/http/session/cookies.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { endedSessionAnswer, pagePath } from "#app/http/session/ended-session.server.ts";
import { readSession, type ShopSession } from "#app/http/session/session.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import type { FoundSession } from "#app/models/customer/session.server.ts";
import { paths } from "#app/paths.ts";

export async function requireCustomer(request: Request): Promise<Customer> {
  const { customer } = await requireCustomerSession(request);
  return customer;
}

export type CustomerVisit = FoundSession & Readonly<{ token: string; browser: ShopSession }>;

export async function requireCustomerSession(request: Request): Promise<CustomerVisit> {
  const found = await customerSessionOf(request);
  if (found.kind === "none") throw redirect(paths.login({ redirectTo: pagePath(request) }), 302);
  if (found.kind === "ended") throw await endedSessionAnswer(request);
  const { customer, session, token } = found;
  return { customer, session, token, browser: await readSession(request) };
}

/** With an ended session it is null only where decision 0010 makes an exception; elsewhere a redirect came first. */
export async function findVisitor(request: WithHeaders): Promise<Customer | null> {
  const found = await customerSessionOf(request);
  return found.kind === "open" ? found.customer : null;
}

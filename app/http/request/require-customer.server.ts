/** Who may see an account page. Every loader and action there asks this first: a layout's check protects nothing. */
import { redirect } from "@remix-run/node";

import type { WithHeaders } from "#app/http/session/cookies.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { endedSessionAnswer, ownPath } from "#app/http/session/ended-session.server.ts";
import { readSession, type ShopSession } from "#app/http/session/session.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import type { FoundSession } from "#app/models/customer/session.server.ts";
import { paths } from "#app/paths.ts";

/** The customer who is asking. Throws the way to the login page where there is none. */
export async function requireCustomer(request: Request): Promise<Customer> {
  const { customer } = await requireCustomerSession(request);
  return customer;
}

/** A logged-in browser: the customer, their session's row, and the cookie with the token that names it. */
export type CustomerVisit = FoundSession & Readonly<{ token: string; browser: ShopSession }>;

/** As requireCustomer, for pages that have to do with the session itself. */
export async function requireCustomerSession(request: Request): Promise<CustomerVisit> {
  const found = await customerSessionOf(request);
  if (found.kind === "none") throw redirect(paths.login({ redirectTo: ownPath(request) }), 302);
  if (found.kind === "ended") throw await endedSessionAnswer(request);
  const { customer, session, token } = found;
  return { customer, session, token, browser: await readSession(request) };
}

/**
 * The customer who is asking, or null: for pages that everybody may see. A customer whose session is over is null only
 * where the rule about ended sessions makes an exception; everywhere else they never get here.
 */
export async function findVisitor(request: WithHeaders): Promise<Customer | null> {
  const found = await customerSessionOf(request);
  return found.kind === "open" ? found.customer : null;
}

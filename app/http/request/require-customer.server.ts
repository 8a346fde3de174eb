/** Guards account pages. Every loader and action calls it, because a layout's check protects nothing. */
import { redirect } from "@remix-run/node";

import { seeOther } from "#app/http/response/responses.server.ts";
import type { WithHeaders } from "#app/http/session/cookies.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { endedSessionAnswer, pagePath } from "#app/http/session/ended-session.server.ts";
import { commitSession, readSession, type ShopSession } from "#app/http/session/session.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { OWNER_FIELD } from "#app/models/customer/ended-session.ts";
import type { FoundSession } from "#app/models/customer/session.server.ts";
import { paths } from "#app/paths.ts";

import { readTyped } from "./form.server.ts";

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
  const browser = await readSession(request);
  if (request.method === "POST") await refuseFormOfOther(request, customer, browser);
  return { customer, session, token, browser };
}

/** Throws a redirect for a form that was opened while another customer was logged in here. */
async function refuseFormOfOther(
  request: Request,
  { id, email }: Customer,
  browser: ShopSession,
): Promise<void> {
  const { [OWNER_FIELD]: owner } = await readTyped(request.clone());
  if (!owner || owner === id) return;
  const text = `We have not saved that form, because it belonged to another account. You are logged in as ${email}.`;
  browser.setFlash({ tone: "error", text });
  throw seeOther(paths.account(), { "Set-Cookie": (await commitSession(browser)) ?? "" });
}

/** With an ended session it is null only where decision 0010 makes an exception; elsewhere a redirect came first. */
export async function findVisitor(request: WithHeaders): Promise<Customer | null> {
  const found = await customerSessionOf(request);
  return found.kind === "open" ? found.customer : null;
}

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

import { type FormResult, readTyped } from "./form.server.ts";

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
  if (request.method === "POST") {
    const values = await readTyped(request.clone());
    await refuseFormOfOther(request, { values }, { customer, path: paths.account() });
  }
  return { customer, session, token, browser };
}

/**
 * Throws a redirect to `path` for a form that was opened while another customer than `customer` was logged in here. As a
 * document, because fields on the page would keep what the other typed. `isOpen`: a guest may send the form as well.
 */
export async function refuseFormOfOther(
  request: Request,
  { values: { [OWNER_FIELD]: owner } }: Pick<FormResult<unknown>, "values">,
  { customer, path, isOpen = false }: Readonly<{ customer: Customer | null; path: string; isOpen?: boolean }>,
): Promise<void> {
  if (!owner || owner === customer?.id || (isOpen && !customer)) return;
  const browser = await readSession(request);
  const who = customer ? `You are logged in as ${customer.email}.` : "You are not logged in.";
  browser.setFlash({
    tone: "error",
    text: `That form belonged to another account, so we have not used it. ${who}`,
  });
  const headers = { "X-Remix-Reload-Document": "true", "Set-Cookie": (await commitSession(browser)) ?? "" };
  throw seeOther(path, headers);
}

/** With an ended session it is null only where decision 0010 makes an exception; elsewhere a redirect came first. */
export async function findVisitor(request: WithHeaders): Promise<Customer | null> {
  const found = await customerSessionOf(request);
  return found.kind === "open" ? found.customer : null;
}

/** Who may see an account page. Every loader and action there asks this first: a layout's check protects nothing. */
import { redirect } from "@remix-run/node";

import { findSession, type FoundSession } from "#app/models/customer-session.server.ts";
import type { Customer } from "#app/models/customer.ts";
import { keepDraft } from "#app/models/form-draft.server.ts";
import type { CustomerId } from "#app/models/ids.ts";
import { shopError } from "#app/models/shop-errors.ts";
import { paths } from "#app/paths.ts";

import type { WithHeaders } from "./cookies.server.ts";
import { loggedOutHeaders } from "./customer-cookies.server.ts";
import { readTyped } from "./form.server.ts";
import { readSession, type ShopSession } from "./session.server.ts";

/** The customer who is asking. Throws the way to the login page where there is none. */
export async function requireCustomer(request: Request): Promise<Customer> {
  const { customer } = await requireCustomerSession(request);
  return customer;
}

/** A logged-in browser: the customer, their session's row, and the cookie with the token that names it. */
export type CustomerVisit = FoundSession & Readonly<{ token: string; browser: ShopSession }>;

/** As requireCustomer, for pages that have to do with the session itself. */
export async function requireCustomerSession(request: Request): Promise<CustomerVisit> {
  const browser = await readSession(request);
  const token = browser.customerToken();
  if (!token) throw redirect(paths.login({ redirectTo: ownPath(request) }), 302);
  const found = await findSession(token, new Date());
  if (found.ok) return { ...found.value, token, browser };
  await keepTyped(request, browser.customerId());
  const { message } = shopError({ code: "CUSTOMER_EXPIRED", detail: {} });
  const headers = await loggedOutHeaders(browser, { tone: "info", text: message });
  throw redirect(paths.login({ redirectTo: ownPath(request), reason: "expired" }), { status: 302, headers });
}

/** The customer who is asking, or null: for pages that everybody may see. */
export async function findVisitor(request: WithHeaders): Promise<Customer | null> {
  const token = (await readSession(request)).customerToken();
  if (!token) return null;
  const found = await findSession(token, new Date());
  return found.ok ? found.value.customer : null;
}

/** What was typed is there again after logging in (reading 25). */
async function keepTyped(request: Request, customerId: CustomerId | null): Promise<void> {
  if (request.method !== "POST" || !customerId) return;
  const typed = await readTyped(request);
  if (Object.keys(typed).some((name) => name !== "intent"))
    await keepDraft({ customerId, path: new URL(request.url).pathname }, typed, new Date());
}

/** Where to go on after logging in: the page itself, without what Remix's scripts add to its address. */
function ownPath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  url.searchParams.delete("index");
  return url.pathname + url.search;
}

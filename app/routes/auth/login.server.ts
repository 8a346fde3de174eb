import { z } from "zod";

import { noteEvents } from "#app/http/request/analytics.server.ts";
import { takeOverSavedItems } from "#app/http/request/current-saved-list.server.ts";
import { takeOverFavourites } from "#app/http/request/current-wishlist.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { cartIdCookie, clearCartIdCookie, readCartId } from "#app/http/session/cookies.server.ts";
import { clearGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { knownDeviceCookie, readKnownDevices } from "#app/http/session/known-device.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { SAVED_LIST_FULL } from "#app/models/cart/saved-for-later.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { logInWithPasskey } from "#app/models/customer/passkeys.server.ts";
import { logIn, logOut } from "#app/models/customer/session.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { PASSKEY_ANSWER_MAX } from "#app/models/passkey/passkey.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { invalid, ownPath, refusedForm } from "./auth.server.ts";

const loginSchema = z.object({
  email: emailSchema,
  password: z
    .string()
    .default("")
    .refine((text) => text !== "", "Enter your password"),
  redirectTo: z.string().default(""),
});

const passkeySchema = z.object({
  passkey: z.string().max(PASSKEY_ANSWER_MAX).default(""),
  redirectTo: z.string().default(""),
});

export async function answerLogin(request: Request, now: Date) {
  if (new URL(request.url).searchParams.has("passkey")) return answerPasskey(request, now);
  const form = await readForm(request, loginSchema);
  if (!form.ok) return invalid(form);
  const { email, password, redirectTo } = form.value;
  const done = await logInHere(request, { email, password }, now);
  if (!done.ok) return refusedForm(done, { values: { email, redirectTo }, field: "email" });
  throw seeOther(ownPath(redirectTo) ?? paths.account(), done.value);
}

type Typed = Readonly<{ email: string; password: string; say?: string }>;

/** The headers of an answer that logs this browser in; `say` is shown on the page that it leads to. */
export async function logInHere(request: Request, { email, password, say }: Typed, now: Date) {
  const address = clientAddress(request);
  const userAgent = request.headers.get("User-Agent") ?? "";
  const devices = await readKnownDevices(request);
  const done = await logIn({ email, password, address, userAgent, devices }, now);
  if (!done.ok) return done;
  await noteEvents(request, { name: "login", properties: { method: "password" } });
  return ok(await loggedIn(request, { ...done.value, ...(say ? { say } : {}) }, now));
}

async function answerPasskey(request: Request, now: Date) {
  const form = await readForm(request, passkeySchema);
  if (!form.ok) return invalid(form);
  const { passkey: text, redirectTo } = form.value;
  const site = passkeySite("shop");
  if (!site) return refusedForm(refused("passkey-unavailable"), { values: { redirectTo } });
  const source = { address: clientAddress(request), userAgent: request.headers.get("User-Agent") ?? "" };
  const done = await logInWithPasskey({ text, site, ...source }, now);
  if (!done.ok) return refusedForm(done, { values: { redirectTo } });
  await noteEvents(request, { name: "login", properties: { method: "passkey" } });
  throw seeOther(ownPath(redirectTo) ?? paths.account(), await loggedIn(request, done.value, now));
}

type LoggedIn = Readonly<{ customer: Customer; token: string; say?: string }>;

async function loggedIn(request: Request, { customer, token, say }: LoggedIn, now: Date): Promise<Headers> {
  const [session, guestCartId] = await Promise.all([readSession(request), readCartId(request)]);
  const earlier = session.customerToken();
  if (earlier) await logOut(earlier);
  session.logIn({ customerId: customer.id, token });
  // Drops the message that requested a login.
  session.takeFlash();
  // Requirement marketing-1.
  const headers = new Headers({ "Set-Cookie": await clearGuestMarker() });
  headers.append("Set-Cookie", await knownDeviceCookie(request, customer.id));
  const taken = await takeOver(request, { customer, guestCartId }, now);
  for (const text of taken.cookies) headers.append("Set-Cookie", text);
  const notes = [...(say ? [say] : []), ...taken.notes];
  if (notes.length > 0) session.setFlash({ tone: say ? "success" : "info", text: notes.join(" ") });
  const cookie = await commitSession(session);
  if (cookie) headers.append("Set-Cookie", cookie);
  return headers;
}

type Arrival = Readonly<{ customer: Customer; guestCartId: CartId | null }>;

async function takeOver(request: Request, { customer, guestCartId }: Arrival, now: Date) {
  const cart = await unlessItFails(customer, "the basket could not be taken over", () =>
    mergeGuestCart(customer.id, guestCartId, now),
  );
  const favourites = await unlessItFails(customer, "the favourites could not be joined", () =>
    takeOverFavourites(request, customer.id, now),
  );
  const saved = await unlessItFails(customer, "the saved items could not be joined", () =>
    takeOverSavedItems(request, customer.id),
  );
  const cartCookie = cart && (await (cart.cartId ? cartIdCookie(cart.cartId) : clearCartIdCookie()));
  return {
    cookies: [cartCookie, favourites, saved?.cookie].flatMap((text) => text ?? []),
    notes: [...(cart?.notes ?? []), ...(saved?.isCut ? [SAVED_LIST_FULL] : [])],
  };
}

/** What cannot be taken over must not fail the login: it stays where it is, and the next login tries again. */
async function unlessItFails<Taken>(
  customer: Customer,
  failure: string,
  take: () => Promise<Taken>,
): Promise<Taken | null> {
  try {
    return await take();
  } catch (error) {
    logger.error({ err: error, customerId: customer.id }, failure);
    return null;
  }
}

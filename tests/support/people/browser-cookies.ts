/** The cookies that a browser would send, made by the shop's own functions. */
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";

type Browser = Readonly<{
  cartId?: CartId;
  marker?: string;
  customer?: Readonly<{ customerId: CustomerId; token: string }>;
  orderId?: OrderId;
}>;

/** The text of a Cookie header. */
export async function browserCookies({ cartId, marker, customer, orderId }: Browser): Promise<string> {
  const session = await readSession(new Request("http://localhost:3000/"));
  if (customer) session.logIn(customer);
  if (orderId) session.addOrder(orderId);
  const set = [
    cartId && (await cartIdCookie(cartId)),
    marker && (await setGuestMarker(marker)),
    await commitSession(session),
  ];
  return set.flatMap((text) => (text ? [text.split(";", 1)[0]] : [])).join("; ");
}

/** A request with the cookie of a Set-Cookie text, or without one. */
export function requestWith(cookie: string | null, headers: Readonly<Record<string, string>> = {}): Request {
  const own: Record<string, string> = cookie ? { Cookie: cookie.split(";", 1)[0] ?? "" } : {};
  return new Request("http://localhost:3000/", { headers: { ...own, ...headers } });
}

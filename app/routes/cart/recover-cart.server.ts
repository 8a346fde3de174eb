import { seeOther } from "#app/http/response/responses.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import type { Recovered } from "#app/models/cart-recovery/restore.server.ts";
import { paths } from "#app/paths.ts";

export async function basketAnswer(request: Request, { cartId, notes }: Recovered): Promise<Response> {
  const headers = new Headers();
  if (cartId) headers.append("Set-Cookie", await cartIdCookie(cartId));
  if (notes.length > 0) {
    const session = await readSession(request);
    session.setFlash({ tone: "info", text: notes.join(" ") });
    const cookie = await commitSession(session);
    if (cookie) headers.append("Set-Cookie", cookie);
  }
  return seeOther(paths.cart(), headers);
}

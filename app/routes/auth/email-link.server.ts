import { seeOther } from "#app/http/response/responses.server.ts";
import { readLinkToken, clearLinkTokenCookie } from "#app/http/server/link-token-cookie.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { isTokenUsable } from "#app/models/customer/token.server.ts";
import type { TokenPurpose } from "#app/models/customer/token.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

/** The same refusal whatever is wrong with the link. */
export const DEAD_LINK = refused("link-invalid");

export function isDeadLink({ code }: Refusal<string>): boolean {
  return code === DEAD_LINK.code;
}

/** The token that the front server moved from the address into a cookie, or null. */
export function linkToken(request: Request): Promise<string | null> {
  return readLinkToken(request);
}

/** Does not use the token up. */
export async function isLinkAlive(request: Request, purposes: ReadonlyArray<TokenPurpose>): Promise<boolean> {
  const token = await linkToken(request);
  if (!token) return false;
  const now = new Date();
  const alive = await Promise.all(purposes.map((purpose) => isTokenUsable(token, purpose, now)));
  return alive.includes(true);
}

type Leaving = Readonly<{ to: string; say: string }>;

/** Thrown: removes the token cookie and redirects with a flash message. */
export async function linkUsed(request: Request, leaving: Leaving): Promise<Response> {
  const answer = await noted(request, leaving);
  answer.headers.append("Set-Cookie", await clearLinkTokenCookie());
  return answer;
}

/** Thrown: removes the token cookie and redirects. */
export async function linkSpent(to: string): Promise<Response> {
  return seeOther(to, { "Set-Cookie": await clearLinkTokenCookie() });
}

/** Thrown: redirects with a flash message. */
export async function noted(request: Request, { to, say }: Leaving): Promise<Response> {
  const session = await readSession(request);
  session.setFlash({ tone: "success", text: say });
  const cookie = await commitSession(session);
  return seeOther(to, cookie ? { "Set-Cookie": cookie } : {});
}

/** What the pages that a link from an e-mail opens have in common: the token in its cookie, and leaving when it is used. */
import { seeOther } from "#app/http/response/responses.server.ts";
import { readLinkToken, clearLinkTokenCookie } from "#app/http/server/link-token-cookie.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { peekToken } from "#app/models/customer/token.server.ts";
import type { TokenPurpose } from "#app/models/customer/token.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

/** The refusal of every link that does not work, whatever the reason. */
export const DEAD_LINK = refused("link-invalid");

export function isDeadLink({ code }: Refusal<string>): boolean {
  return code === DEAD_LINK.code;
}

/** The token that the guard took out of the link's address, or null. */
export function linkToken(request: Request): Promise<string | null> {
  return readLinkToken(request);
}

/** True when this browser holds a token that would work now for one of `purposes`. It is only looked at. */
export async function isLinkAlive(request: Request, purposes: ReadonlyArray<TokenPurpose>): Promise<boolean> {
  const token = await linkToken(request);
  if (!token) return false;
  const now = new Date();
  const alive = await Promise.all(purposes.map((purpose) => peekToken(token, purpose, now)));
  return alive.includes(true);
}

type Leaving = Readonly<{ to: string; say: string }>;

/** To be thrown: the token leaves this browser, and the page at `to` says what was done. */
export async function linkUsed(request: Request, leaving: Leaving): Promise<Response> {
  const answer = await noted(request, leaving);
  answer.headers.append("Set-Cookie", await clearLinkTokenCookie());
  return answer;
}

/** To be thrown: the token leaves this browser, and the page at `to` speaks for itself. */
export async function linkSpent(to: string): Promise<Response> {
  return seeOther(to, { "Set-Cookie": await clearLinkTokenCookie() });
}

/** To be thrown: the page at `to` says what was done. */
export async function noted(request: Request, { to, say }: Leaving): Promise<Response> {
  const session = await readSession(request);
  session.setFlash({ tone: "success", text: say });
  const cookie = await commitSession(session);
  return seeOther(to, cookie ? { "Set-Cookie": cookie } : {});
}

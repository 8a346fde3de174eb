import type { ActionFunctionArgs } from "@remix-run/node";

import { seeOther } from "#app/http/response/responses.server.ts";
import { comparedCookie } from "#app/http/session/compare-cookie.server.ts";
import { clearCartIdCookie } from "#app/http/session/cookies.server.ts";
import { CLEAR_STORAGE } from "#app/http/session/customer-cookies.server.ts";
import { commitSession, readSession, type ShopSession } from "#app/http/session/session.server.ts";
import { logOut } from "#app/models/customer/session.server.ts";
import { paths } from "#app/paths.ts";

export function loader() {
  throw seeOther(paths.account());
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await readSession(request);
  const token = session.customerToken();
  if (token) await logOut(token);
  session.logOut();
  forgetVisit(session);
  session.setFlash({ tone: "success", text: "You have logged out." });
  const headers = new Headers();
  // The cart stays with the account.
  if (token) headers.append("Set-Cookie", await clearCartIdCookie());
  headers.append("Set-Cookie", await comparedCookie([]));
  const cookie = await commitSession(session);
  if (cookie) headers.append("Set-Cookie", cookie);
  headers.set(...CLEAR_STORAGE);
  throw seeOther(paths.login(), headers);
}

/** The next person at this browser must see neither orders nor viewed products. */
function forgetVisit(session: ShopSession): void {
  while (session.dropOldest());
}

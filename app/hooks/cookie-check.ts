/** In the browser: believes an answer that is kept in a cookie only if that cookie comes back. */
import { redirect } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";

import type { KeptInCookie } from "#app/models/platform/cookie-check.ts";
import { paths } from "#app/paths.ts";

/** What the server adds to an answer that gives the browser its first cookie. */
type Checked = Readonly<{ cookieCheck?: KeptInCookie }>;

/**
 * A `clientAction` for every route whose action answers scripts with data and a cookie. Where the browser refuses the
 * cookie it leads to the page that says so, and nobody sees the answer.
 */
export async function cookieCheckedAction({ serverAction }: ClientActionFunctionArgs) {
  const answer = await serverAction();
  const kept = typeof answer === "object" && answer !== null && (answer as Checked).cookieCheck;
  if (!kept || (await sendsCookies())) return answer;
  const { pathname, search } = window.location;
  throw redirect(paths.cookiesOff({ kept, from: pathname + search }));
}

/** True unless the shop says that this browser's request had no cookie: a shop that cannot be asked says nothing. */
async function sendsCookies(): Promise<boolean> {
  try {
    const answer = await fetch(paths.cookieCheck(), { cache: "no-store" });
    const { hasCookie } = (await answer.json()) as Readonly<{ hasCookie?: boolean }>;
    return hasCookie !== false;
  } catch {
    return true;
  }
}

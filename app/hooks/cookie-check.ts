import { redirect } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";

import type { StoredInCookie } from "#app/models/platform/cookie-check.ts";
import { paths } from "#app/paths.ts";

type Checked = Readonly<{ cookieCheck?: StoredInCookie }>;

/** If the browser refuses the cookie, the visitor goes to the page that explains it. */
export async function cookieCheckedAction({ serverAction }: ClientActionFunctionArgs) {
  const answer = await serverAction();
  const stored = typeof answer === "object" && answer !== null && (answer as Checked).cookieCheck;
  if (!stored || (await sendsCookies())) return answer;
  const { pathname, search } = window.location;
  throw redirect(paths.cookiesOff({ stored, from: pathname + search }));
}

/** True if the check itself fails. */
async function sendsCookies(): Promise<boolean> {
  try {
    const answer = await fetch(paths.cookieCheck(), { cache: "no-store" });
    const { hasCookie } = (await answer.json()) as Readonly<{ hasCookie?: boolean }>;
    return hasCookie !== false;
  } catch {
    return true;
  }
}

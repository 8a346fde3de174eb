/** One-click unsubscribe by mail programs (RFC 8058); the front server has moved the token into a cookie. */
import type { ActionFunctionArgs } from "@remix-run/node";

import { seeOther } from "#app/http/response/responses.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { leaveNewsletter } from "#app/models/newsletter/subscription.server.ts";
import { paths } from "#app/paths.ts";

/** A person gets the page with the button. */
export function loader() {
  throw seeOther(paths.newsletterUnsubscribe());
}

/** The same answer for every token, so that nobody learns which are valid. */
export async function action({ request }: ActionFunctionArgs) {
  await leaveNewsletter({ token: (await readLinkToken(request)) ?? "" }, new Date());
  return new Response("Done\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

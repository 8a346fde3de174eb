/** /newsletter/one-click: where mail programs POST to end the letters (RFC 8058). The guard has taken the secret from the address. */
import type { ActionFunctionArgs } from "@remix-run/node";

import { seeOther } from "#app/http/response/responses.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { leaveNewsletter } from "#app/models/newsletter/subscription.server.ts";
import { paths } from "#app/paths.ts";

/** A person who follows the address gets the page with the button. */
export function loader() {
  throw seeOther(paths.newsletterUnsubscribe());
}

/** The same answer for every secret: nobody learns which are alive. */
export async function action({ request }: ActionFunctionArgs) {
  await leaveNewsletter({ token: (await readLinkToken(request)) ?? "" }, new Date());
  return new Response("Done\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

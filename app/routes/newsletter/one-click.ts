/** /newsletter/one-click: where mail programs POST to end the letters (RFC 8058). No cookie is looked at. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { seeOther } from "#app/http/responses.server.ts";
import { leaveNewsletter } from "#app/models/subscription.server.ts";
import { paths } from "#app/paths.ts";

/** A person who follows the address gets the page with the button. */
export function loader({ request }: LoaderFunctionArgs) {
  throw seeOther(paths.newsletterUnsubscribe({ token: tokenOf(request) }));
}

/** The same answer for every secret: nobody learns which are alive. */
export async function action({ request }: ActionFunctionArgs) {
  await leaveNewsletter({ token: tokenOf(request) }, new Date());
  return new Response("Done\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

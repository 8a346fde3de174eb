/** What is answered where nothing lives: the way to the new address when the shop knows one (301). */
import { findRedirect } from "#app/models/redirect.server.ts";
import { withQueryOf } from "#app/models/redirect.ts";

import { movedPermanently, notFound } from "./responses.server.ts";

/** To be thrown: 301 to where the address leads by the redirect table, else `otherwise`, else 404. */
export async function elsewhere(request: Request, otherwise = notFound(request)): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = await findRedirect(pathname);
  return target === null ? otherwise : movedPermanently(withQueryOf(target, search));
}

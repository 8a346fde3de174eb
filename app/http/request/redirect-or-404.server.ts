import { movedPermanently, notFound } from "#app/http/response/responses.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { withQueryOf } from "#app/models/catalogue/redirects/redirect.ts";

/** To be thrown: 301 by the redirect table, else `otherwise`, else 404. */
export async function elsewhere(request: Request, otherwise = notFound(request)): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = await findRedirect(pathname);
  return target === null ? otherwise : movedPermanently(withQueryOf(target, search));
}

import { movedPermanently, notFound } from "#app/http/response/responses.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";

/** To be thrown: 301 by the redirect table, else `otherwise`, else 301 to the address in small letters, else 404. */
export async function elsewhere(
  request: Request,
  otherwise = inLowerCase(request) ?? notFound(request),
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = await findRedirect(pathname, search);
  return target === null ? otherwise : movedPermanently(target);
}

/** Phones capitalise what is typed. Null where nothing would change, or what is encoded might. */
function inLowerCase(request: Request): Response | null {
  const { pathname, search } = new URL(request.url);
  const small = pathname.toLowerCase();
  return small === pathname || pathname.includes("%") ? null : movedPermanently(small + search);
}

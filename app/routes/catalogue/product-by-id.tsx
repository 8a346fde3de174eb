import type { LoaderFunctionArgs } from "@remix-run/node";

import { lastPathSegment } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { movedPermanently } from "#app/http/response/responses.server.ts";
import { findProductPath, resolveProduct } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";

export { NoPage as default } from "#app/components/layout/no-page.tsx";

/**
 * /products/{id}, used in feeds, emails and cart lines, and /products/{slug}, as other shops have it: redirects to the
 * canonical address (requirement routes-2).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const name = lastPathSegment(request);
  const { search } = new URL(request.url);
  const path = /^[1-9]\d{0,8}$/.test(name) ? await findProductPath(Number(name)) : await pathBySlug(name);
  const target = path ? path + search : await findRedirect(`/p/${encodeURIComponent(name)}`, search);
  if (!target) throw await elsewhere(request);
  return movedPermanently(target);
}

async function pathBySlug(slug: string): Promise<string | null> {
  const found = await resolveProduct([slug]);
  return found?.kind === "found" ? findProductPath(found.productId) : (found?.path ?? null);
}

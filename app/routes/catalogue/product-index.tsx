import type { LoaderFunctionArgs } from "@remix-run/node";

import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findProductPath, resolveProduct } from "#app/models/catalogue/product.server.ts";
import { paths } from "#app/paths.ts";

export { NoPage as default } from "#app/components/layout/no-page.tsx";

/** /product: redirects to the departments, or with `?id=` or `?slug=` to a product (requirement routes-1). */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const id = query.get("id");
  const slug = query.get("slug");
  if (!id && !slug) return seeOther(paths.categories());
  const path = id ? await pathOfId(id) : await pathOfSlug(slug ?? "");
  if (!path) throw await elsewhere(request);
  return seeOther(path);
}

async function pathOfId(id: string): Promise<string | null> {
  return /^[1-9]\d{0,8}$/.test(id) ? findProductPath(Number(id)) : null;
}

async function pathOfSlug(slug: string): Promise<string | null> {
  const resolved = await resolveProduct([slug]);
  if (!resolved) return null;
  return resolved.kind === "moved" ? resolved.path : findProductPath(resolved.productId);
}

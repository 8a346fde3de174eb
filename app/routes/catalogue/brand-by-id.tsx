import type { LoaderFunctionArgs } from "@remix-run/node";

import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findBrand, findBrandSlug } from "#app/models/catalogue/brand.server.ts";
import { paths } from "#app/paths.ts";

export { NoPage as default } from "#app/components/layout/no-page.tsx";

/** /brand: redirects to the list, or with `?id=` or `?slug=` to a brand (requirement routes-1). */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const id = query.get("id");
  const slug = query.get("slug");
  if (!id && !slug) return seeOther(paths.brands());
  const found = id ? await slugOfId(id) : (await findBrand(slug ?? ""))?.slug;
  if (!found) throw await elsewhere(request);
  return seeOther(paths.brand(found));
}

async function slugOfId(id: string): Promise<string | null> {
  return /^[1-9]\d{0,8}$/.test(id) ? findBrandSlug(Number(id)) : null;
}

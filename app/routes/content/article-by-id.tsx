/** /blog/article: redirects to the article in ?id= or ?slug=, or to the list (requirement routes-1). */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { requireContent } from "#app/http/request/require-content.server.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findArticle, findArticleBySlug } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

export { NoPage as default } from "#app/components/layout/no-page.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const [id, slug] = [query.get("id"), query.get("slug")];
  if (!id && !slug) return seeOther(paths.blog());
  await requireContent();
  const article = id ? await findArticle(id) : await findArticleBySlug(slug ?? "");
  if (!article) throw await elsewhere(request);
  return seeOther(paths.article(article.section.slug, article.id));
}

/** /blog/article: goes on to the article in ?id=, or to the list (reading 1). */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { notFound, seeOther } from "#app/http/responses.server.ts";
import { findArticle } from "#app/models/content.server.ts";
import { paths } from "#app/paths.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("id");
  if (!id) return seeOther(paths.blog());
  const article = await findArticle(id);
  if (!article) throw notFound(request);
  return seeOther(paths.article(article.section.slug, article.id));
}

/** Never shown. A route without a component would answer a miss with bare text instead of the shop's own page. */
export default function ArticleById() {
  return null;
}

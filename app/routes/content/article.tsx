import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { AmountsNote } from "#app/components/content/amounts-note.tsx";
import { ArticleContents } from "#app/components/content/article-contents.tsx";
import { ArticleHead } from "#app/components/content/article-head.tsx";
import styles from "#app/components/content/article-layout.module.css";
import { ArticleNeighbours } from "#app/components/content/article-neighbours.tsx";
import { ArticleTopics } from "#app/components/content/article-topics.tsx";
import { ArticleGrid } from "#app/components/content/article-grid.tsx";
import { framedPreview } from "#app/components/content/page-preview.tsx";
import { Prose } from "#app/components/content/prose.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { requireContent } from "#app/http/request/require-content.server.ts";
import { movedPermanently } from "#app/http/response/responses.server.ts";
import { shopMeta } from "#app/http/response/shop-meta.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import {
  findArticle,
  findArticleNeighbours,
  listArticlesToReadNext,
  listProductsOfArticle,
} from "#app/models/content/content.server.ts";
import { articleMarkup } from "#app/models/seo/schema-org.ts";
import { paths } from "#app/paths.ts";

import { findArticlePreview, noPageForm, pagePreviewMark } from "./page-preview.server.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

/** In pixels; one of the generated widths. */
const IMAGE_WIDTH = 1280;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const preview = await findArticlePreview(request);
  if (!preview) await requireContent();
  const article = preview ?? (await findArticle(params["articleId"] ?? ""));
  if (!article) throw await elsewhere(request);
  const path = paths.article(article.section.slug, article.id);
  if (!preview && params["slug1"] && params["slug1"] !== article.section.slug) throw movedPermanently(path);

  const [store, neighbours, next, products] = await Promise.all([
    findStore(),
    findArticleNeighbours(article),
    listArticlesToReadNext(article),
    listProductsOfArticle(article, new Date()),
  ]);
  return json({
    ...pagePreviewMark(preview),
    article,
    neighbours,
    next,
    products,
    locale: store.locale,
    site: { origin: shopOrigin(), path, storeName: store.name },
    meta: await shopMeta({
      title: article.pageTitle,
      description: article.metaDescription,
      canonicalPath: path,
      // Share cards need an image of the shop's own; others show the shop's name.
      image: article.image.file.includes(":") ? null : article.image.file,
      kind: "article",
      feed: { path: paths.blogFeed(), title: `${store.name}: the journal` },
    }),
  });
}

export const action = noPageForm;

export default function ArticlePage() {
  const { article, neighbours, next, products, locale, site, isPreview } = useLoaderData<typeof loader>();
  const crumbs = [
    { name: "Journal", path: paths.blog() },
    { name: article.title, path: null },
  ];
  const page = (
    <>
      <StructuredData
        schemas={
          import.meta.env.SSR
            ? [
                articleMarkup(article, {
                  ...site,
                  imagePath: paths.image(article.image.file, IMAGE_WIDTH),
                }),
              ]
            : null
        }
        path={site.path}
      />
      <article className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <ArticleHead article={article} locale={locale} />
        <div className={styles.text}>
          <ArticleContents contents={article.contents} />
          <AmountsNote html={article.html} />
          <Prose html={article.html} />
          <ArticleTopics article={article} />
          <ArticleNeighbours previous={neighbours.previous} next={neighbours.next} />
        </div>
      </article>
      {products.length > 0 ? (
        <TitledSection
          className="section wrap no-print"
          id="related"
          look="d-lg below-8"
          title="Products in this article"
        >
          <ProductGrid products={products} level={3} />
        </TitledSection>
      ) : null}
      {next.length > 0 ? (
        <TitledSection className="section wrap no-print" id="next" look="d-lg below-8" title="Read next">
          <ArticleGrid articles={next} level={3} />
        </TitledSection>
      ) : null}
    </>
  );
  return framedPreview(page, isPreview);
}

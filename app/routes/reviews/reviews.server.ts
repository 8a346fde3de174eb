import type { ReviewsProps } from "#app/components/product/reviews.tsx";
import { pathSegments } from "#app/http/request/path-params.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { findVoter } from "#app/http/session/review-voter.server.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import { findOwnCard } from "#app/models/catalogue/product-summaries.server.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { hiddenFieldsOf, readReviewQuery } from "#app/models/review/list.ts";
import { findReviewPage } from "#app/models/review/review.server.ts";
import { dateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

/** Throws a 404 for an unknown or hidden product. */
export async function reviewedProduct(request: Request): Promise<ProductSummary> {
  const id = pathSegments(request)[1] ?? "";
  const product = /^[1-9]\d{0,8}$/.test(id) ? await findOwnCard(Number(id), new Date()) : null;
  if (!product) throw notFound(request);
  return product;
}

export async function reviewFragment(
  request: Request,
  product: Pick<Product, "id" | "path" | "rating">,
  store: Store,
): Promise<ReviewsProps> {
  const { searchParams } = new URL(request.url);
  const query = readReviewQuery(searchParams);
  const { reviews, ...counts } = await findReviewPage(product.id, query, await findVoter(request));
  return {
    productId: product.id,
    path: product.path,
    rating: product.rating,
    query: { ...query, page: counts.page },
    hiddenFields: hiddenFieldsOf(searchParams),
    ...counts,
    reviews: reviews.map((review) => ({
      ...review,
      day: dateText(review.createdAt, store),
      photos: review.photos.map(({ hash, width, height }, index) => ({
        href: paths.reviewPhoto(hash),
        image: {
          src: paths.reviewPhoto(hash, "small"),
          alt: `Photograph by ${review.author}, ${index + 1} of ${review.photos.length}`,
          width,
          height,
        },
      })),
    })),
  };
}

import type { ReviewsProps } from "#app/components/product/reviews.tsx";
import { findVoter } from "#app/http/session/review-voter.server.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import { hiddenFieldsOf, readReviewQuery } from "#app/models/review/list.ts";
import { findReviewPage } from "#app/models/review/review.server.ts";
import type { Store } from "#app/models/store/store.ts";

export async function reviewFragment(
  request: Request,
  product: Pick<Product, "id" | "path" | "rating">,
  store: Store,
): Promise<ReviewsProps> {
  const { searchParams } = new URL(request.url);
  const query = readReviewQuery(searchParams);
  const { reviews, ...counts } = await findReviewPage(product.id, query, await findVoter(request));
  const format = new Intl.DateTimeFormat(store.locale, { dateStyle: "long", timeZone: store.timeZone });
  return {
    productId: product.id,
    path: product.path,
    rating: product.rating,
    query: { ...query, page: counts.page },
    hiddenFields: hiddenFieldsOf(searchParams),
    ...counts,
    reviews: reviews.map((review) => ({ ...review, day: format.format(new Date(review.createdAt)) })),
  };
}

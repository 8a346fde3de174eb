import { Link } from "@remix-run/react";

import { ReviewItem, type ShownReview } from "#app/components/review/review-item.tsx";
import { ReviewSortForm } from "#app/components/review/review-sort-form.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { MeterBar } from "#app/components/ui/meter-bar.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import type { Rating } from "#app/models/catalogue/rating.ts";
import { type ReviewQuery, reviewQueryText } from "#app/models/review/list.ts";
import { paths } from "#app/paths.ts";

import styles from "./reviews.module.css";

export type ReviewsProps = Readonly<{
  productId: number;
  path: string;
  rating: Rating | null;
  query: ReviewQuery;
  hiddenFields: ReadonlyArray<readonly [string, string]>;
  reviews: ReadonlyArray<ShownReview>;
  /** Reviews with the selected rating. */
  total: number;
  page: number;
  pageCount: number;
}>;

export function Reviews(props: ReviewsProps) {
  return (
    <CachedFragment
      as="section"
      className={`wrap sidebar ${styles.reviews}`}
      aria-labelledby="reviews"
      part={ReviewsBody}
      of={props}
    />
  );
}

function ReviewsBody(props: ReviewsProps) {
  const { rating } = props;
  return (
    <>
      <div className={`column ${styles.summary}`}>
        <h2 className="d-lg" id="reviews">
          Reviews
        </h2>
        {rating ? (
          <>
            <p className={styles.average}>
              <span className={styles.figure}>{rating.average.toFixed(1)}</span>{" "}
              <span className="sm muted">
                out of 5,
                <br />
                from {rating.count === 1 ? "1 person" : `${rating.count} people`}
              </span>
            </p>
            <Distribution {...props} rating={rating} />
          </>
        ) : (
          <p className="muted">No reviews yet. If you own one, your review will help other families.</p>
        )}
        <div>
          <ButtonLink kind="line" to={paths.writeReview(props.productId)}>
            Write a review
          </ButtonLink>
        </div>
        <p className="xs muted">
          We read every review before publishing it, and publish good and bad reviews alike.{" "}
          <Link to={paths.information("reviews")}>How reviews work</Link>
        </p>
      </div>
      {rating ? <ReviewList {...props} /> : null}
    </>
  );
}

function addressOf({ path, query, hiddenFields }: ReviewsProps, change: Partial<ReviewQuery>): string {
  return `${path}${reviewQueryText({ ...query, page: 1, ...change }, hiddenFields)}#reviews`;
}

function Distribution(props: ReviewsProps & Readonly<{ rating: Rating }>) {
  const { rating, query } = props;
  return (
    <ul className={styles.bars}>
      {rating.distribution.map(({ stars, count }) => {
        const name = stars === 1 ? "1 star" : `${stars} stars`;
        const bar = (
          <>
            <span>
              {name}
              <span className="visually-hidden">:</span>
            </span>
            <MeterBar value={count / rating.count} tone="star" />
            <span className="muted tnum">
              {count}
              <span className="visually-hidden">{count === 1 ? " review" : " reviews"}</span>
            </span>
          </>
        );
        return (
          <li key={stars}>
            {count > 0 ? (
              <Link
                className={styles.bar}
                to={addressOf(props, { stars })}
                aria-current={query.stars === stars ? "true" : undefined}
              >
                {bar}
              </Link>
            ) : (
              <span className={styles.bar}>{bar}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ReviewList(props: ReviewsProps) {
  const { path, query, hiddenFields, reviews, total, page, pageCount } = props;
  return (
    <div className="column gap-6">
      <div className={`cluster gap-3 gap-x-6 ${styles.toolbar}`}>
        <p role="status">
          <b className="strong">{total === 1 ? "1 review" : `${total} reviews`}</b>
          {query.stars === null ? null : (
            <span className="muted"> with {query.stars === 1 ? "1 star" : `${query.stars} stars`}</span>
          )}
        </p>
        {query.stars === null ? null : (
          <Link className="link" to={addressOf(props, { stars: null })}>
            Show all reviews
          </Link>
        )}
        {total > 1 ? <ReviewSortForm path={path} query={query} hiddenFields={hiddenFields} /> : null}
      </div>
      <div>
        {reviews.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            address={`${path}${reviewQueryText(query, hiddenFields)}`}
          />
        ))}
      </div>
      <Pagination
        page={page}
        pageCount={pageCount}
        href={(each) => addressOf(props, { page: each })}
        label="Review pages"
      />
    </div>
  );
}

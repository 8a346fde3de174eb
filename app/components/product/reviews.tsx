import { Icon } from "#app/components/ui/icon.tsx";
import { MeterBar } from "#app/components/ui/meter-bar.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import type { Rating, Review } from "#app/models/review.ts";

import styles from "./reviews.module.css";

/** A review with its day already in words: components have no clock and no time zone. */
export type DatedReview = Review & Readonly<{ day: string }>;

export type ReviewsProps = Readonly<{ reviews: ReadonlyArray<DatedReview>; rating: Rating }>;

export function Reviews({ reviews, rating }: ReviewsProps) {
  return (
    <section className={`wrap ${styles.reviews}`} aria-labelledby="reviews">
      <div className={styles.summary}>
        <h2 className="d-lg" id="reviews">
          Reviews
        </h2>
        <p className={styles.average}>
          <span className={styles.figure}>{rating.average.toFixed(1)}</span>
          <span className="sm muted">
            out of 5,
            <br />
            from {rating.count === 1 ? "1 person" : `${rating.count} people`}
          </span>
        </p>
        <Distribution rating={rating} />
      </div>
      <div>
        {reviews.map((review) => (
          <ReviewText key={review.id} review={review} />
        ))}
      </div>
    </section>
  );
}

function Distribution({ rating }: Readonly<{ rating: Rating }>) {
  return (
    <ul className={styles.bars}>
      {rating.distribution.map(({ stars, count }) => (
        <li key={stars}>
          <span>
            {stars === 1 ? "1 star" : `${stars} stars`}
            <span className="visually-hidden">:</span>
          </span>
          <MeterBar value={count / rating.count} tone="star" />
          <span className="muted tnum">{count}</span>
        </li>
      ))}
    </ul>
  );
}

function ReviewText({ review }: Readonly<{ review: DatedReview }>) {
  return (
    <article className={styles.review}>
      <StarRating value={review.rating} />
      <h3 className="d-xs">{review.title}</h3>
      <p>{review.body}</p>
      {review.shopReply ? (
        <p className={styles.reply}>
          <b>Our reply:</b> {review.shopReply}
        </p>
      ) : null}
      <footer>
        <b className="strong">{review.author}</b>
        <time dateTime={review.createdAt.slice(0, 10)}>{review.day}</time>
        {review.isVerified ? (
          <span className={styles.bought}>
            <Icon name="check" size="small" />
            Bought here
          </span>
        ) : null}
      </footer>
    </article>
  );
}

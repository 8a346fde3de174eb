import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import type { Review } from "#app/models/review/review.ts";
import { paths } from "#app/paths.ts";

import styles from "./review-item.module.css";

/** The day in words: components have no clock. */
export type ShownReview = Review &
  Readonly<{
    day: string;
    isVoted: boolean;
    photos: ReadonlyArray<Readonly<{ href: string; image: Photo }>>;
  }>;

/** The size is that of the whole picture, which has the same shape. */
type Photo = Readonly<{ src: string; alt: string; width: number; height: number }>;

type ItemProps = Readonly<{
  review: ShownReview;
  address: string;
}>;

export function ReviewItem({ review, address }: ItemProps) {
  return (
    <article
      className={`column gap-2 ${styles.review}`}
      id={`review-${review.id}`}
      aria-labelledby={`review-title-${review.id}`}
    >
      <StarRating readOnly size={16} value={review.rating} />
      <h3 className="d-xs" id={`review-title-${review.id}`}>
        {review.title}
      </h3>
      <p className="pre-line measure">{review.body}</p>
      <p className={`cluster ${styles.photos}`}>
        {review.photos.map(({ href, image }) => (
          <a key={href} href={href}>
            <img {...image} alt={image.alt} loading="lazy" />
          </a>
        ))}
      </p>
      {review.shopReply ? (
        <p className="quote pre-line measure">
          <b>Our reply:</b> {review.shopReply}
        </p>
      ) : null}
      <footer className="cluster gap-1 gap-x-3 xs muted">
        <b className="strong">{review.author}</b>{" "}
        <time dateTime={review.createdAt.slice(0, 10)}>{review.day}</time>{" "}
        {review.isVerified ? (
          <span className="icon-text gap-1">
            <Icon name="check" size="small" />
            Verified purchase
          </span>
        ) : null}
      </footer>
      <Helpful review={review} address={address} />
    </article>
  );
}

function Helpful({ review, address }: ItemProps) {
  const { id, helpfulCount, isVoted, title } = review;
  const count = helpfulCount === 1 ? "1 person" : `${helpfulCount} people`;
  return (
    <div className="cluster gap-1 gap-x-4">
      {helpfulCount > 0 ? <span className="sm muted">{count} found this helpful</span> : null}
      {isVoted ? (
        <span className="sm icon-text gap-1">
          <Icon name="check" size="small" />
          You found this helpful
        </span>
      ) : (
        <Form method="post" action={paths.reviewHelpful(id)} preventScrollReset>
          <input type="hidden" name="redirectTo" value={address} />
          <SubmitButton kind="quiet" label="Helpful" pendingLabel="Helpful" describe={`: ${title}`} />
        </Form>
      )}
    </div>
  );
}

import type { ReactNode } from "react";

import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { DeskErrors, DeskNotice, DeskSelect, DeskText, More, HiddenFields } from "./desk-form.tsx";
import { DeskViews, NothingFound, type ViewLink } from "./list-parts.tsx";
import { ManyReviewsResult, type ReviewsAnswer, ReviewsBar } from "./reviews/many-reviews.tsx";
import { ListFoot } from "./desk-table.tsx";
import { EmptyList } from "./shop/empty-list.tsx";
import { PickBox } from "./desk-parts.tsx";

export type DeskReviewRow = Readonly<{
  id: number;
  status: "waiting" | "published" | "rejected";
  rating: number;
  title: string;
  body: string;
  author: string;
  who: string;
  isVerified: boolean;
  /** Null where the role does not see it. */
  email: string | null;
  product: string;
  href: string;
  written: string;
  reply: string;
  photos: ReadonlyArray<DeskPhoto>;
}>;

/** `width` and `height` are those of the whole image, which has the small one's shape. */
type DeskPhoto = Readonly<{ number: number; href: string; src: string; width: number; height: number }>;

type Props = Readonly<{
  view: string;
  done: string | null;
  isOne: boolean;
  views: ReadonlyArray<ViewLink>;
  reviews: ReadonlyArray<DeskReviewRow>;
  next: string | null;
  reasons: ReadonlyArray<string>;
  mayDecide: boolean;
  answer: ReviewsAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  publish:
    "The review is published. Its author gets an email after two minutes, unless you reject it before.",
  reply: "The reply is saved and the review is published.",
  reject: "The review is rejected. Publish it under “Rejected” to take that back.",
  photo: "The photograph is removed for good.",
  before: "Nothing has changed: it was like this before.",
};

export function ReviewsPage({ view, done, isOne, views, reviews, next, answer, ...rest }: Props) {
  const { mayDecide, reasons } = rest;
  const isMany = mayDecide && !isOne;
  const labels = Object.fromEntries(
    reviews.flatMap(({ id, title }) => [
      [`reply${id}`, `Reply to “${title}”`],
      [`reason${id}`, `Why “${title}” is rejected`],
    ]),
  );
  return (
    <>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <ManyReviewsResult answer={answer} />
      <DeskErrors answer={answer} labels={{ ...labels, reasonChosen: "Why they are rejected" }} />
      <DeskHead
        title="Reviews"
        sub="Stars are no reason to reject: only what is unlawful, personal or not about the product."
      />
      <DeskViews
        views={views}
        current={isOne ? null : view}
        hrefOf={(key) => deskPaths.reviews({ view: key })}
      />
      {reviews.length === 0 ? (
        <NoReviews view={view} isOne={isOne} />
      ) : (
        <form className="panel panel--flush bulkform" method="post">
          {/* The first button is the one that Enter presses: it decides nothing. */}
          {mayDecide ? (
            <button className="vh" name="do" value="stay" tabIndex={-1} aria-hidden="true">
              Stay here
            </button>
          ) : null}
          <ul className="lines review-list">
            {reviews.map((review) => (
              <Review key={review.id} review={review} answer={answer} isPickable={isMany} {...rest} />
            ))}
          </ul>
          {isMany ? <ReviewsBar view={view} reasons={reasons} answer={answer} /> : null}
          <ListFoot next={next} />
        </form>
      )}
    </>
  );
}

type ReviewProps = Pick<Props, "reasons" | "mayDecide" | "answer"> &
  Readonly<{ review: DeskReviewRow; isPickable: boolean }>;

const REVIEWS_HERE: Readonly<Record<string, string>> = {
  waiting: "No review is waiting. What customers write shows up here before anybody sees it.",
  published: "No review is published. What you publish shows up here.",
  rejected: "No review is rejected. What you reject shows up here, with your reason.",
};

function NoReviews({ view, isOne }: Readonly<{ view: string; isOne: boolean }>) {
  if (isOne) return <NothingFound>This review is gone.</NothingFound>;
  return <EmptyList href={deskPaths.reviews()}>{REVIEWS_HERE[view] ?? ""}</EmptyList>;
}

function Review({ review, mayDecide, isPickable, ...form }: ReviewProps) {
  const { rating, title, body, author, who, isVerified, email, product, href, written, reply } = review;
  return (
    <li>
      {isPickable ? (
        <PickBox name={`n${review.id}`} isChosen={form.answer.values[`n${review.id}`] === "on"}>
          Choose: {title}, by {author}
        </PickBox>
      ) : null}
      <h2 className="h2 acts">
        <span className="stars" role="img" aria-label={`${rating} of 5 stars`}>
          {"★".repeat(rating)}
          <span className="off">{"★".repeat(5 - rating)}</span>
        </span>
        {title}
      </h2>
      <p className="quote pre">{body}</p>
      <p className="sm acts">
        {author}
        {email ? <span className="muted">{email}</span> : null}
        <span className={isVerified ? "tag tag--ok" : "tag"}>{who}</span>
        <span className="muted">
          for <a href={href}>{product}</a>, {written}
        </span>
      </p>
      {review.photos.length === 0 ? null : <Photos review={review} mayRemove={mayDecide} />}
      {reply ? (
        <p className="sm pre">
          <b>Our reply:</b> {reply}
        </p>
      ) : null}
      {mayDecide ? <Steps review={review} {...form} /> : null}
    </li>
  );
}

function Photos({ review, mayRemove }: Readonly<{ review: DeskReviewRow; mayRemove: boolean }>) {
  return (
    <ul className="acts">
      {review.photos.map(({ number, href, ...image }) => (
        <li key={number} className="stack-s">
          <a href={href}>
            <img {...image} alt={`Photograph ${number} by ${review.author}`} loading="lazy" />
          </a>
          {mayRemove ? (
            <button className="btn btn--line" name="do" value={`photo-${review.id}-${number}`}>
              Remove
              <span className="vh">
                {" "}
                photograph {number} of: {review.title}
              </span>
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type StepProps = Omit<ReviewProps, "mayDecide" | "isPickable">;

/** A screen reader says of which review. */
function Named({ title, children }: Readonly<{ title: string; children: ReactNode }>) {
  return (
    <span>
      {children}
      <span className="vh">: {title}</span>
    </span>
  );
}

function Steps(props: StepProps) {
  const { id, status, title, reply } = props.review;
  return (
    <div className="acts top">
      <HiddenFields values={{ [`shown${id}`]: status, [`before${id}`]: reply }} />
      {status === "published" ? null : (
        <button className="btn" name="do" value={`publish-${id}`}>
          <Named title={title}>Publish</Named>
        </button>
      )}
      <ReplyStep {...props} />
      {status === "rejected" ? null : <RejectStep {...props} />}
    </div>
  );
}

function ReplyStep({ review: { id, status, title, reply }, answer }: StepProps) {
  const name = `reply${id}`;
  const isPublished = status === "published";
  const step = isPublished ? (reply ? "Change the reply" : "Reply") : "Publish and reply";
  return (
    <More title={<Named title={title}>{step}…</Named>} isOpen={(answer.values[name] ?? reply) !== reply}>
      <div className="stack">
        <DeskText
          name={name}
          label={<Named title={title}>Our reply</Named>}
          answer={answer}
          value={reply}
          rows={3}
          maxLength={2_000}
        />
        <button className="btn btn--line" name="do" value={`reply-${id}`}>
          <Named title={title}>{isPublished ? "Save the reply" : "Publish and reply"}</Named>
        </button>
      </div>
    </More>
  );
}

function RejectStep({ review: { id, title }, reasons, answer }: StepProps) {
  const name = `reason${id}`;
  return (
    <More title={<Named title={title}>Reject…</Named>} isOpen={Boolean(answer.errors[name])}>
      <div className="stack">
        <DeskSelect
          name={name}
          label={<Named title={title}>Why</Named>}
          answer={answer}
          options={reasons.map((reason) => ({ value: reason, text: reason }))}
        />
        <button className="btn btn--danger" name="do" value={`reject-${id}`}>
          <Named title={title}>Reject</Named>
        </button>
      </div>
    </More>
  );
}

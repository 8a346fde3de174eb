import { Form, Link } from "@remix-run/react";

import { type AuthAnswer, AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { FieldError, fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { OwnerField } from "#app/components/form/owner-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextAreaField, TextField } from "#app/components/form/text-field.tsx";
import { ProductCarousel } from "#app/components/product/product-carousel.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { PHOTO_MAX_BYTES, PHOTOS_MAX } from "#app/models/review/photo.ts";
import { REVIEW_AUTHOR_MAX, REVIEW_BODY_MAX, REVIEW_TITLE_MAX } from "#app/models/review/review.ts";
import { paths } from "#app/paths.ts";

export type ReviewWriter = Readonly<{
  isBuyer: boolean;
  needsEmail: boolean;
  earlier: "waiting" | "published" | null;
}>;

export type ReviewFormPageProps = Readonly<{
  product: ProductSummary;
  writer: ReviewWriter;
  answer: AuthAnswer;
  action: string;
  honeypotName: string;
}>;

export function ReviewFormPage({ product, writer, answer, action, honeypotName }: ReviewFormPageProps) {
  const rating = Number(answer.values["rating"]);
  return (
    <AuthFrame
      title={`Review ${product.name}`}
      answer={answer}
      aside={<ProductCarousel products={[product]} />}
    >
      <Form method="post" action={action} encType="multipart/form-data" noValidate>
        <Standing {...writer} />
        <HoneypotField name={honeypotName} />
        <OwnerField />
        <div>
          {answer.errors["rating"] ? <FieldError id="rating-error" error={answer.errors["rating"]} /> : null}
          <StarRating
            key={rating}
            name="rating"
            legend="Your rating"
            value={rating}
            describedBy={answer.errors["rating"] ? "rating-error" : undefined}
          />
        </div>
        <TextField {...fieldOf(answer, "title")} label="Review title" maxLength={REVIEW_TITLE_MAX} />
        <TextAreaField
          {...fieldOf(answer, "body")}
          label="Your review"
          hint="Who uses it, and how? What do you like or dislike about it?"
          rows={8}
          maxLength={REVIEW_BODY_MAX}
        />
        <TextField
          {...fieldOf(answer, "author")}
          label="Name to show"
          hint="Everyone can see this. Your first name is enough."
          autoComplete="nickname"
          maxLength={REVIEW_AUTHOR_MAX}
        />
        <PhotoField error={answer.errors["photos"]} />
        {writer.needsEmail ? (
          <EmailField
            {...fieldOf(answer, "email")}
            hint="We will not show it. We’ll email you once, when we publish your review."
          />
        ) : null}
        <SubmitButton size="is-large" wide label="Submit review" pendingLabel="Sending" />
        <p className="sm muted">
          We read every review before publishing it, and publish good and bad reviews alike.{" "}
          <Link to={paths.information("reviews")}>How reviews work</Link>
        </p>
      </Form>
    </AuthFrame>
  );
}

const MEGABYTE = 1_000_000;

/** A browser keeps no chosen files: after an error they are chosen again. */
function PhotoField({ error }: Readonly<{ error: string | undefined }>) {
  return (
    <TextField
      name="photos"
      error={error}
      label="Photographs"
      optional
      hint={`Up to ${PHOTOS_MAX}, each up to ${PHOTO_MAX_BYTES / MEGABYTE} MB. Everyone can see them once we have published your review. We remove the place and camera details from the files.`}
      type="file"
      accept="image/jpeg,image/png,image/webp,image/avif"
      multiple
    />
  );
}

function Standing({ isBuyer, needsEmail, earlier }: ReviewWriter) {
  return (
    <>
      {earlier === null ? null : (
        <Notice kind="info">
          <p>
            {earlier === "waiting"
              ? "You have already reviewed this and we have not checked it yet. Submitting this review replaces it."
              : "We have already published a review from you. This one replaces it once we have checked it."}
          </p>
        </Notice>
      )}
      <p>
        {isBuyer
          ? "You bought this from us, so we’ll mark your review “Verified purchase”."
          : "Anyone can write a review. We mark it “Verified purchase” only if we know you bought the product from us."}
        {isBuyer || !needsEmail ? null : (
          <>
            {" "}
            Bought it from us? <Link to={paths.login()}>Log in first</Link>, or use the link in our email.
          </>
        )}
      </p>
    </>
  );
}

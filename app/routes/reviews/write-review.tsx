import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { ReviewFormPage, type ReviewWriter } from "#app/components/review/review-form-page.tsx";
import { type FormRefusal, readForm, readTyped } from "#app/http/request/form.server.ts";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { findVisitor, refuseFormOfOther } from "#app/http/request/require-customer.server.ts";
import { type UploadForm, withUploads } from "#app/http/request/upload-form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { readLinkProofs } from "#app/http/server/link-token-cookie.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { customerReviewSchema, guestReviewSchema } from "#app/models/review/form.ts";
import { PHOTO_FORM_MAX_BYTES } from "#app/models/review/photo.ts";
import { photosRefusal } from "#app/models/review/photo-files.ts";
import { type PurchaseProof, provenBuyer } from "#app/models/review/purchase-verification.server.ts";
import {
  findOwnReview,
  hasBought,
  hasConfirmed,
  type OwnReview,
  type ReviewAuthor,
  type SentReview,
  submitReview,
} from "#app/models/review/submit.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";

import { developed, failed } from "./photos.server.ts";
import { reviewedProduct } from "./reviews.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const product = await reviewedProduct(request);
  const [known, meta] = await Promise.all([
    knownOf(request, product.id),
    privateMeta(`Review ${product.name}`, paths.writeReview(product.id)),
  ]);
  return json({ product, ...known, meta, honeypotName: honeypotFieldName() });
}

type ReviewContext = Readonly<{
  writer: ReviewWriter;
  action: string;
  owner?: string;
  values: Record<string, string>;
}>;

async function knownOf(request: Request, productId: number): Promise<ReviewContext> {
  const { visitor, proof, buyer } = await whoWrites(request, productId);
  if (visitor) {
    const own = await findOwnReview(visitor.id, productId);
    const isBuyer = await hasBought(visitor.id, productId);
    return {
      writer: { isBuyer, needsEmail: false, earlier: own?.status ?? null },
      action: paths.writeReview(productId),
      owner: visitor.id,
      values: valuesOf(own, visitor.firstName),
    };
  }
  const query = proof ? { order: proof.orderId } : {};
  return {
    writer: { isBuyer: buyer !== null, needsEmail: buyer === null, earlier: null },
    action: paths.writeReview(productId, query),
    values: valuesOf(null, buyer?.firstName ?? ""),
  };
}

async function whoWrites(request: Request, productId: number) {
  const orderId = new URL(request.url).searchParams.get("order") ?? "";
  const [visitor, proofs] = await Promise.all([findVisitor(request), readLinkProofs(request)]);
  for (const text of visitor ? [] : proofs) {
    const proof: PurchaseProof = { orderId, proof: text };
    const buyer = await provenBuyer(productId, proof);
    if (buyer) return { visitor, proof, buyer };
  }
  return { visitor, proof: null, buyer: null };
}

function valuesOf(own: OwnReview | null, author: string): Record<string, string> {
  if (!own) return { author };
  return { rating: String(own.rating), title: own.title, body: own.body, author: own.author };
}

export async function action({ request }: ActionFunctionArgs) {
  return withUploads(request, {
    ...{ name: "photos", by: "visitors", maxBytes: PHOTO_FORM_MAX_BYTES },
    use: answer,
    busy,
  });
}

async function busy(request: Request) {
  return refusedForm(refused("photos-busy"), { values: await readTyped(request) });
}

const CHOOSE_AGAIN = "Please choose the photographs again";

async function answer({ request, files }: UploadForm) {
  const product = await reviewedProduct(request);
  const { visitor, proof, buyer } = await whoWrites(request, product.id);
  const isKnown = visitor !== null || buyer !== null;
  const form = await readForm(request, isKnown ? knownSchema : guestReviewSchema, { honeypot: true });
  await refuseFormOfOther(request, form, {
    customer: visitor,
    path: paths.writeReview(product.id),
    isOpen: true,
  });
  const tooMuch = photosRefusal(files);
  if (!form.ok) return invalid(files.length > 0 ? withPhotoError(form, tooMuch) : form);
  const { email, ...words } = form.value;
  const values = { ...words, rating: String(words.rating), email };
  if (tooMuch) return refusedForm(tooMuch, { values, field: "photos" });
  const allowed = await limit("review", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values });
  const isGuest = !buyer && !(await isConfirmed(visitor));
  const photos = await developed(files, { isGuest, network: clientAddress(request) });
  if (!photos.ok) return refusedForm(photos, { values, field: "photos" });
  const author = authorOf({ visitor, proof }, email);
  const sent = await submitted(product.id, { words, author, photos: photos.value });
  if (!sent.ok) return refusedForm(sent, { values });
  throw seeOther(paths.reviewSent(product.id));
}

/** Without photographs the page says what is wrong with the shop. */
async function submitted(productId: number, review: SentReview) {
  try {
    return await submitReview(productId, review, new Date());
  } catch (error) {
    if (review.photos.length === 0) throw error;
    return failed(error);
  }
}

type Writer = Awaited<ReturnType<typeof whoWrites>>;

async function isConfirmed(visitor: Writer["visitor"]): Promise<boolean> {
  return visitor !== null && hasConfirmed(visitor.id, visitor.email);
}

function authorOf({ visitor, proof }: Pick<Writer, "visitor" | "proof">, email: string): ReviewAuthor {
  if (visitor) return { kind: "customer", customerId: visitor.id, email: visitor.email };
  return proof ? { kind: "order", proof } : { kind: "guest", email };
}

function withPhotoError(form: FormRefusal, refusal: ReturnType<typeof photosRefusal>): FormRefusal {
  return { ...form, errors: { ...form.errors, photos: refusal ? shopError(refusal).message : CHOOSE_AGAIN } };
}

/** A known author gives no email address. */
const knownSchema = customerReviewSchema.extend({ email: z.string().max(0).catch("").default("") });

export default function WriteReview() {
  const { values, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? { ...NO_ANSWER, values };
  return <ReviewFormPage {...page} answer={answer} />;
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import type { ReviewsAnswer } from "#app/components/desk/reviews/many-reviews.tsx";
import { type DeskReviewRow, ReviewsPage } from "#app/components/desk/reviews-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { REJECT_REASONS, rejectReason, REPLY_MAX } from "#app/models/desk/review-rules.ts";
import { decideReviewAtDesk, removePhotoAtDesk } from "#app/models/desk/review-steps.server.ts";
import {
  countReviews,
  findModeratedReview,
  listReviewsByStatus,
  type ModeratedReview,
  type ReviewPlace,
  type ReviewStatus,
} from "#app/models/review/moderation.server.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskConflict, deskInvalid, readDeskForm, textsOf } from "./desk.server.ts";
import { decidedMany } from "./reviews/many.server.ts";

const PAGE_ROWS = 20;
const VIEWS = [
  { key: "waiting", title: "Waiting" },
  { key: "published", title: "Published" },
  { key: "rejected", title: "Rejected" },
] as const satisfies ReadonlyArray<Readonly<{ key: ReviewStatus; title: string }>>;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-reviews");
  const { searchParams } = new URL(request.url);
  const { key: view } = VIEWS.find(({ key }) => key === searchParams.get("view")) ?? VIEWS[0];
  const [counts, store, found] = await Promise.all([
    countReviews(),
    findStore(),
    reviewsOf(view, searchParams),
  ]);
  const shown = found.slice(0, PAGE_ROWS);
  const last = found.length > PAGE_ROWS ? shown.at(-1) : undefined;
  const isFull = can(staff.role, "see-addresses");
  return json({
    ...{ view, done: searchParams.get("done"), isOne: searchParams.has("id") },
    views: VIEWS.map((each) => ({ ...each, count: counts[each.key] })),
    reviews: shown.map((review): DeskReviewRow => {
      const { id, status, rating, title, body, author, authorKind, isVerified, product, path } = review;
      return {
        ...{ id, status, rating, title, body, author, product },
        who: authorText(authorKind, isVerified),
        isVerified,
        email: isFull ? review.email : null,
        href: path,
        written: dateText(review.createdAt, store),
        reply: review.shopReply ?? "",
        photos: review.photos.map(({ number, width, height }) => ({
          ...{ number, width, height },
          href: deskPaths.reviewPhoto(id, number),
          src: deskPaths.reviewPhoto(id, number, "small"),
        })),
      };
    }),
    next: last ? deskPaths.reviews({ view, after: `${last.createdAt}~${last.id}` }) : null,
    reasons: REJECT_REASONS,
    mayDecide: can(staff.role, "decide-reviews"),
  });
}

async function reviewsOf(
  view: ReviewStatus,
  params: URLSearchParams,
): Promise<ReadonlyArray<ModeratedReview>> {
  const id = params.get("id");
  if (id === null) return listReviewsByStatus(view, PAGE_ROWS + 1, placeOf(params.get("after") ?? ""));
  const one = /^\d{1,10}$/.test(id) ? await findModeratedReview(Number(id)) : null;
  return one ? [one] : [];
}

/** "2026-11-24T10:00:00.000Z~123" */
function placeOf(text: string): ReviewPlace | null {
  const [, at = "", id = ""] = /^([\d.:TZ+-]{10,32})~(\d{1,10})$/.exec(text) ?? [];
  return at === "" ? null : { at, id: Number(id) };
}

function authorText(kind: ModeratedReview["authorKind"], isVerified: boolean): string {
  if (isVerified) return "Bought it";
  if (kind === "customer") return "Has an account";
  return kind === null ? "From the catalogue" : "Guest";
}

/** "publish-12", "reply-12", "reject-12", "photo-12-1"; each review has fields of its own. Of many: "publish-chosen". "stay" does nothing. */
const reviewsSchema = z
  .object({
    do: z
      .string()
      .regex(/^(?:(?:publish|reply|reject)-\d{1,10}|photo-\d{1,10}-[1-9]|(?:publish|reject)-chosen|stay)$/),
  })
  .passthrough();

type Form = Readonly<Record<string, unknown>>;

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "decide-reviews");
  const form = await readDeskForm(request, reviewsSchema, "do");
  if (!form.ok) return deskInvalid(form);
  const { searchParams } = new URL(request.url);
  switch (form.value.do) {
    case "stay":
      return json<ReviewsAnswer>({ errors: {}, values: textsOf(form.value) });
    case "publish-chosen":
    case "reject-chosen":
      return decidedMany(form.value.do, textsOf(form.value), actor);
    default:
      return decideOne(form.value.do, { form: form.value, actor, view: searchParams.get("view") });
  }
}

type Deciding = Readonly<{ form: Form; actor: DeskPerson; view: string | null }>;

async function decideOne(button: string, { form, actor, view }: Deciding) {
  const [step = "", number = "", photo = ""] = button.split("-");
  const id = Number(number);
  const values = valuesOf(form, id);
  const errors = errorsOf(step, id, values);
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const done =
    step === "photo"
      ? await removePhotoAtDesk(id, Number(photo), actor)
      : await decided(step, id, { form, actor });
  if (!done.ok) return deskConflict(done, { kind: "review", id: number }, { values });
  throw seeOther(deskPaths.reviews({ view, done: done.value.isChanged ? step : "before" }));
}

function decided(step: string, id: number, { form, actor }: Readonly<{ form: Form; actor: DeskPerson }>) {
  const shown = fieldOf(form, `shown${id}`);
  const reply = { text: fieldOf(form, `reply${id}`).trim(), shown: fieldOf(form, `before${id}`) };
  const reason = rejectReason(fieldOf(form, `reason${id}`));
  if (step === "reject" && reason) return decideReviewAtDesk({ id, shown, to: "rejected", reason }, actor);
  return decideReviewAtDesk({ id, shown, to: "published", ...(step === "reply" ? { reply } : {}) }, actor);
}

function errorsOf(step: string, id: number, values: Readonly<Record<string, string>>) {
  const reply = values[`reply${id}`] ?? "";
  const errors: Record<string, string> = {};
  if (step === "reject" && !rejectReason(values[`reason${id}`] ?? "")) errors[`reason${id}`] = "Choose why";
  if (step === "reply" && reply.length > REPLY_MAX) errors[`reply${id}`] = "Shorten the reply";
  if (step === "reply" && reply.trim() === "" && !values[`before${id}`])
    errors[`reply${id}`] = "Write something first";
  return errors;
}

function fieldOf(form: Form, name: string): string {
  const value = form[name];
  return typeof value === "string" ? value : "";
}

function valuesOf(form: Form, id: number): Record<string, string> {
  return Object.fromEntries(
    ["reply", "before", "reason"].map((name) => [`${name}${id}`, fieldOf(form, `${name}${id}`)]),
  );
}

export const meta = deskTitle("Reviews");

export default deskPage<typeof loader, typeof action>(ReviewsPage);

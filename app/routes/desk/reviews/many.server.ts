import { json, type TypedResponse } from "@remix-run/node";

import type { ManyReviews, ReviewsAnswer } from "#app/components/desk/reviews/many-reviews.tsx";
import { BULK_MAX } from "#app/models/desk/orders/order-list.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { rejectReason } from "#app/models/desk/review-rules.ts";
import { decideReviewAtDesk } from "#app/models/desk/review-steps.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { findModeratedReview } from "#app/models/review/moderation.server.ts";
import { deskInvalid, withLastStep } from "#app/routes/desk/desk.server.ts";

type Form = Readonly<Record<string, string>>;
type Row = ManyReviews["rows"][number];
type Fate = Readonly<{ to: "published" }> | Readonly<{ to: "rejected"; reason: NonNullable<Reason> }>;
type Reason = ReturnType<typeof rejectReason>;

export async function decidedMany(
  button: "publish-chosen" | "reject-chosen",
  form: Form,
  actor: DeskPerson,
): Promise<TypedResponse<ReviewsAnswer>> {
  const ids = tickedReviews(form).slice(0, BULK_MAX);
  const reason = rejectReason(form["reasonChosen"] ?? "");
  const fate: Fate | null =
    button === "publish-chosen" ? { to: "published" } : reason && { to: "rejected", reason };
  if (ids.length === 0 || fate === null) return deskInvalid(refusalOf(ids, reason));
  const rows: Array<Row> = [];
  for (const id of ids) rows.push(await decided(id, { fate, shown: form[`shown${id}`] ?? "" }, actor));
  return json<ReviewsAnswer>({ errors: {}, values: {}, many: { decision: fate.to, rows } });
}

/** Of fields such as "n1987650079". */
function tickedReviews(form: Form): ReadonlyArray<number> {
  return Object.keys(form).flatMap((name) => {
    const [, id] = /^n(\d{1,10})$/.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
}

function refusalOf(ids: ReadonlyArray<number>, reason: Reason) {
  const ticks = Object.fromEntries(ids.map((id) => [`n${id}`, "on"]));
  const errors: Record<string, string> =
    ids.length === 0 ? { form: "Choose the reviews first" } : { reasonChosen: "Choose why" };
  return { errors, values: { ...ticks, reasonChosen: reason ?? "" } };
}

type Chosen = Readonly<{ fate: Fate; shown: string }>;

/** Each in a transaction of its own: one that is refused keeps no other back. */
async function decided(id: number, { fate, shown }: Chosen, actor: DeskPerson): Promise<Row> {
  const title = (await findModeratedReview(id))?.title ?? `Review ${id}`;
  const done = await decideReviewAtDesk({ id, shown, ...fate }, actor);
  if (done.ok) return { id, title, isDone: done.value.isChanged, words: `It was ${fate.to} before` };
  const { message } = shopError(done);
  const words =
    done.code === "changed-meanwhile"
      ? await withLastStep(message, { kind: "review", id: String(id) })
      : message;
  return { id, title, isDone: false, words };
}

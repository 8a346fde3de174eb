import { transact } from "#app/db/db.server.ts";
import {
  decideReview,
  lockReview,
  type ModeratedReview,
  replyToReview,
} from "#app/models/review/moderation.server.ts";
import { removeReviewPhoto } from "#app/models/review/photos.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";
import type { RejectReason } from "./review-rules.ts";
import { UNDO_MS } from "./orders/sending.server.ts";

export type ReviewRefusal = "desk-not-allowed" | "not-found" | "changed-meanwhile" | "review-outranked";
type Decided = Result<Readonly<{ isChanged: boolean }>, ReviewRefusal>;

type Decision = Readonly<{
  id: number;
  shown: string;
}> &
  (Readonly<{ to: "published"; reply?: Reply }> | Readonly<{ to: "rejected"; reason: RejectReason }>);

type Reply = Readonly<{
  /** An empty one removes it. */
  text: string;
  /** The reply that the page showed; empty for none. */
  shown: string;
}>;

/** Succeeds without a change if it has been done already. */
export async function decideReviewAtDesk(decision: Decision, actor: DeskPerson): Promise<Decided> {
  if (!can(actor.staff.role, "decide-reviews")) return refused("desk-not-allowed");
  const { id, to, shown } = decision;
  return transact<Decided>(async () => {
    const review = await lockReview(id);
    if (!review) return refused("not-found");
    if (review.status !== shown && review.status !== to) return refused("changed-meanwhile");
    const replied = await replyFirst(review, decision, actor);
    if (!replied.ok) return replied;
    const thanksFrom = new Date(actor.now.getTime() + UNDO_MS).toISOString();
    const done = await decideReview(id, to, { now: actor.now, thanksFrom });
    if (!done.ok) return done;
    const { isChanged } = done.value;
    if (isChanged)
      await writeDeskLog(actor, {
        action: to === "published" ? "review-published" : "review-rejected",
        subject: { kind: "review", id: String(id) },
        changes: { status: [review.status, to] },
        reason: decision.to === "published" ? "" : decision.reason,
      });
    return ok({ isChanged: isChanged || replied.value.isChanged });
  });
}

/** Before the decision, so that the email to the author has it. */
async function replyFirst(review: ModeratedReview, decision: Decision, actor: DeskPerson): Promise<Decided> {
  const reply = decision.to === "published" ? decision.reply : undefined;
  return reply ? writeReply(review, reply, actor) : ok({ isChanged: false });
}

/** Succeeds without a change if it has been done already. */
export async function removePhotoAtDesk(id: number, number: number, actor: DeskPerson): Promise<Decided> {
  if (!can(actor.staff.role, "decide-reviews")) return refused("desk-not-allowed");
  return transact<Decided>(async () => {
    const done = await removeReviewPhoto(id, number);
    if (!done.ok) return done;
    const { isChanged } = done.value;
    if (isChanged)
      await writeDeskLog(actor, {
        action: "review-photo-removed",
        subject: { kind: "review", id: String(id) },
        changes: { photograph: [String(number), ""] },
      });
    return ok({ isChanged });
  });
}

/** Only if it is still what the page showed. */
async function writeReply(review: ModeratedReview, reply: Reply, actor: DeskPerson): Promise<Decided> {
  const [before, text] = [review.shopReply ?? "", reply.text.trim()];
  if (before === text) return ok({ isChanged: false });
  if (before !== reply.shown) return refused("changed-meanwhile");
  const done = await replyToReview(review.id, text);
  if (!done.ok) return done;
  await writeDeskLog(actor, {
    action: "review-replied",
    subject: { kind: "review", id: String(review.id) },
    // Its words may name somebody.
    changes: { "characters of the reply": [String(before.length), String(text.length)] },
  });
  return ok({ isChanged: true });
}

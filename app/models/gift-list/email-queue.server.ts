/** Queues emails about gift lists. Links are made when they are sent, so no job holds one. */
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

/**
 * "confirm": the link that confirms the list `id`. "open": the link that opens the lists of its address. "revealed",
 * "closing", "closed", "news": to its family. "alert-confirm", "alert-free": about the alert `id`. "return", "credit": to the family, about
 * the return with the number `id`. The others are about the claim
 * `id`.
 */
export type GiftListEmailAbout =
  | "confirm"
  | "open"
  | "revealed"
  | "closing"
  | "closed"
  | "news"
  | "return"
  | "credit"
  | "thanks"
  | "claim-confirm"
  | "claim-ending"
  | "claim-ended"
  | "claim-removed"
  | "claim-missing"
  | "claim-in-stock"
  | "claim-spare"
  | "claim-credit"
  | "claim-unsent"
  | "alert-confirm"
  | "alert-free";

/**
 * Queues an email in the caller's transaction. With `key` there is one of its kind, however often it is queued.
 * `words` are what the family writes to a giver.
 */
export async function queueGiftListEmail({
  about,
  id,
  key,
  words,
}: Readonly<{ about: GiftListEmailAbout; id: string; key?: string; words?: string }>): Promise<void> {
  await enqueue({
    key: `gift-list-email:${about}:${key ?? newId("mail")}`,
    kind: "gift-list-email",
    payload: { about, id, ...(words === undefined ? {} : { words }) },
  });
}

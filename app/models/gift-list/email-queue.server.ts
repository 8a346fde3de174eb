/** Queues emails about gift lists. Links are made when they are sent, so no job holds one. */
import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

/**
 * "confirm": the link that confirms the list `id`. "open": the link that opens the lists of its address. "revealed",
 * "closing", "closed", "news": to its family. "co-owner": the invitation `id`. "move", "move-notice", "moved": about the
 * move `id`. "alert-confirm", "alert-free": about the alert `id`. "return", "credit": to the family, about the return
 * with the number `id`. The others are about the claim `id`.
 */
export type GiftListEmailAbout =
  | "confirm"
  | "open"
  | "co-owner"
  | "move"
  | "move-notice"
  | "moved"
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

type QueuedEmail = Readonly<{
  about: GiftListEmailAbout;
  id: string;
  key?: string;
  words?: string;
  /** The co-owner to whom it goes; without, to the owner. */
  coOwner?: string;
}>;

/**
 * Queues an email in the caller's transaction. With `key` there is one of its kind, however often it is queued.
 * `words` are what the family writes to a giver.
 */
export async function queueGiftListEmail({ about, id, key, words, coOwner }: QueuedEmail): Promise<void> {
  await enqueue({
    key: `gift-list-email:${about}:${key ?? newId("mail")}`,
    kind: "gift-list-email",
    payload: {
      about,
      id,
      ...(words === undefined ? {} : { words }),
      ...(coOwner === undefined ? {} : { coOwner }),
    },
  });
}

/** Queues an email to the owner and to each co-owner of the list. */
export async function queueForOwners(
  listId: string,
  { key, ...email }: QueuedEmail & Readonly<{ key: string }>,
): Promise<void> {
  await queueGiftListEmail({ key, ...email });
  const coOwners = await db()
    .selectFrom("gift_list_co_owners")
    .select("id")
    .where("list_id", "=", listId)
    .where("accepted_at", "is not", null)
    .execute();
  for (const { id } of coOwners) await queueGiftListEmail({ ...email, key: `${key}-${id}`, coOwner: id });
}

/** Links are made when an email is sent, so no job holds one. */
import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

/**
 * `id` is the list's for "confirm", "open" (all lists of its address), "revealed", "closing", "closed" and "news"; the
 * invitation's for "co-owner"; the move's for "move", "move-notice" and "moved"; the alert's for "alert-confirm" and
 * "alert-free"; the return's number for "return" and "credit"; else the claim's.
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
  coOwner?: string;
}>;

/**
 * In the caller's transaction; with `key` there is one of its kind, however often it is queued. `words` are what the
 * family writes to a giver.
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

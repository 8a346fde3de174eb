/** Links are made when an email is sent, so no job holds one. */
import { db } from "#app/db/db.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

import type { GiftListEmailAbout } from "./email.server.ts";

type OfList = Readonly<{ text: string; listId: string }>;

type QueuedEmail = Readonly<{
  about: GiftListEmailAbout;
  id: string;
  key?: string;
  words?: OfList;
  coOwner?: string;
}>;

/**
 * In the caller's transaction; with `key` there is one of its kind, however often it is queued. `words` are what the
 * family writes to a giver, or who gave what; they go when the email is sent or the list is deleted.
 */
export async function queueGiftListEmail({ about, id, key, words, coOwner }: QueuedEmail): Promise<void> {
  await enqueue({
    key: `gift-list-email:${about}:${key ?? newId("mail")}`,
    kind: "gift-list-email",
    payload: {
      about,
      id,
      ...(words === undefined ? {} : { words: words.text, list: words.listId }),
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

/** Once the email is sent. Null instead of words says that it was. */
export async function dropWords({ id, payload }: Pick<Job, "id" | "payload">): Promise<void> {
  if (typeof payload["words"] !== "string") return;
  await db()
    .updateTable("jobs")
    .set({ payload: JSON.stringify({ ...payload, words: null }) })
    .where("id", "=", id)
    .execute();
}

const HAS_WORDS = '%"words":"%';

/** Emails with words of deleted lists, whatever became of them. */
export async function dropEmailsWithWords(listIds: ReadonlyArray<string>): Promise<void> {
  await db()
    .deleteFrom("jobs")
    .where("kind", "=", "gift-list-email")
    .where("payload", "like", HAS_WORDS)
    .where((job) => job.or(listIds.map((id) => job("payload", "like", `%"list":"${id}"%`))))
    .execute();
}

const BATCH = 500;

/** Of a batch of emails that an earlier version has sent; returns how many. It reads all jobs. */
export async function dropWordsOfSent(): Promise<number> {
  const rows = await db()
    .selectFrom("jobs")
    .select(["id", "payload"])
    .where("kind", "=", "gift-list-email")
    .where("status", "=", "done")
    .where("payload", "like", HAS_WORDS)
    .limit(BATCH)
    .execute();
  for (const { id, payload } of rows) await dropWords({ id, payload: JSON.parse(payload) as Job["payload"] });
  return rows.length;
}

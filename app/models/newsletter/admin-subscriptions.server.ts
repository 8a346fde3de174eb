import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { unsubscribe } from "./consent.server.ts";
import { findSubscriptionRow } from "./subscription-row.server.ts";
import { readTopics, type SubscriptionState } from "./subscription.ts";

export async function countSubscriptions(state: SubscriptionState): Promise<number> {
  const { count } = await db()
    .selectFrom("subscriptions")
    .modifyFront(WALK)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("state", "=", state)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `consentAt` and `confirmedAt` are ISO 8601, UTC. */
export type ListedSubscriber = Readonly<ReturnType<typeof listed>>;

type SubscriberQuery = Readonly<{
  text?: string;
  /** The id of the one before the first. */
  after?: string | null;
}>;

/** Those who confirmed last first, without those who have unsubscribed. */
export async function listSubscribers(
  limit: number,
  { text = "", after = null }: SubscriberQuery = {},
): Promise<ReadonlyArray<ListedSubscriber>> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const place = after === null ? undefined : await placeOf(after);
  if (after !== null && !place) return [];
  const rows = await subscribers()
    .$if(text !== "", (query) => query.where(sql<boolean>`lower(email) LIKE ${pattern} ESCAPE '\\'`))
    .$if(place !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row("confirmed_at", "<", place?.confirmed_at ?? ""),
          row.and([row("confirmed_at", "=", place?.confirmed_at ?? ""), row("id", "<", after ?? "")]),
        ]),
      ),
    )
    .orderBy("confirmed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(listed);
}

/** Also of one who has left meanwhile. */
function placeOf(id: string) {
  return db().selectFrom("subscriptions").select("confirmed_at").where("id", "=", id).executeTakeFirst();
}

/** By the id, or by the address, which finds one that is not confirmed too. */
export async function findSubscriber(key: string): Promise<ListedSubscriber | null> {
  const row = key.includes("@")
    ? await findSubscriptionRow(key)
    : await subscribers().where("id", "=", key).executeTakeFirst();
  return row?.email ? listed(row) : null;
}

export function subscriberColumns({ hasNames }: Readonly<{ hasNames: boolean }>): ReadonlyArray<string> {
  return [
    ...(hasNames ? ["email"] : []),
    ...["topics", "source", "consent wording", "consent at", "confirmed at"],
  ];
}

/** One who leaves meanwhile may be among them. */
export async function* exportSubscribers(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  for (let last = ""; ;) {
    const rows = await subscribers().where("id", ">", last).orderBy("id").limit(EXPORT_BATCH).execute();
    if (rows.length === 0) return;
    yield rows.map((row) => rowOf(listed(row)));
    last = rows.at(-1)?.id ?? last;
  }
}

export async function removeSubscriber(email: string, now: Date): Promise<Result<null, "not-found">> {
  return transact(async () => {
    const row = await findSubscriptionRow(email);
    return row && (await unsubscribe(row, now)) ? ok(null) : refused("not-found");
  });
}

function subscribers() {
  return db()
    .selectFrom("subscriptions")
    .select(["id", "email", "topics", "source", "consent_text_version", "consent_at", "confirmed_at"])
    .where("state", "=", "subscribed");
}

type Row = Awaited<ReturnType<ReturnType<typeof subscribers>["execute"]>>[number];

function listed({
  id,
  email,
  topics,
  source,
  consent_text_version: wording,
  consent_at: consentAt,
  confirmed_at: confirmedAt,
}: Row) {
  return { id, email: email ?? "", topics: readTopics(topics), source, wording, consentAt, confirmedAt };
}

function rowOf({ email, topics, source, wording, consentAt, confirmedAt }: ListedSubscriber): ExportRow {
  return {
    email: email,
    topics: topics.join(", "),
    source,
    "consent wording": wording,
    "consent at": consentAt,
    "confirmed at": confirmedAt ?? "",
  };
}

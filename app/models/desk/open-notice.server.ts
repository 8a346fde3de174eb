/** Who has a product, message or order open (requirement desk-41). It locks nothing. */
import { db } from "#app/db/db.server.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

/** Whoever has not loaded the page for so long has left it. */
const OPEN_MS = 15 * 60_000;
/** A page that is loaded again sooner writes nothing. */
const SEEN_AGAIN_MS = 60_000;

export type OpenSubject = Readonly<{ kind: "product" | "message" | "order"; id: string }>;

export type Opening = Readonly<{
  name: string;
  /** ISO 8601, UTC. */
  since: string;
}>;

export type OpenState =
  | "open"
  /** They have saved it, or there is nothing to do on it. */
  | "done"
  /** Nobody looks: a browser fetches ahead, or a program asks. */
  | "unseen";

/** One row a person and kind of page: whoever opens the next order has left the one before. */
export async function noteOpening(
  subject: OpenSubject,
  state: OpenState,
  { staff, sessionId, now }: DeskPerson,
): Promise<ReadonlyArray<Opening>> {
  const since = new Date(now.getTime() - OPEN_MS).toISOString();
  const rows = await db()
    .selectFrom("desk_openings")
    .innerJoin("staff", "staff.id", "desk_openings.staff_id")
    .select(["staff_id", "staff.name", "subject_id", "opened_at", "seen_at"])
    .where("subject_kind", "=", subject.kind)
    .where((row) => row.or([row("subject_id", "=", subject.id), row("staff_id", "=", staff.id)]))
    .orderBy("opened_at")
    .orderBy("staff_id")
    .execute();
  const own = rows.find((row) => row.staff_id === staff.id && row.subject_id === subject.id);
  if (state === "open") await keepOpen({ subject, own, since }, { staff, sessionId, now });
  if (state === "done" && own) await endOpening(subject, staff.id);
  return rows
    .filter((row) => row.staff_id !== staff.id && row.seen_at > since)
    .map((row) => ({ name: row.name, since: row.opened_at }));
}

type Own = Readonly<{
  subject: OpenSubject;
  own: Readonly<{ opened_at: string; seen_at: string }> | undefined;
  since: string;
}>;

async function keepOpen(
  { subject, own, since }: Own,
  { staff, sessionId, now }: Pick<DeskPerson, "staff" | "sessionId" | "now">,
): Promise<void> {
  if (own && Date.parse(own.seen_at) + SEEN_AGAIN_MS > now.getTime()) return;
  const at = now.toISOString();
  const row = {
    ...{ subject_id: subject.id, session_id: sessionId, seen_at: at },
    opened_at: own && own.seen_at > since ? own.opened_at : at,
  };
  await db()
    .insertInto("desk_openings")
    .values({ staff_id: staff.id, subject_kind: subject.kind, ...row })
    .onConflict((conflict) => conflict.columns(["staff_id", "subject_kind"]).doUpdateSet(row))
    .execute();
}

async function endOpening(subject: OpenSubject, staffId: string): Promise<void> {
  await db()
    .deleteFrom("desk_openings")
    .where("staff_id", "=", staffId)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .execute();
}

/** Safe to repeat. */
export async function cleanUpOpenings(now: Date): Promise<void> {
  const before = new Date(now.getTime() - OPEN_MS).toISOString();
  await db().deleteFrom("desk_openings").where("seen_at", "<=", before).execute();
}

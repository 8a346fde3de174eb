import { db } from "#app/db/db.server.ts";
import { jobWords } from "#app/models/desk/job-words.ts";
import { IS_DEAD } from "#app/models/jobs/list.server.ts";
import { type RepeatRefusal, repeatOrderEmail } from "#app/models/order/emails/repeat.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { orderIdOf, orderSubject } from "./order-steps.server.ts";

/** Minutes in which the same email goes out once, whoever presses. */
const REPEAT_MINUTES = 5;

export type EmailRepeat = Readonly<{
  number: number;
  email: string;
  /** The form's key: a second request with the same key changes nothing. */
  key: string;
}>;

export type EmailRepeated = Readonly<{
  title: string;
  /** False: it was sent once more a moment before. */
  isNew: boolean;
}>;

export async function repeatEmailAtDesk(
  { number, email, key }: EmailRepeat,
  actor: DeskActor,
): Promise<Result<EmailRepeated, "desk-not-allowed" | RepeatRefusal>> {
  if (!mayOf(actor)("resend-email")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const done = await repeatOrderEmail<"email-just-sent">(id, { email, key }, async ({ title }) => {
    if (await wasJustRepeated(number, email, actor.now)) return refused("email-just-sent", { title });
    await writeDeskLog(actor, {
      action: "order-email-repeated",
      subject: orderSubject(number),
      changes: { email: ["", email] },
      key,
    });
    return ok(null);
  });
  if (done.ok) return ok({ title: done.value.title, isNew: true });
  if (done.code !== "email-just-sent") return refused(done.code, done.detail);
  return ok({ title: String(done.detail["title"]), isNew: false });
}

/** Emails about the order that were given up, unless a later one has arrived; the newest first. */
export async function failedEmails(
  orderId: OrderId,
): Promise<ReadonlyArray<Readonly<{ what: string; why: string }>>> {
  const emails = () =>
    db()
      .selectFrom("jobs")
      .select(["kind", "created_at", "last_error"])
      .where("kind", "in", ["order-confirmation", "order-refunded", "order-email"])
      .where("payload", "like", `%"${orderId}"%`);
  const dead = await emails().where(IS_DEAD).orderBy("created_at", "desc").execute();
  const first = dead.at(-1);
  if (!first) return [];
  const arrived = await emails()
    .where("status", "=", "done")
    .where("created_at", ">", first.created_at)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return dead
    .filter(({ created_at }) => created_at > (arrived?.created_at ?? ""))
    .map(({ kind, last_error }) => ({ what: jobWords(kind), why: last_error ?? "" }));
}

async function wasJustRepeated(number: number, email: string, now: Date): Promise<boolean> {
  const rows = await db()
    .selectFrom("desk_log")
    .select("changes")
    .where("subject_kind", "=", "order")
    .where("subject_id", "=", String(number))
    .where("action", "=", "order-email-repeated")
    .where("created_at", ">", new Date(now.getTime() - REPEAT_MINUTES * 60_000).toISOString())
    .execute();
  return rows.some(
    ({ changes }) => (JSON.parse(changes) as { email?: [string, string] }).email?.[1] === email,
  );
}

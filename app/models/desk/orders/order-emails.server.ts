import { db } from "#app/db/db.server.ts";
import { type RepeatRefusal, repeatOrderEmail } from "#app/models/order/emails/repeat.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { orderIdOf } from "./order-steps.server.ts";

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
      subject: { kind: "order", id: String(number) },
      changes: { email: ["", email] },
      key,
    });
    return ok(null);
  });
  if (done.ok) return ok({ title: done.value.title, isNew: true });
  if (done.code !== "email-just-sent") return refused(done.code, done.detail);
  return ok({ title: String(done.detail["title"]), isNew: false });
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

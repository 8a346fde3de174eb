import { sql } from "kysely";
import { expect } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { ok } from "#app/models/shared/result.ts";

type Step = () => Promise<unknown>;

/**
 * On PostgreSQL: one transaction does `hold`, and `work` once what `start` begins beside it waits for a row that `hold` has
 * locked.
 */
export async function whileWaiting<Done>(
  hold: Step,
  { start, work }: Readonly<{ start: () => Promise<Done>; work: Step }>,
): Promise<Done> {
  let begin: (() => void) | null = null;
  const isHeld = new Promise<void>((resolve) => (begin = resolve));
  const working = transact(async () => {
    await hold();
    begin?.();
    const waiting = sql`select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
    await expect.poll(async () => (await waiting.execute(db())).rows.length).toBeGreaterThan(0);
    await work();
    return ok(null);
  });
  await Promise.race([isHeld, working]);
  const [done] = await Promise.all([start(), working]);
  return done;
}

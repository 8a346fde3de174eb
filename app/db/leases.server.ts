import { sql } from "kysely";

import { db } from "./db.server.ts";

/** A lease that ends later than any taken now would, and this many seconds more, was taken by a clock that was wrong. */
const CLOCK_SLACK_SECONDS = 60;

/** False: another process has it. One statement: of any number that try at once, one gets it. */
export async function takeLease(name: string, seconds: number, now: Date): Promise<boolean> {
  const until = later(now, seconds);
  const { rows } = await sql`
    INSERT INTO rate_limits AS known (key, count, free_at, resets_at) VALUES (${keyOf(name)}, 0, ${until}, ${until})
    ON CONFLICT (key) DO UPDATE SET free_at = excluded.free_at, resets_at = excluded.resets_at
    WHERE known.free_at <= ${now.toISOString()} OR known.free_at > ${later(now, seconds + CLOCK_SLACK_SECONDS)}
    RETURNING key
  `.execute(db());
  return rows.length === 1;
}

export async function keepLease(name: string, seconds: number, now: Date): Promise<void> {
  const until = later(now, seconds);
  await db()
    .updateTable("rate_limits")
    .set({ free_at: until, resets_at: until })
    .where("key", "=", keyOf(name))
    .execute();
}

export async function endLease(name: string): Promise<void> {
  await db().deleteFrom("rate_limits").where("key", "=", keyOf(name)).execute();
}

function keyOf(name: string): string {
  return `lease:${name}`;
}

function later(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

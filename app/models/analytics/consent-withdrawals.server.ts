/** Visitors who took their consent back a moment ago: other processes may still hold what they noted of them. */
import { db } from "#app/db/db.server.ts";
import { keyedHash } from "#app/db/keyed-hash.server.ts";
import { takeTry } from "#app/db/rate-limits.server.ts";

/** Far longer than events wait in memory. The id is in no cookie any more, and never comes back. */
const REMEMBERED = { points: 1, seconds: 3_600 };

/** Has all processes drop what they still hold of `visitorId`. Only a hash is kept, beside the counters of limits. */
export async function rememberForgotten(visitorId: string, now: Date): Promise<void> {
  await takeTry(keyOf(visitorId), REMEMBERED, now);
}

/** Those of `visitorIds` that were forgotten a moment ago. */
export async function findForgotten(visitorIds: Iterable<string>): Promise<ReadonlySet<string>> {
  const byKey = new Map([...visitorIds].map((id) => [keyOf(id), id]));
  if (byKey.size === 0) return new Set();
  const rows = await db()
    .selectFrom("rate_limits")
    .select("key")
    .where("key", "in", [...byKey.keys()])
    .execute();
  return new Set(rows.map(({ key }) => byKey.get(key) ?? ""));
}

function keyOf(visitorId: string): string {
  return `forgotten:${keyedHash("forgotten visitor", visitorId)}`;
}

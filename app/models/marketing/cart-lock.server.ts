/** One job at a time tells the marketing service of a cart: who holds the cart's row, and for how long. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import { LEASE_MS } from "#app/models/jobs/outbox.server.ts";

import type { MarketingRow } from "./cart-snapshot.server.ts";
import { turnKey } from "./sync-outbox.server.ts";

/** How long a job waits for the other one that tells of the same cart, in milliseconds. */
const WAIT_MS = 2_000;

export type Hold = Readonly<{
  cartId: string;
  /** The job that holds it. */
  jobId: string;
  /** The turn that the job was queued for; null for one that is not part of the row of turns. */
  turn: number | null;
}>;

/**
 * Holds the cart for this job, and begins its turn: what changes from now on is the next one's. Null when there is
 * nothing to do any more, because a later turn has begun. Throws Postponed while another job holds it.
 */
export async function holdCart({ cartId, jobId, turn }: Hold, now: Date): Promise<MarketingRow | null> {
  const held = await db()
    .updateTable("marketing_carts")
    .set({
      turn:
        turn === null ? sql<number>`turn` : sql<number>`CASE WHEN turn = ${turn} THEN turn + 1 ELSE turn END`,
      lease_owner: jobId,
      leased_until: new Date(now.getTime() + LEASE_MS).toISOString(),
    })
    .where("cart_id", "=", cartId)
    .$if(turn !== null, (query) => query.where("turn", "<=", (turn ?? 0) + 1))
    .where((row) =>
      row.or([
        row("leased_until", "is", null),
        row("leased_until", "<=", now.toISOString()),
        row("lease_owner", "=", jobId),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (held) {
    if (turn !== null) await dropEarlier(cartId, turn - 1);
    return held;
  }
  const row = await db()
    .selectFrom("marketing_carts")
    .select("turn")
    .where("cart_id", "=", cartId)
    .executeTakeFirst();
  if (!row || (turn !== null && row.turn > turn + 1)) return null;
  throw new Postponed(WAIT_MS, "Another job tells of this cart");
}

/** What the turn before left behind is this one's business now: there is one job for each cart. */
async function dropEarlier(cartId: string, turn: number): Promise<void> {
  await db()
    .deleteFrom("jobs")
    .where("key", "=", turnKey(cartId, turn))
    .where("status", "<>", "running")
    .execute();
}

/** Lets the cart go. */
export async function releaseCart({ cartId, jobId }: Hold): Promise<void> {
  await db()
    .updateTable("marketing_carts")
    .set({ lease_owner: null, leased_until: null })
    .where("cart_id", "=", cartId)
    .where("lease_owner", "=", jobId)
    .execute();
}

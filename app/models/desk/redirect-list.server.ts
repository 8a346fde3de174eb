import { db } from "#app/db/db.server.ts";
import { listRedirects } from "#app/models/catalogue/redirects/redirect.server.ts";
import { type Redirect, redirectProblems } from "#app/models/catalogue/redirects/redirect.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

const PUT_BACK_MS = 10 * 60_000;

export async function findRedirectProblems() {
  return redirectProblems(await listRedirects(), await pagesOfShop());
}

export type RemovedRedirect = Readonly<{ logId: number } & Pick<Redirect, "from" | "to" | "source">>;

/** Null for what somebody else removed, or more than 10 minutes ago. */
export async function findRemovedRedirect(logId: number, actor: DeskPerson): Promise<RemovedRedirect | null> {
  const row = await db()
    .selectFrom("desk_log")
    .select(["subject_id", "changes"])
    .where("id", "=", logId)
    .where("action", "=", "redirect-removed")
    .where("staff_id", "=", actor.staff.id)
    .where("created_at", ">", new Date(actor.now.getTime() - PUT_BACK_MS).toISOString())
    .executeTakeFirst();
  if (!row) return null;
  const { target, source } = JSON.parse(row.changes) as Record<string, [string, string] | undefined>;
  return {
    ...{ logId, from: row.subject_id, to: target?.[0] ?? "" },
    source: source?.[0] === "renamed" ? "renamed" : "owner",
  };
}

/** The id of its row in the log. */
export async function lastRemoval(actor: DeskPerson): Promise<number | null> {
  const row = await db()
    .selectFrom("desk_log")
    .select(({ fn }) => fn.max<number | null>("id").as("id"))
    .where("staff_id", "=", actor.staff.id)
    .where("action", "=", "redirect-removed")
    .executeTakeFirst();
  return row?.id ?? null;
}

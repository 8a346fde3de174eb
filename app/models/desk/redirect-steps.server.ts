import { transact } from "#app/db/db.server.ts";
import { addRedirect, removeRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import type { Redirect } from "#app/models/catalogue/redirects/redirect.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";
import { findRemovedRedirect, lastRemoval } from "./redirect-list.server.ts";

type Refused = "desk-not-allowed" | "redirect-changed";

type NewAtDesk = Readonly<{
  from: string;
  to: string;
  /** Where the page said that `from` leads; null: nowhere. */
  was: string | null;
}>;

export async function addRedirectAtDesk(
  { from, to, was }: NewAtDesk,
  actor: DeskPerson,
): Promise<Result<Redirect, Refused | "redirect-malformed" | "redirect-loop">> {
  if (!can(actor.staff.role, "edit-redirects")) return refused("desk-not-allowed");
  const pages = await pagesOfShop();
  return transact(async () => {
    const added = await addRedirect({ from, to, was, pages, now: actor.now });
    if (!added.ok) return added;
    await writeDeskLog(actor, {
      action: "redirect-added",
      subject: { kind: "redirect", id: from },
      changes: { target: [was ?? "", added.value.to] },
    });
    return added;
  });
}

/** If it leads where the page said. Answers with the row of the log that takes it back. */
export async function removeRedirectAtDesk(
  { from, to }: Pick<Redirect, "from" | "to">,
  actor: DeskPerson,
): Promise<Result<Readonly<{ logId: number | null }>, Refused | "not-found">> {
  if (!can(actor.staff.role, "edit-redirects")) return refused("desk-not-allowed");
  return transact<Result<Readonly<{ logId: number | null }>, Refused | "not-found">>(async () => {
    const removed = await removeRedirect(from, to);
    if (!removed.ok) return removed;
    await writeDeskLog(actor, {
      action: "redirect-removed",
      subject: { kind: "redirect", id: removed.value.from },
      changes: { target: [removed.value.to, ""], source: [removed.value.source, ""] },
    });
    return ok({ logId: await lastRemoval(actor) });
  });
}

/** If the address leads nowhere else by now. */
export async function putBackRedirectAtDesk(
  logId: number,
  actor: DeskPerson,
): Promise<Result<Redirect, Refused | "not-found" | "redirect-malformed" | "redirect-loop">> {
  if (!can(actor.staff.role, "edit-redirects")) return refused("desk-not-allowed");
  const pages = await pagesOfShop();
  return transact(async () => {
    const removed = await findRemovedRedirect(logId, actor);
    if (!removed) return refused("not-found");
    const { from, to, source } = removed;
    const added = await addRedirect({ from, to, source, was: null, pages, now: actor.now });
    if (!added.ok) return added;
    await writeDeskLog(actor, {
      action: "redirect-put-back",
      subject: { kind: "redirect", id: from },
      changes: { target: ["", added.value.to] },
    });
    return added;
  });
}

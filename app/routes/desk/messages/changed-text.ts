import type { SavedReply } from "#app/models/content/saved-reply.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

/** "Changed by Martha Pryce, 27 November 2026 at 12:10" */
export function changedText({ by, changedAt }: Pick<SavedReply, "by" | "changedAt">, store: Store): string {
  return `Changed by ${by || "the shop’s own commands"}, ${dateTimeText(changedAt, store)}`;
}

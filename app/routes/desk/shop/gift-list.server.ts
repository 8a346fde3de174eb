import type { HelpedClaim } from "#app/models/gift-list/help.server.ts";
import type { GiftListState } from "#app/models/gift-list/gift-list.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

const TAGS = {
  draft: { text: "Not confirmed", tone: "" },
  open: { text: "Open", tone: "ok" },
  closed: { text: "Closed", tone: "" },
} as const satisfies Record<GiftListState, unknown>;

export function stateTag(state: GiftListState) {
  return TAGS[state];
}

/** "Reserved until 30 November 2026 at 23:59" */
export function claimText({ way, state, heldUntil, confirmedAt }: HelpedClaim, store: Store): string {
  const until = heldUntil === null ? "" : ` until ${dateTimeText(heldUntil, store)}`;
  if (way === "order") return state === "taken" ? "Bought here" : `Being paid for${until}`;
  const words = way === "reservation" ? "Reserved" : "Said to be bought elsewhere";
  return `${words}${until}${confirmedAt === null ? ", address not confirmed" : ""}`;
}

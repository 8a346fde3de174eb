/** Sharing a list of favourites: a link that says nothing of who made it. */
import type { SharedListId } from "#app/models/shared/ids.ts";

/** Days for which the copy that a guest shares is kept. */
const SHARED_COPY_DAYS = 90;

export type SharedList = Readonly<{
  id: SharedListId;
  /** "live" follows an account's list; "copy" is the list as it was when it was shared. */
  kind: "live" | "copy";
  /** ISO 8601, or null for a link that is kept until it is taken back. */
  endsAt: string | null;
}>;

/** When a copy shared at `now` is no longer kept, as ISO 8601. */
export function copyEndsAt(now: Date): string {
  return new Date(now.getTime() + SHARED_COPY_DAYS * 86_400_000).toISOString();
}

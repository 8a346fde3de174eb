/** The stars of a review are no reason. */

export const REJECT_REASONS = [
  "Not about the product",
  "Names or shows somebody",
  "Insults somebody",
  "Against the law",
  "Advertises something",
  "Written twice",
] as const;

export type RejectReason = (typeof REJECT_REASONS)[number];

export function rejectReason(text: string): RejectReason | null {
  return REJECT_REASONS.find((reason) => reason === text) ?? null;
}

export const REPLY_MAX = 2_000;

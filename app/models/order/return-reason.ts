/** Why goods come back, in the words of the form. */

export const RETURN_REASONS = [
  { key: "changed-mind", label: "I changed my mind" },
  { key: "does-not-fit", label: "It does not fit or suit us" },
  { key: "arrived-late", label: "It arrived too late" },
  { key: "not-as-described", label: "It is not as described" },
  { key: "wrong-item", label: "It is not what I ordered" },
  { key: "damaged", label: "It arrived damaged" },
  { key: "faulty", label: "It does not work, or broke" },
] as const;

export type ReturnReason = (typeof RETURN_REASONS)[number]["key"];

/** Most characters of a note to a return. */
export const RETURN_NOTE_MAX = 500;

export function isReturnReason(value: string): value is ReturnReason {
  return RETURN_REASONS.some(({ key }) => key === value);
}

/** The reason in the words of the form. */
export function reasonText(key: string): string {
  return RETURN_REASONS.find((reason) => reason.key === key)?.label ?? key;
}

export const RETURN_REASONS = [
  { key: "changed-mind", label: "I changed my mind" },
  { key: "does-not-fit", label: "It does not fit or is not suitable" },
  { key: "arrived-late", label: "It arrived too late" },
  { key: "not-as-described", label: "It is not as described" },
  { key: "wrong-item", label: "It is not what I ordered" },
  { key: "damaged", label: "It arrived damaged" },
  { key: "faulty", label: "It is faulty or has broken" },
] as const;

export type ReturnReason = (typeof RETURN_REASONS)[number]["key"];

export const RETURN_NOTE_MAX = 500;

export function isReturnReason(value: string): value is ReturnReason {
  return RETURN_REASONS.some(({ key }) => key === value);
}

export function reasonText(key: string): string {
  return RETURN_REASONS.find((reason) => reason.key === key)?.label ?? key;
}

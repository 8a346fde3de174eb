import type { Store } from "#app/models/store/store.ts";

/** Characters. */
export const CONTACT_MESSAGE_MAX = 4_000;
export const CONTACT_ORDER_NUMBER_MAX = 40;

export const CONTACT_FIELDS = ["name", "email", "topic", "orderNumber", "message"] as const;

export const CONTACT_TOPICS = [
  { value: "order", label: "An order", inbox: "email" },
  { value: "product", label: "A product", inbox: "email" },
  { value: "repair", label: "A repair or a spare part", inbox: "repairsEmail" },
  { value: "safety", label: "A safety concern", inbox: "safetyEmail" },
  { value: "privacy", label: "My personal data", inbox: "privacyEmail" },
  { value: "other", label: "Something else", inbox: "email" },
] as const satisfies ReadonlyArray<
  Readonly<{ value: string; label: string; inbox: keyof Store["contact"] & `${string}mail` }>
>;

export type ContactTopic = (typeof CONTACT_TOPICS)[number];

export type ContactMessage = Readonly<{
  name: string;
  email: string;
  topic: ContactTopic["value"];
  orderNumber: string;
  message: string;
}>;

export function contactTopic(value: string): ContactTopic {
  return CONTACT_TOPICS.find((topic) => topic.value === value) ?? CONTACT_TOPICS[5];
}

export function workingDaysText(days: number): string {
  return days === 1 ? "one working day" : `${days} working days`;
}

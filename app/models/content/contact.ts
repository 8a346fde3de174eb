/** What people write to the shop about, who reads it, and how much of it there may be. */
import type { Store } from "#app/models/store/store.ts";

/** Longest message, and longest order number as somebody may type it, in characters. */
export const CONTACT_MESSAGE_MAX = 4_000;
export const CONTACT_ORDER_NUMBER_MAX = 40;

/** What is typed; the trap for robots is not among it. In the order of the form. */
export const CONTACT_FIELDS = ["name", "email", "topic", "orderNumber", "message"] as const;

/** What it can be about, and whose letter box it goes to. */
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
  /** As typed, "" where there is none. */
  orderNumber: string;
  message: string;
}>;

/** The topic called `value`; the last one, "Something else", for a name of former times. */
export function contactTopic(value: string): ContactTopic {
  return CONTACT_TOPICS.find((topic) => topic.value === value) ?? CONTACT_TOPICS[5];
}

/** "one working day", "2 working days". */
export function workingDaysText(days: number): string {
  return days === 1 ? "one working day" : `${days} working days`;
}

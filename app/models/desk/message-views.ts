import { CONTACT_TOPICS } from "#app/models/content/contact.ts";
import type { QueuedMessage, TopicName } from "#app/models/content/message-queue.ts";
import { addDays, type Day, dayText } from "#app/models/shared/local-date.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";

export const MESSAGE_REPLY_MAX = 4_000;

const PRIVATE_TOPICS: ReadonlyArray<TopicName> = ["safety", "privacy"];

type MessageView = Readonly<{
  key: string;
  title: string;
  isDone: boolean;
  /** Null: all that the role may see. */
  topic: TopicName | null;
}>;

export const MESSAGE_VIEWS = [
  { key: "to-answer", title: "To answer", isDone: false, topic: null },
  { key: "done", title: "Answered", isDone: true, topic: null },
  { key: "repairs", title: "Repairs", isDone: false, topic: "repair" },
  { key: "safety", title: "Safety", isDone: false, topic: "safety" },
  { key: "privacy", title: "Personal data", isDone: false, topic: "privacy" },
] as const satisfies ReadonlyArray<MessageView>;

export function messageView(key: string | null): (typeof MESSAGE_VIEWS)[number] {
  return MESSAGE_VIEWS.find((view) => view.key === key) ?? MESSAGE_VIEWS[0];
}

export function messageTopics(role: StaffRole): ReadonlyArray<TopicName> {
  if (!can(role, "handle-messages")) return [];
  const topics = CONTACT_TOPICS.map(({ value }) => value);
  return can(role, "handle-private-messages")
    ? topics
    : topics.filter((topic) => !PRIVATE_TOPICS.includes(topic));
}

export function topicsIn({ topic }: Pick<MessageView, "topic">, role: StaffRole): ReadonlyArray<TopicName> {
  return messageTopics(role).filter((each) => topic === null || each === topic);
}

type DueText = Readonly<{ text: string; isLate: boolean }>;

/** "Answer today", "Late, promised for Friday 20 November". `today` is the shop's own day. */
export function dueText(dueDay: Day, { today, now }: Readonly<{ today: Day; now: Date }>): DueText {
  if (dueDay < today) return { text: `Late, promised for ${dayText(dueDay, now)}`, isLate: true };
  if (dueDay === today) return { text: "Answer today", isLate: false };
  if (dueDay === addDays(today, 1)) return { text: "Answer tomorrow", isLate: false };
  return { text: `Answer by ${dayText(dueDay, now)}`, isLate: false };
}

type MessageTag = Readonly<{ text: string; tone: "do" | "ok" | "bad" | "" }>;

export function messageTag(
  { state, dueDay, replyKey, replySentAt }: QueuedMessage,
  at: Readonly<{ today: Day; now: Date }>,
): MessageTag {
  if (state === "answered" && replyKey !== null && replySentAt === null)
    return { text: "Reply not sent yet", tone: "do" };
  if (state === "answered") return { text: "Answered", tone: "ok" };
  if (state === "closed") return { text: "Closed", tone: "" };
  const { text, isLate } = dueText(dueDay, at);
  return { text, tone: isLate ? "bad" : "do" };
}

const EXCERPT_MAX = 60;

/** Null where the words are not kept. */
export function excerptOf({ content }: QueuedMessage): string | null {
  return content && firstWords(content.words);
}

function firstWords(words: string): string {
  const text = words.replace(/\s+/g, " ");
  if (text.length <= EXCERPT_MAX) return text;
  const start = text.slice(0, EXCERPT_MAX);
  // Between words, if there is more than one.
  return `${start.slice(0, Math.max(0, start.lastIndexOf(" ")) || EXCERPT_MAX)}…`;
}

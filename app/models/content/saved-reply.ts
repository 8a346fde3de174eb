export const SAVED_TITLE_MAX = 80;
/** Characters: greeting, name and more words fit around it. */
export const SAVED_TEXT_MAX = 3_500;

export const SAVED_REPLY_FIELDS = ["title", "text"] as const;
export type SavedReplyFields = Readonly<Record<(typeof SAVED_REPLY_FIELDS)[number], string>>;

export const SAVED_REPLY_LABELS: SavedReplyFields = { title: "Title", text: "Text" };

export type SavedReply = SavedReplyFields &
  Readonly<{
    id: number;
    by: string;
    /** ISO 8601, UTC. */
    changedAt: string;
  }>;

export function readSavedReply(typed: SavedReplyFields): Readonly<{
  fields: SavedReplyFields;
  errors: Partial<SavedReplyFields>;
}> {
  const title = typed.title.replace(/\s+/g, " ").trim();
  const text = typed.text.replaceAll("\r\n", "\n").trim();
  const errors = {
    ...problemOf("title", title, SAVED_TITLE_MAX),
    ...problemOf("text", text, SAVED_TEXT_MAX),
  };
  return { fields: { title, text }, errors };
}

function problemOf(field: keyof SavedReplyFields, value: string, max: number): Partial<SavedReplyFields> {
  if (value === "") return { [field]: `Enter a ${field}` };
  return value.length > max ? { [field]: `Use up to ${max.toLocaleString("en-GB")} characters` } : {};
}

export const FIRST_NAME_MARK = "{first name}";

export type ReplyFrame = Readonly<{ head: string; foot: string }>;

export function emptyReply({ head, foot }: ReplyFrame): string {
  return `${head}\n\n\n\n\n\n${foot}`;
}

/** Lines left empty around what was typed are closed up. */
export function tidyReply(typed: string): string {
  return typed
    .replaceAll("\r\n", "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

type Filling = Readonly<{
  typed: string;
  frame: ReplyFrame;
  text: string;
  firstName: string;
}>;

/**
 * What somebody has typed stays: the text is put below it, and `isBelow` says so. A text whose first line of several
 * has the name brings its own greeting.
 */
export function filledReply({ typed, frame, text, firstName }: Filling): Readonly<{
  reply: string;
  isBelow: boolean;
}> {
  const words = text.replaceAll(FIRST_NAME_MARK, firstName);
  const before = typed.replaceAll("\r\n", "\n").trim();
  const isBelow = before !== "" && before !== emptyReply(frame).trim();
  if (isBelow) {
    const hasFoot = before.endsWith(frame.foot);
    const own = hasFoot ? before.slice(0, -frame.foot.length).trimEnd() : before;
    return { reply: [own, words, ...(hasFoot ? [frame.foot] : [])].join("\n\n"), isBelow };
  }
  const [firstLine = "", ...more] = text.split("\n");
  const head = more.length > 0 && firstLine.includes(FIRST_NAME_MARK) ? [] : [frame.head];
  return { reply: [...head, words, frame.foot].join("\n\n"), isBelow };
}

/** Texts of the shop's own that replies to messages start from. */

/** Characters of a title. */
export const SAVED_TITLE_MAX = 80;
/** Characters of a text: greeting, name and more words fit around it. */
export const SAVED_TEXT_MAX = 3_500;

export const SAVED_REPLY_FIELDS = ["title", "text"] as const;
export type SavedReplyFields = Readonly<Record<(typeof SAVED_REPLY_FIELDS)[number], string>>;

export const SAVED_REPLY_LABELS: SavedReplyFields = { title: "Title", text: "Text" };

export type SavedReply = SavedReplyFields &
  Readonly<{
    id: number;
    /** Who changed it last; empty for the shop's own commands. */
    by: string;
    /** ISO 8601, UTC. */
    changedAt: string;
  }>;

/** What was typed, tidied, and what is wrong with it by field. */
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

/** Where a text says so, the customer's first name is put in. */
export const FIRST_NAME_MARK = "{first name}";

/** Around the words of a reply: "Dear Sophie," and "Martha, Hollybough". */
export type ReplyFrame = Readonly<{ head: string; foot: string }>;

/** A reply in which nothing is said yet. */
export function emptyReply({ head, foot }: ReplyFrame): string {
  return `${head}\n\n\n\n${foot}`;
}

type Filling = Readonly<{
  /** What stands in the field of the reply. */
  typed: string;
  frame: ReplyFrame;
  /** The saved text. */
  text: string;
  firstName: string;
}>;

/**
 * The field of the reply with the saved text in it. What somebody has typed stays: the text is put below it, and
 * `isBelow` says so. A text whose first line of several has the name brings a greeting of its own.
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

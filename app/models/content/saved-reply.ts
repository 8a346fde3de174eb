export type SavedReply = Readonly<{
  id: number;
  title: string;
  text: string;
  by: string;
  /** ISO 8601, UTC. */
  changedAt: string;
}>;

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

import { createHash } from "node:crypto";

const MARK_LENGTH = 12;

/** Tells a save whether what a page showed is still so. */
export function textMark(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);
}

/** Marks of what a form shows, which come back with it. */
export function textMarks<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const marks = Object.entries<string>(texts).map(([name, text]) => [name, textMark(text)]);
  return Object.fromEntries(marks) as Record<Name, string>;
}

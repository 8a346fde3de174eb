import { textMark } from "#app/models/shared/text-mark.server.ts";

import type { Texts } from "./field.ts";

type Typing<Fields extends Texts> = Readonly<{
  typed: Fields;
  now: Fields;
  /** Null overwrites what is there. */
  marks: Texts | null;
}>;

/** `theirs` names the fields that both have changed, with what they are now: save nothing then, and show both. */
export function mergeTyped<Fields extends Texts>({
  typed,
  now,
  marks,
}: Typing<Fields>): Readonly<{
  merged: Fields;
  theirs: Texts;
}> {
  const merged: Record<string, string> = {};
  const theirs: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const [current = "", mark] = [now[name], marks?.[name]];
    merged[name] = mark === textMark(text) ? current : text;
    const isTouched = mark !== undefined && mark !== textMark(current);
    if (isTouched && merged[name] !== current) theirs[name] = current;
  }
  return { merged: { ...now, ...merged }, theirs };
}

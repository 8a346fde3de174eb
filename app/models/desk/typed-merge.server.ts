/** Forms of texts that two people may have open at once: merged by field, by marks of what each form showed. */
import { settingMark } from "#app/models/store/editing/change-settings.server.ts";

export type Texts = Readonly<Record<string, string>>;

/** Marks of what a form shows, by field. They come back with the form. */
export function textMarks(fields: Texts): Texts {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, settingMark(text)]));
}

type Typing<Fields extends Texts> = Readonly<{
  typed: Fields;
  now: Fields;
  /** Without any, what is there is overwritten. */
  marks: Texts | null;
}>;

/**
 * What was typed where the form was changed, and what is there now elsewhere. `theirs` names the fields that both have
 * changed, with what they are now: save nothing then, and show both.
 */
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
    merged[name] = mark === settingMark(text) ? current : text;
    const isTouched = mark !== undefined && mark !== settingMark(current);
    if (isTouched && merged[name] !== current) theirs[name] = current;
  }
  return { merged: { ...now, ...merged }, theirs };
}

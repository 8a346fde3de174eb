/** What becomes of steps at the desk, in a word. */
export type Done = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false; code: string }>;
type Answer = Readonly<{ kind?: string; isChanged?: boolean; isNew?: boolean }>;

/** "done", "unchanged" where there was nothing left to do, an answer such as "conflict", or the code of a refusal. */
export async function outcomeOf(step: Done | Promise<Done>): Promise<string> {
  const done = await step;
  if (!done.ok) return done.code;
  const { kind = "done", isChanged = true, isNew = true } = (done.value ?? {}) as Answer;
  return kind === "done" && !(isChanged && isNew) ? "unchanged" : kind;
}

/** Of steps that are taken at once, sorted: who is first is chance. */
export async function atOnce(...steps: ReadonlyArray<Promise<Done>>): Promise<ReadonlyArray<string>> {
  return (await Promise.all(steps.map(outcomeOf))).sort();
}

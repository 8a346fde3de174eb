import {
  columns,
  commands,
  countFrom,
  done,
  notDone,
  minuteOf,
  type Outcome,
  readWords,
  refusalOutcome,
} from "./command.ts";

const ID_MAX = 2_147_483_647;

export type SavedReplyOptions = Readonly<{ isJson: boolean }> &
  (
    | Readonly<{ verb: "replies" }>
    | Readonly<{ verb: "save-reply"; id: number | null; title: string; text: string }>
    | Readonly<{ verb: "remove-reply"; id: number }>
  );

const OPTIONS = { json: { type: "boolean" }, id: { type: "string" } } as const;

export function readSavedReplyArguments(args: ReadonlyArray<string>): SavedReplyOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const { values, positionals } = words;
  const [verb, ...rest] = positionals;
  const isJson = values.json ?? false;
  if (verb === "save-reply") return saving(rest, values.id, isJson);
  if (values.id !== undefined) return null;
  if (verb === "replies") return rest.length === 0 ? { verb, isJson } : null;
  const id = rest.length === 1 ? countFrom(rest[0] ?? "", ID_MAX) : null;
  return id === null ? null : { verb: "remove-reply", id, isJson };
}

function saving(
  rest: ReadonlyArray<string>,
  number: string | undefined,
  isJson: boolean,
): SavedReplyOptions | null {
  const [title, text] = rest;
  if (title === undefined || text === undefined || rest.length > 2) return null;
  const id = number === undefined ? null : countFrom(number, ID_MAX);
  if (number !== undefined && id === null) return null;
  return { verb: "save-reply", id, title, text, isJson };
}

export async function workOnSavedReplies(options: SavedReplyOptions): Promise<Outcome> {
  switch (options.verb) {
    case "replies":
      return list();
    case "remove-reply":
      return remove(options.id);
    default:
      return save(options);
  }
}

async function list(): Promise<Outcome> {
  const { listSavedReplies } = await import("#app/models/desk/saved-replies.server.ts");
  const replies = await listSavedReplies();
  const rows = replies.map(({ id, title, changedAt, by }) => [id, title, minuteOf(changedAt), by]);
  return {
    isDone: true,
    words: rows.length === 0 ? "No text is saved." : columns(["Id", "Title", "Changed (UTC)", "By"], rows),
    data: replies,
  };
}

type Save = Extract<SavedReplyOptions, { verb: "save-reply" }>;

async function save({ id, title, text }: Save): Promise<Outcome> {
  const { readSavedReply } = await import("#app/models/content/saved-reply.ts");
  const { addSavedReply, changeSavedReply } = await import("#app/models/desk/saved-replies.server.ts");
  const { newId } = await import("#app/models/shared/generate-id.server.ts");
  const { fields, errors } = readSavedReply({ title, text });
  const problems = Object.entries(errors).map(([field, problem]) => `${field}: ${problem}`);
  if (problems.length > 0) return notDone(problems.join("\n"));
  const actor = await commands();
  if (id === null) {
    const added = await addSavedReply({ fields, key: newId("saved") }, actor);
    if (!added.ok) return refusalOutcome(added);
    return done(`The text ${added.value.id} is saved.`, { id: added.value.id });
  }
  const changed = await changeSavedReply(id, { fields, marks: null }, actor);
  if (!changed.ok) return refusalOutcome(changed);
  return done(`The text ${id} is saved.`, { id });
}

async function remove(id: number): Promise<Outcome> {
  const { removeSavedReply } = await import("#app/models/desk/saved-replies.server.ts");
  const removed = await removeSavedReply(id, await commands());
  if (!removed.ok) return refusalOutcome(removed);
  return done(`The text ${id} is removed${removed.value.isChanged ? "" : " already"}.`, { id });
}

import type { QueuedMessage } from "#app/models/content/message-queue.ts";

import {
  columns,
  type Command,
  countFrom,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
} from "./command.ts";

const HELP = `List the messages of the contact form, and mark them as answered or closed.

Usage:
  npm run shop -- messages list [--done] [--limit <count>] [--json]
  npm run shop -- messages answer|close|reopen <id> [<id> …] [--json]

  list               the messages that wait for an answer, the earliest promise first
  --done             those that are answered or closed, the last one first
  --limit <count>    at most so many, default 50
  answer             mark as answered, after you have answered from the mailbox
  close              close without an answer
  reopen             let them wait again; a reply of the desk that has not gone out is taken back
  --json             print the result as JSON
  --help             this text

The words are in the mailbox of the topic, and with the setting keep-messages at /desk/messages.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export const messagesCommand: Command = newCommand<CommandOptions>({
  name: "messages",
  summary: "list messages of the contact form, and mark them as answered or closed",
  help: HELP,
  read: readArguments,
  work,
});

const STEPS = ["answer", "close", "reopen"] as const;
type StepName = (typeof STEPS)[number];

type CommandOptions =
  | Readonly<{ verb: "list"; isDone: boolean; limit: number; isJson: boolean }>
  | Readonly<{ verb: StepName; ids: ReadonlyArray<number>; isJson: boolean }>;

const BY = "the shop’s own commands";
const LIMIT_MAX = 10_000;
const ID_MAX = 2_147_483_647;
const DONE: Readonly<Record<StepName, string>> = {
  answer: "is answered",
  close: "is closed",
  reopen: "waits for an answer",
};

async function work(options: CommandOptions): Promise<Outcome> {
  if (options.verb === "list") return list(options);
  return settle(options.verb, options.ids);
}

async function list({ isDone, limit }: Extract<CommandOptions, { verb: "list" }>): Promise<Outcome> {
  const { CONTACT_TOPICS } = await import("#app/models/content/contact.ts");
  const { listMessages } = await import("#app/models/content/message-queue.server.ts");
  const topics = CONTACT_TOPICS.map(({ value }) => value);
  const messages = await listMessages({ isDone, topics }, limit);
  const none = isDone ? "No message is answered or closed." : "No message waits for an answer.";
  const words = messages.length === 0 ? none : columns(HEADINGS, messages.map(rowOf));
  return { isDone: true, words, data: messages.map(dataOf) };
}

const HEADINGS = ["Id", "Came (UTC)", "Answer by", "State", "Topic", "From", "By"];

function rowOf({ id, createdAt, dueDay, state, topic, name, settledBy }: QueuedMessage) {
  return [id, minuteOf(createdAt), dueDay, state, topic, name, settledBy];
}

/** Without the words: a terminal keeps what it has shown. */
function dataOf({ id, createdAt, dueDay, state, topic, name, settledBy, settledAt }: QueuedMessage) {
  return { id, createdAt, dueDay, state, topic, name, settledBy, settledAt };
}

async function settle(verb: StepName, ids: ReadonlyArray<number>): Promise<Outcome> {
  const { reopenMessage, settleMessage } = await import("#app/models/content/message-queue.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const outcomes = [];
  for (const id of ids) {
    const step = { by: BY, now: new Date() };
    const done =
      verb === "reopen"
        ? await reopenMessage(id, null)
        : await settleMessage(id, { to: verb === "answer" ? "answered" : "closed", ...step });
    const words = done.ok
      ? `Message ${id} ${DONE[verb]}${done.value.isChanged ? "" : " already"}.`
      : `Message ${id}: ${shopError(done).message}.`;
    outcomes.push({ id, ok: done.ok, words });
  }
  return {
    isDone: outcomes.every(({ ok }) => ok),
    words: outcomes.map(({ words }) => words).join("\n"),
    data: outcomes.map(({ id, ok, words }) => ({ id, ok, message: words })),
  };
}

const OPTIONS = {
  json: { type: "boolean" },
  done: { type: "boolean" },
  limit: { type: "string" },
} as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const { values, positionals } = words;
  const [verb, ...rest] = positionals;
  const isJson = values.json ?? false;
  if (verb === "list") {
    const limit = countFrom(values.limit ?? "50", LIMIT_MAX);
    return limit && rest.length === 0 ? { verb, isDone: values.done ?? false, limit, isJson } : null;
  }
  if (values.done !== undefined || values.limit !== undefined) return null;
  return stepArguments(verb, rest, isJson);
}

function stepArguments(
  verb: string | undefined,
  rest: ReadonlyArray<string>,
  isJson: boolean,
): CommandOptions | null {
  const step = STEPS.find((each) => each === verb);
  const ids = rest.flatMap((text) => countFrom(text, ID_MAX) ?? []);
  return step && ids.length > 0 && ids.length === rest.length ? { verb: step, ids, isJson } : null;
}

import type { QueuedMessage } from "#app/models/content/message-queue.ts";

import { columns, type Command, minuteOf, type Outcome, outcomeOfEach } from "./command.ts";
import { flagSchema, idSchema, limitOf, severalOf, verb, verbsCommand } from "./verbs.ts";

const BY = "the shop’s own commands";
const LIMIT_MAX = 10_000;
const IDS = { id: severalOf(idSchema()) };

export const messagesCommand: Command = verbsCommand({
  name: "messages",
  summary: "list messages of the contact form, and mark them as answered or closed",
  about:
    "List the messages of the contact form, and mark them as answered or closed. The words are in the mailbox of the " +
    "topic, and with the setting keep-messages at /desk/messages.",
  verbs: {
    list: verb({
      about: "the messages that wait for an answer, the earliest promise first",
      options: {
        done: flagSchema("those that are answered or closed, the last one first"),
        limit: limitOf(50, LIMIT_MAX),
      },
      run: ({ done, limit }) => list(done, limit),
    }),
    answer: verb({
      about: "mark as answered, after you have answered from the mailbox",
      words: IDS,
      run: ({ id }) => settle("answer", id),
    }),
    close: verb({ about: "close without an answer", words: IDS, run: ({ id }) => settle("close", id) }),
    reopen: verb({
      about: "let them wait again; a reply of the desk that has not gone out is taken back",
      words: IDS,
      run: ({ id }) => settle("reopen", id),
    }),
  },
});

const DONE = {
  answer: "is answered",
  close: "is closed",
  reopen: "waits for an answer",
} as const;

async function list(isDone: boolean, limit: number): Promise<Outcome> {
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

async function settle(verbName: keyof typeof DONE, ids: ReadonlyArray<number>): Promise<Outcome> {
  const { reopenMessage, settleMessage } = await import("#app/models/content/message-queue.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  return outcomeOfEach(ids, async (id) => {
    const to = verbName === "answer" ? "answered" : "closed";
    const done =
      verbName === "reopen"
        ? await reopenMessage(id, null)
        : await settleMessage(id, { to, by: BY, now: new Date() });
    const message = done.ok
      ? `Message ${id} ${DONE[verbName]}${done.value.isChanged ? "" : " already"}.`
      : `Message ${id}: ${shopError(done).message}.`;
    return { ok: done.ok, message };
  });
}

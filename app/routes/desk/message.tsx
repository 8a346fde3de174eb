import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { type MessageAnswer, MessagePage } from "#app/components/desk/message-page.tsx";
import { OpenNotice } from "#app/components/desk/open-notice.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { listMessages } from "#app/models/content/message-queue.server.ts";
import type { QueuedMessage } from "#app/models/content/message-queue.ts";
import {
  findMessageAtDesk,
  reopenMessageAtDesk,
  replyToMessageAtDesk,
  settleMessageAtDesk,
} from "#app/models/desk/message-steps.server.ts";
import { tidyReply } from "#app/models/content/saved-reply.ts";
import { MESSAGE_REPLY_MAX, messageTopics } from "#app/models/desk/message-views.ts";
import { idIn } from "#app/models/resource/field.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskConflict, deskInvalid, readDeskForm } from "./desk.server.ts";
import { othersOn } from "./notices/open-notice.server.ts";
import {
  greeting,
  messagePageData,
  messageRow,
  messageViews,
  replyWithSaved,
} from "./message-view.server.ts";

const OTHERS = 20;

const messageSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("reply"),
    key: z.string().min(1).max(60),
    text: z
      .string()
      .transform(tidyReply)
      .refine((text) => text.length > 0, "Write something first")
      .refine((text) => text.length <= MESSAGE_REPLY_MAX, "Shorten the reply"),
  }),
  z.object({
    intent: z.literal("insert"),
    saved: z.coerce.number().int().positive().catch(0),
    text: z.string().default(""),
  }),
  z.object({ intent: z.enum(["answered", "closed"]), text: z.string().default("") }),
  z.object({ intent: z.literal("reopen"), shown: z.string().min(1).max(40) }),
]);

type Form = z.output<typeof messageSchema>;
type StepForm = Exclude<Form, { intent: "insert" }>;

/** Throws the desk's page for one that is gone, or not for this role. */
async function messageIn(id: string | undefined, { staff }: DeskVisit): Promise<QueuedMessage> {
  const found = await findMessageAtDesk(idIn(id ?? ""), staff.role);
  if (!found.ok) throw deskRefusal(found);
  return found.value;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "handle-messages");
  const { staff, actor } = visit;
  const [message, store] = await Promise.all([messageIn(params["messageId"], visit), findStore()]);
  const reader = { store, role: staff.role, now: actor.now };
  const isDone = message.state !== "waiting";
  const [views, others, page, openedBy] = await Promise.all([
    messageViews(staff.role),
    listMessages({ isDone: false, topics: messageTopics(staff.role) }, OTHERS + 1),
    messagePageData(message, { ...reader, staffName: staff.name }),
    othersOn({ kind: "message", id: String(message.id) }, { request, isDone }, visit),
  ]);
  return json({
    message: page,
    views,
    others: others
      .filter(({ id }) => id !== message.id)
      .slice(0, OTHERS)
      .map((other) => messageRow(other, reader)),
    openedBy: isDone ? [] : openedBy,
    done: new URL(request.url).searchParams.get("done"),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "handle-messages");
  const message = await messageIn(params["messageId"], visit);
  const form = await readDeskForm(request, messageSchema);
  if (!form.ok) return deskInvalid(form);
  const { value } = form;
  if (value.intent === "insert") return insert(value, message, visit);
  const values: Record<string, string> = "text" in value ? { text: value.text } : {};
  if (value.intent === "reply" && (await isEmptyReply(value.text, message, visit)))
    return deskInvalid({ errors: { text: "Write something first" }, values });
  const done = await stepOn(message.id, value, visit);
  if (!done.ok) return deskConflict(done, { kind: "message", id: String(message.id) }, { values });
  throw seeOther(placeAfter(message.id, value.intent, done.value.isChanged));
}

/** Nothing is stored. */
async function insert(
  { saved, text }: Extract<Form, { intent: "insert" }>,
  message: QueuedMessage,
  { staff }: DeskVisit,
) {
  const writer = { staffName: staff.name, store: await findStore() };
  const found = await replyWithSaved({ savedId: saved, typed: text, message, writer });
  if (!found) return deskInvalid({ errors: { saved: "Choose a saved reply" }, values: { text } });
  const { title, reply, isBelow } = found;
  return json<MessageAnswer>({
    errors: {},
    values: { text: reply, saved: String(saved) },
    inserted: { title, isBelow },
  });
}

function stepOn(id: number, form: StepForm, { actor }: DeskVisit) {
  switch (form.intent) {
    case "reply":
      return replyToMessageAtDesk(id, form, actor);
    case "reopen":
      return reopenMessageAtDesk(id, form.shown, actor);
    default:
      return settleMessageAtDesk(id, form.intent, actor);
  }
}

/** Only what the field started with. */
async function isEmptyReply(text: string, message: QueuedMessage, { staff }: DeskVisit): Promise<boolean> {
  const start = greeting(message, { staffName: staff.name, store: await findStore() });
  return text === tidyReply(start);
}

/** A reply's page has the way back. What is settled otherwise leads to the next message. */
function placeAfter(id: number, intent: StepForm["intent"], isChanged: boolean): string {
  if (intent === "reply") return deskPaths.message(id);
  if (!isChanged) return deskPaths.message(id, { done: "before" });
  return intent === "reopen"
    ? deskPaths.message(id, { done: "reopened" })
    : deskPaths.messages({ done: intent });
}

export const meta = deskTitle<typeof loader>(({ data }) =>
  data ? `Message from ${data.message.name}` : "Message",
);

export default function DeskMessageRoute() {
  const answer: MessageAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  const { openedBy, ...page } = useLoaderData<typeof loader>();
  return (
    <>
      <OpenNotice others={openedBy} />
      <MessagePage {...page} answer={answer} />
    </>
  );
}

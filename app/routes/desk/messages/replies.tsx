import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { SavedRepliesPage } from "#app/components/desk/messages/replies-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { readSavedReply, type SavedReply } from "#app/models/content/saved-reply.ts";
import { firstWords } from "#app/models/desk/message-views.ts";
import {
  addSavedReply,
  findSavedReply,
  listSavedReplies,
  putBackSavedReply,
} from "#app/models/desk/saved-replies.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";

import { changedText } from "./changed-text.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "handle-messages");
  const { searchParams } = new URL(request.url);
  const number = Number(/^[1-9]\d{0,8}$/.exec(searchParams.get("removed") ?? "")?.[0] ?? 0);
  const [replies, store, removed] = await Promise.all([
    listSavedReplies(),
    findStore(),
    number > 0 ? findSavedReply(number, { isRemoved: true }) : null,
  ]);
  const rowOf = (reply: SavedReply) => ({
    ...{ id: reply.id, title: reply.title, excerpt: firstWords(reply.text) },
    changed: changedText(reply, store),
  });
  return json({
    replies: replies.map(rowOf),
    removed: removed && { id: removed.id, title: removed.title },
    done: searchParams.get("done"),
    newKey: newId("saved"),
  });
}

const repliesSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    key: z.string().min(1).max(60),
    title: z.string().default(""),
    text: z.string().default(""),
  }),
  z.object({ intent: z.literal("put-back"), removed: z.coerce.number().int().positive() }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "handle-messages");
  const form = await requireDeskForm(request, repliesSchema);
  if (form.intent === "put-back") {
    const back = await putBackSavedReply(form.removed, actor);
    if (!back.ok) return deskRefused(back);
    throw seeOther(deskPaths.savedReplies({ done: back.value.isChanged ? "put-back" : "before" }));
  }
  const { title, text, key } = form;
  const { fields, errors } = readSavedReply({ title, text });
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values: { title, text, key } });
  const added = await addSavedReply({ fields, key }, actor);
  if (!added.ok) return deskRefused(added, { values: { title, text, key } });
  throw seeOther(deskPaths.savedReplies({ done: "added" }));
}

export const meta: MetaFunction = () => deskMeta("Saved replies");

export default function DeskSavedReplies() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <SavedRepliesPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

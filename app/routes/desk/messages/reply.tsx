import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { type SavedReplyAnswer, SavedReplyPage } from "#app/components/desk/messages/replies-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { readSavedReply, SAVED_REPLY_FIELDS, type SavedReply } from "#app/models/content/saved-reply.ts";
import { changeSavedReply, findSavedReply, removeSavedReply } from "#app/models/desk/saved-replies.server.ts";
import { textMarks } from "#app/models/desk/typed-merge.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";

import { changedText } from "./changed-text.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const replySchema = z.object({
  intent: z.enum(["save", "remove"]),
  title: z.string().default(""),
  text: z.string().default(""),
  "was-title": z.string().max(40).default(""),
  "was-text": z.string().max(40).default(""),
});

/** Throws the desk's page for a text that is gone. */
async function replyIn({ replyId }: Readonly<{ replyId?: string | undefined }>): Promise<SavedReply> {
  const number = /^[1-9]\d{0,8}$/.test(replyId ?? "") ? Number(replyId) : 0;
  const found = await findSavedReply(number);
  if (!found) throw deskRefusal(refused("NOT_FOUND"));
  return found;
}

function hiddenMarks({ title, text }: Pick<SavedReply, "title" | "text">): Readonly<Record<string, string>> {
  const marks = Object.entries(textMarks({ title, text }));
  return Object.fromEntries(marks.map(([name, mark]) => [`was-${name}`, mark]));
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "handle-messages");
  const [reply, store] = await Promise.all([replyIn(params), findStore()]);
  const { id, title, text } = reply;
  return json({ reply: { id, title, text, changed: changedText(reply, store) }, marks: hiddenMarks(reply) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "handle-messages");
  const { id } = await replyIn(params);
  const { intent, ...values } = await requireDeskForm(request, replySchema);
  if (intent === "remove") {
    const removed = await removeSavedReply(id, actor);
    if (!removed.ok) return deskRefused(removed, { values });
    throw seeOther(deskPaths.savedReplies({ removed: id }));
  }
  const { fields, errors } = readSavedReply(values);
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const marks = Object.fromEntries(SAVED_REPLY_FIELDS.map((name) => [name, values[`was-${name}`]]));
  const done = await changeSavedReply(id, { fields, marks }, actor);
  if (!done.ok) return deskRefused(done, { values });
  if (done.value.kind === "conflict") {
    const { theirs, now } = done.value;
    return json<SavedReplyAnswer>(
      {
        errors: Object.fromEntries(
          Object.keys(theirs).map((name) => [
            name,
            `${now.by || "Somebody"} has changed this meanwhile, and nothing was saved. Save again to use yours`,
          ]),
        ),
        values: { ...values, ...hiddenMarks(now) },
        theirs,
      },
      { status: 409 },
    );
  }
  throw seeOther(deskPaths.savedReplies({ done: done.value.isChanged ? "save" : "before" }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => deskMeta(data?.reply.title ?? "Saved reply");

export default function DeskSavedReply() {
  const answer: SavedReplyAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <SavedReplyPage {...useLoaderData<typeof loader>()} answer={answer} />;
}

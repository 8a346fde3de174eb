import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { CloseListPage } from "#app/components/gift-list/close-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { requireOwnedGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import {
  closeGiftList,
  deleteGiftList,
  prolongGiftList,
  reopenGiftList,
} from "#app/models/gift-list/closing.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const list = await requireOwnedGiftList(request, params["listId"], new Date());
  const { id, name, state, isAddressDeleted } = list;
  const openUntil = longDay(list.closesOn, "en-GB");
  return json({
    list: { id, name, isClosed: state === "closed", isAddressDeleted, openUntil },
    meta: await privateMeta(state === "closed" ? "Open the list again" : "Close the list"),
  });
}

const formSchema = z.object({ intent: z.enum(["close", "close-quietly", "prolong", "reopen", "delete"]) });
type Intent = z.output<typeof formSchema>["intent"];

const NOTES = {
  close: "The list is closed.",
  "close-quietly": "The list is closed. We will not email you about it again.",
  prolong: "The list stays open for three more months.",
  reopen: "The list is open again.",
  delete: "The list has been deleted.",
} as const satisfies Record<Intent, string>;

const REOPENED_WITHOUT_ADDRESS =
  "The list is open again. Its address was deleted, so gifts go to their givers until you choose “Edit the list” and enter it again.";

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const list = await requireOwnedGiftList(request, params["listId"], now);
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid(form);
  const { intent } = form.value;
  const done = await change(list, intent, now);
  if (!done.ok) return refusedForm(done);
  throw await noted(request, {
    to: intent === "delete" ? paths.giftLists() : giftListPaths.ownGiftList(list.id),
    say: intent === "reopen" && list.isAddressDeleted ? REOPENED_WITHOUT_ADDRESS : NOTES[intent],
  });
}

async function change(list: EditedList, intent: Intent, now: Date) {
  switch (intent) {
    case "close":
    case "close-quietly":
      return closeGiftList(list, intent === "close-quietly", now);
    case "prolong":
      return prolongGiftList(list, now);
    case "reopen":
      return reopenGiftList(list, now);
    case "delete":
      return deleteGiftList(list, now);
  }
}

export default function CloseList() {
  return (
    <CloseListPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? NO_ANSWER} />
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { OwnersPage } from "#app/components/gift-list/owners-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import {
  inviteCoOwner,
  leaveGiftList,
  listCoOwners,
  removeCoOwner,
} from "#app/models/gift-list/co-owners.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { cancelListMove, findRequestedMove, requestListMove } from "#app/models/gift-list/move.server.ts";
import { isGiftCoOwnerId } from "#app/models/shared/ids.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

/** A draft belongs to nobody else yet, and its form has its address. */
async function requireConfirmedList(request: Request, listId: string | undefined, now: Date) {
  const list = await requireOwnGiftList(request, listId, now);
  if (list.state === "draft") throw seeOther(giftListPaths.ownGiftList(list.id));
  return list;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const list = await requireConfirmedList(request, params["listId"], now);
  const [{ note, headers }, meta] = await Promise.all([
    takeNote(request),
    privateMeta("Who looks after the list"),
  ]);
  const about = { id: list.id, name: list.name, owner: list.firstName, isOpen: list.state === "open" };
  const owned = list.role === "owner" ? await ownersOf(list, now) : null;
  return json({ list: about, owned, note, meta }, { headers });
}

async function ownersOf(list: EditedList, now: Date) {
  const [coOwners, movesTo] = await Promise.all([
    listCoOwners(list.id, now),
    findRequestedMove(list.id, now),
  ]);
  return {
    email: list.email,
    coOwners: coOwners.map(({ id, email, isInvited }) => ({ id, email, isInvited })),
    movesTo,
  };
}

const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), email: emailSchema }),
  z.object({ intent: z.literal("remove"), co_owner: z.string().refine(isGiftCoOwnerId) }),
  z.object({ intent: z.literal("leave") }),
  z.object({ intent: z.literal("move"), new_email: emailSchema }),
  z.object({ intent: z.literal("cancel-move") }),
]);

type OwnersForm = z.output<typeof formSchema>;

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const list = await requireConfirmedList(request, params["listId"], now);
  const form = await readForm(request, formSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  switch (form.value.intent) {
    case "invite":
    case "move":
      return send(request, { list, form: form.value }, now);
    case "remove":
      return end(request, list, await removeCoOwner(list, form.value.co_owner));
    case "cancel-move":
      return end(request, list, await cancelListMove(list));
    case "leave":
      return leave(request, list);
  }
}

type Sent = Readonly<{ list: EditedList; form: Extract<OwnersForm, { intent: "invite" | "move" }> }>;

async function send(request: Request, { list, form }: Sent, now: Date) {
  const [field, email] =
    form.intent === "invite" ? (["email", form.email] as const) : (["new_email", form.new_email] as const);
  const values = { [field]: email };
  const allowed = await limit("gift-list-link", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values });
  const done = await (form.intent === "invite"
    ? inviteCoOwner(list, email, now)
    : requestListMove(list, email, now));
  if (!done.ok) return refusedForm(done, { values, field });
  throw await noted(request, {
    to: giftListPaths.giftListOwners(list.id),
    say:
      form.intent === "invite"
        ? `We have sent an invitation to ${email}.`
        : `Press the button in the email to ${email}. Until then nothing changes.`,
  });
}

type Ended = Awaited<ReturnType<typeof removeCoOwner>>;

async function end(request: Request, list: EditedList, done: Ended) {
  if (!done.ok) return refusedForm(done);
  throw await noted(request, {
    to: giftListPaths.giftListOwners(list.id),
    say: "Your changes have been saved.",
  });
}

async function leave(request: Request, list: EditedList) {
  const left = await leaveGiftList(list);
  if (!left.ok) return refusedForm(left);
  throw await noted(request, { to: paths.giftLists(), say: `You have left ${list.name}.` });
}

export default function Owners() {
  return (
    <OwnersPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? NO_ANSWER} />
  );
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { OwnListPage, giftQuantityFieldId } from "#app/components/gift-list/own-list-page.tsx";
import { type FormRefusal, readForm } from "#app/http/request/form.server.ts";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { requestConfirmation } from "#app/models/gift-list/access.server.ts";
import { type CoOwner, listCoOwners } from "#app/models/gift-list/co-owners.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { giftQuantitySchema } from "#app/models/gift-list/gift-form.ts";
import {
  type EditedList,
  giftCountText,
  type GiftList,
  isSurprise,
} from "#app/models/gift-list/gift-list.ts";
import { moveGift, removeGift, setGiftQuantity } from "#app/models/gift-list/gift-changes.server.ts";
import { findGift, listGifts } from "#app/models/gift-list/gifts.server.ts";
import { shopDay } from "#app/models/gift-list/lists.server.ts";
import { drawQr } from "#app/models/shared/qr.server.ts";
import { type GiftId, type GiftListId, isGiftId } from "#app/models/shared/ids.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { listLink, shownGift } from "./gift-list.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const list = await requireOwnGiftList(request, params["listId"], now);
  const [gifts, coOwners, today, { note, headers }, meta] = await Promise.all([
    listGifts(list.id),
    listCoOwners(list.id, now),
    shopDay(now),
    takeNote(request),
    privateMeta(list.name),
  ]);
  const link = list.code && listLink(list.code);
  return json(
    {
      list: {
        ...{ id: list.id, name: list.name, family: list.family, state: list.state },
        about: `${longDay(list.eventDay, "en-GB")}. ${giftCountText(gifts)}.`,
        surpriseUntil: isSurprise(list, today) && list.revealOn ? longDay(list.revealOn, "en-GB") : null,
        ...roleShown(list, coOwners),
        openUntil: longDay(list.closesOn, "en-GB"),
      },
      gifts: gifts.map(shownGift),
      share:
        link && list.code
          ? { link, path: giftListPaths.giftList(formatListCode(list.code)), qr: drawQr(link) }
          : null,
      note,
      meta,
    },
    { headers },
  );
}

/** A co-owner sees no address, neither where gifts go nor whose the list is, and not the other co-owner. */
function roleShown(list: EditedList, coOwners: ReadonlyArray<CoOwner>) {
  const isOwner = list.role === "owner";
  return {
    isOwner,
    owner: list.firstName,
    email: isOwner ? list.email : "",
    sentTo: isOwner ? (list.address?.address1 ?? null) : null,
    isSentToGiver: list.address === null,
    coOwners: isOwner ? coOwners.filter(({ isInvited }) => !isInvited).map(({ email }) => email) : [],
  };
}

const gift = z.string().refine(isGiftId);
const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send-again") }),
  z.object({ intent: z.literal("set-quantity"), gift, quantity: giftQuantitySchema }),
  z.object({ intent: z.enum(["fewer", "more", "up", "down", "take-off"]), gift }),
]);

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const list = await requireOwnGiftList(request, params["listId"], now);
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid({ ...form, errors: errorsOf(form) });
  if (form.value.intent === "send-again") return sendAgain(request, list, now);
  const { intent } = form.value;
  const done = await change(list.id, form.value, now);
  if (!done.ok) return refusedForm(done, wrongNumber(done.code, form.value));
  if (intent === "take-off")
    throw await noted(request, {
      to: giftListPaths.ownGiftList(list.id),
      say: `${done.value?.name ?? "It"} is off the list.`,
    });
  throw seeOther(`${giftListPaths.ownGiftList(list.id)}#${form.value.gift}`);
}

/** A wrong number stands at the field of its gift; what else is wrong, above the page. */
function errorsOf({ errors, values }: FormRefusal): Readonly<Record<string, string>> {
  const { quantity, ...others } = errors;
  const other = Object.values(others)[0];
  if (quantity !== undefined && other === undefined)
    return { [giftQuantityFieldId(values["gift"] ?? "")]: quantity };
  return { form: other ?? "" };
}

function wrongNumber(code: string, form: Change): Parameters<typeof refusedForm>[1] {
  const isWrong = code === "quantity-too-large" || code === "quantity-too-small";
  if (!isWrong) return {};
  const field = giftQuantityFieldId(form.gift);
  return form.intent === "set-quantity" ? { field, values: { quantity: String(form.quantity) } } : { field };
}

type Change = Exclude<z.output<typeof formSchema>, { intent: "send-again" }>;

async function change(listId: GiftListId, form: Change, now: Date) {
  const at = { listId, giftId: form.gift };
  switch (form.intent) {
    case "set-quantity":
      return setGiftQuantity(at, form.quantity, now);
    case "fewer":
      return step(at, -1, now);
    case "more":
      return step(at, 1, now);
    case "up":
      return moveGift(at, -1, now);
    case "down":
      return moveGift(at, 1, now);
    case "take-off":
      return removeGift(at, now);
  }
}

async function step(at: Readonly<{ listId: GiftListId; giftId: GiftId }>, by: 1 | -1, now: Date) {
  const found = await findGift(at.listId, at.giftId);
  return found ? setGiftQuantity(at, found.quantity + by, now) : refused("gift-not-found");
}

async function sendAgain(request: Request, list: GiftList, now: Date) {
  const sent = await requestConfirmation(list, now);
  if (!sent.ok) return refusedForm(sent);
  throw await noted(request, {
    to: giftListPaths.ownGiftList(list.id),
    say: `We have sent the email to ${list.email} again.`,
  });
}

export default function OwnList() {
  return (
    <OwnListPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? NO_ANSWER} />
  );
}

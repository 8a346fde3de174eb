import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { SwapPage } from "#app/components/gift-list/swap-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import {
  type GiftReturn,
  listGiftReturns,
  listSwappableGifts,
  requestSwap,
  type SwappableGift,
} from "#app/models/gift-list/swap.server.ts";
import { isReturnReason, returnSteps } from "#app/models/order/returns/return.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isGiftClaimId } from "#app/models/shared/ids.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { typedValues } from "./gift-list.server.ts";
import { requireThanks } from "./thanks.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const { list } = await requireThanks(request, params["listId"], now);
  const [gifts, returns, store, { note, headers }, meta] = await Promise.all([
    listSwappableGifts(list, now),
    listGiftReturns(list),
    findStore(),
    takeNote(request),
    privateMeta("Swap or return a gift"),
  ]);
  const data = {
    list: { id: list.id, name: list.name },
    gifts: gifts.map((gift) => shownGift(gift, store)),
    returns: returns.map((one) => shownReturn(one, store)),
    days: store.returns.ourReturnsDays,
    formKey: newId("return"),
    note,
    meta,
  };
  return json(data, { headers });
}

function shownGift({ claimId, giftName, givers, ...gift }: SwappableGift, store: Store) {
  return {
    ...{ claimId, giftName, givers, isMadeForThem: gift.isMadeForThem },
    isOpen: gift.state === "open",
    about: aboutGift(gift, store),
  };
}

type Sendable = Pick<SwappableGift, "state" | "deliveredAt" | "until">;

function aboutGift({ state, deliveredAt, until }: Sendable, store: Store) {
  if (state === "away") return "It is on its way to you, or on its way back.";
  const arrived = deliveredAt === null ? "Sent." : `Delivered on ${dateText(deliveredAt, store)}.`;
  if (until === null) return arrived;
  const day = longDay(until, "en-GB");
  return state === "late"
    ? `${arrived} You could send it back until ${day}.`
    : `${arrived} Send it back by ${day}.`;
}

function shownReturn(returned: GiftReturn, store: Store) {
  const { wayBack, ...shown } = returned;
  return { ...shown, steps: shown.isAccepted ? [] : returnSteps(store, { number: shown.number, wayBack }) };
}

const formSchema = z.object({
  key: z.string().regex(/^return_[A-Za-z0-9_-]{22}$/, "Load the page again to continue"),
  claim: z.string({ message: "Choose a gift" }).refine(isGiftClaimId, "Choose a gift"),
  remedy: z.enum(["credit", "refund"], { message: "Choose what you would like" }),
  reason: z.string().default("").refine(isReturnReason, "Choose a reason"),
});

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { list } = await requireThanks(request, params["listId"], now);
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid({ ...form, values: typedValues(form) });
  const { claim: claimId, remedy, reason, key } = form.value;
  const done = await requestSwap(list, { claimId, remedy, reason, key }, now);
  const values = { claim: claimId, remedy, reason };
  if (!done.ok)
    return refusedForm(done, done.code === "return-personalised" ? { values, field: "claim" } : { values });
  throw await noted(request, {
    to: giftListPaths.swapGift(list.id),
    say: `Your returns number is ${done.value.number}. We have emailed it to you.`,
  });
}

export default function Swap() {
  return (
    <SwapPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? NO_ANSWER} />
  );
}

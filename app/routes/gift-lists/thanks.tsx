import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { ThanksPage } from "#app/components/gift-list/thanks-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { thanksWordsSchema } from "#app/models/gift-list/gift-form.ts";
import { noteArrival } from "#app/models/gift-list/arrival.server.ts";
import { type GivenGift, markThanked, sendThanks } from "#app/models/gift-list/thanks.server.ts";
import { isGiftClaimId } from "#app/models/shared/ids.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { requireThanks } from "./thanks.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { list, gifts } = await requireThanks(request, params["listId"], new Date());
  const [{ note, headers }, store, meta] = await Promise.all([
    takeNote(request),
    findStore(),
    privateMeta("Thank-you list"),
  ]);
  const data = {
    list: { id: list.id, name: list.name },
    gifts: gifts.map((gift) => shown(gift, store)),
    swapDays: gifts.some(({ isBoughtHere }) => isBoughtHere) ? store.returns.ourReturnsDays : null,
    writingTo: new URL(request.url).searchParams.get("write"),
    note,
    meta,
  };
  return json(data, { headers });
}

function shown(gift: GivenGift, store: Store) {
  const { claimId, giftName, givers, message, thankedAt, writtenAt, canWrite, arrival } = gift;
  const given = dateText(gift.givenAt, store);
  return {
    ...{ claimId, giftName, givers, message, canWrite, arrival, image: gift.image },
    about: gift.isBoughtHere ? `Bought here on ${given}` : `Bought somewhere else; they told us on ${given}`,
    givenOn: given,
    thankedOn: thankedAt && dateText(thankedAt, store),
    isWritten: writtenAt !== null,
  };
}

const claim = z.string().refine(isGiftClaimId);
const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["thanked", "not-thanked", "arrived", "not-arrived"]), claim }),
  z.object({ intent: z.literal("write"), claim, words: thanksWordsSchema }),
]);

const ARRIVAL_NOTES = {
  arrived: "Thank you. We have noted that it has arrived.",
  "not-arrived": "Thank you. It is back on the list, and we’ll email the giver.",
} as const;

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { list } = await requireThanks(request, params["listId"], now);
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid(form);
  const { intent, claim: claimId } = form.value;
  const page = giftListPaths.giftListThanks(list.id);
  if (intent === "arrived" || intent === "not-arrived") {
    const done = await noteArrival(list, { claimId, hasArrived: intent === "arrived" }, now);
    if (!done.ok) return refusedForm(done);
    throw await noted(request, { to: page, say: ARRIVAL_NOTES[intent] });
  }
  if (intent !== "write") {
    const done = await markThanked(list, { claimId, isThanked: intent === "thanked" }, now);
    if (!done.ok) return refusedForm(done);
    throw seeOther(`${page}#${claimId}`);
  }
  const { words } = form.value;
  const sent = await sendThanks(list, { claimId, words }, now);
  if (!sent.ok) return refusedForm(sent, { values: { words } });
  throw await noted(request, { to: page, say: `Your thank-you has been sent to ${sent.value.givers}.` });
}

export default function Thanks() {
  return (
    <ThanksPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? NO_ANSWER} />
  );
}

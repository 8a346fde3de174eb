import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { GivePage } from "#app/components/gift-list/give-page.tsx";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { heldUntil, stillNeededText } from "#app/models/gift-list/claim.ts";
import { findArrivals, unitsLeftFor } from "#app/models/gift-list/giver-view.server.ts";
import { findGift } from "#app/models/gift-list/gifts.server.ts";
import { giftTitle } from "#app/models/gift-list/shown-gift.ts";
import { isGiftId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { arrivalText, shownGift } from "./gift-list.server.ts";
import { answerGive } from "./give.server.ts";
import { requireOpenList, untilDay } from "./giver.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const { list, code } = await requireOpenList(request, params["code"], now);
  const { giftId } = params;
  const gift = isGiftId(giftId) ? await findGift(list.id, giftId) : null;
  if (!gift || gift.isRemoved || gift.sale === "discontinued") throw notFound(request);
  const [deviceHash, visitor, meta, { returns }, [arrival = null]] = await Promise.all([
    readGiftDeviceHash(request),
    findVisitor(request),
    privateMeta(`Give the ${giftTitle(shownGift(gift))}`),
    findStore(),
    findArrivals(list, [gift], now),
  ]);
  const left = await unitsLeftFor(gift, deviceHash, now);
  const { eventDay } = list;
  const { timeZone } = await findStore();
  const reserved = heldUntil({ way: "reservation", start: now, eventDay, timeZone, isConfirmed: true });
  const values: Record<string, string> = {
    variant: String(gift.variantId),
    ...(visitor && { giver_name: `${visitor.firstName} ${visitor.lastName}`, email: visitor.email }),
  };
  return json({
    list: { code, name: list.name, family: list.family, isSentToFamily: list.address !== null },
    gift: { ...shownGift(gift), warnings: gift.warnings },
    left,
    stillText: left === 0 ? "Taken" : stillNeededText(left, gift.quantity),
    available: gift.available,
    colours: gift.colours.map(({ variantId, label }) => ({ value: String(variantId), label })),
    arrival: arrivalText(arrival, list, now),
    returnDays: returns.ourReturnsDays,
    reservedUntil: await untilDay(reserved ?? now.toISOString(), now),
    values,
    meta,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { list } = await requireOpenList(request, params["code"], now);
  const { giftId } = params;
  const gift = isGiftId(giftId) ? await findGift(list.id, giftId) : null;
  if (!gift || gift.isRemoved) throw notFound(request);
  return answerGive(request, { list, gift }, now);
}

export default function Give() {
  const answer = useActionData<typeof action>();
  return (
    <GivePage
      {...useLoaderData<typeof loader>()}
      answer={answer?.answer ?? NO_ANSWER}
      race={answer?.race ?? null}
    />
  );
}

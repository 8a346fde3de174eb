import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ClosedListPage, FormerLinkPage } from "#app/components/gift-list/closed-page.tsx";
import { type GiverGift, GiverPage } from "#app/components/gift-list/giver-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { stillNeededText } from "#app/models/gift-list/claim.ts";
import { closingDay, eventText, type GiftList, isSurprise } from "#app/models/gift-list/gift-list.ts";
import { type GiverGiftView, viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { listGifts } from "#app/models/gift-list/gifts.server.ts";
import { shopDay } from "#app/models/gift-list/lists.server.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { arrivalText, shownGift } from "./gift-list.server.ts";
import { findGiverList, untilDay } from "./giver.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const found = await findGiverList(request, params["code"], now);
  if (found.kind === "former")
    return json(
      { kind: "former" as const, meta: await privateMeta("This link is no longer used") },
      { status: 404 },
    );
  if (found.kind === "closed") {
    const data = {
      kind: "closed" as const,
      text: await closedText(found.list),
      meta: await privateMeta("This list is closed"),
    };
    return json(data, { status: 410 });
  }
  const { list, code, isOwn } = found;
  const sort =
    new URL(request.url).searchParams.get("sort") === "price" ? ("price" as const) : ("written" as const);
  const [{ note, headers }, today, meta] = await Promise.all([
    takeNote(request),
    shopDay(now),
    privateMeta(list.name),
  ]);
  const { gifts, stillText } = isOwn
    ? { gifts: (await listGifts(list.id)).map(ownView), stillText: null }
    : await giverView(request, list, now);
  const data = {
    kind: "open" as const,
    list: {
      code,
      name: list.name,
      family: list.family,
      when: eventText(list),
      words: list.words,
      isSentToFamily: list.address !== null,
      isSurprise: isSurprise(list, today),
      occasion: list.occasion,
    },
    gifts: sort === "price" ? [...gifts].sort(byPrice) : gifts,
    stillText,
    sort,
    isOwn,
    note,
    meta,
  };
  return json(data, { headers });
}

/** The family sees the list as they wrote it: nothing here depends on what was claimed. */
function ownView(gift: Parameters<typeof shownGift>[0]): GiverGift {
  return { ...shownGift(gift), standing: null, own: null, arrival: null, isTwoPerson: gift.isTwoPerson };
}

async function giverView(request: Request, list: GiftList, now: Date) {
  const viewed = await viewAsGiver(list, await readGiftDeviceHash(request), now);
  const gifts = await Promise.all(viewed.map((gift) => giverGift(gift, list, now)));
  const left = viewed.reduce((sum, gift) => sum + gift.left, 0);
  const all = viewed.reduce((sum, gift) => sum + gift.quantity, 0);
  return { gifts, stillText: `${left} of ${all} ${all === 1 ? "gift" : "gifts"}` };
}

async function giverGift(gift: GiverGiftView, list: GiftList, now: Date): Promise<GiverGift> {
  const { availability, own, quantity, arrival } = gift;
  const isOffered = own !== null || availability.kind === "wanted";
  return {
    ...shownGift(gift),
    isTwoPerson: gift.isTwoPerson,
    own: own && { id: own.id, until: own.heldUntil && (await untilDay(own.heldUntil, now)) },
    arrival: isOffered ? arrivalText(arrival, list, now) : null,
    standing: await standingOf(availability, quantity, now),
  };
}

async function standingOf(
  availability: GiverGiftView["availability"],
  quantity: number,
  now: Date,
): Promise<GiverGift["standing"]> {
  switch (availability.kind) {
    case "wanted":
      return { ...availability, text: stillNeededText(availability.left, quantity) };
    case "reserved":
      return { kind: "reserved", until: await untilDay(availability.until, now) };
    case "taken":
      return availability;
  }
}

function byPrice(one: GiverGift, other: GiverGift): number {
  return (one.price?.now.minor ?? Infinity) - (other.price?.now.minor ?? Infinity);
}

async function closedText(list: GiftList): Promise<string | null> {
  const { family, closedAt } = list;
  if (list.isClosedQuietly) return null;
  const { timeZone } = await findStore();
  const day = longDay(closingDay(list, timeZone), "en-GB");
  return closedAt === null ? `It closed on ${day}.` : `${family} closed it on ${day}.`;
}

export default function GiftListForGivers() {
  const data = useLoaderData<typeof loader>();
  switch (data.kind) {
    case "former":
      return <FormerLinkPage />;
    case "closed":
      return <ClosedListPage text={data.text} />;
    case "open":
      return <GiverPage {...data} />;
  }
}

/** Opened by the email's link or in the browser that chose the gift. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { OwnGiftPage } from "#app/components/gift-list/own-gift-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { openCode } from "#app/models/gift-list/code.ts";
import { type GiftClaim, isClaimLive, prolongedUntil } from "#app/models/gift-list/claim.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { findGift } from "#app/models/gift-list/gifts.server.ts";
import { findGiftList } from "#app/models/gift-list/lists.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";

import { untilDay } from "./giver.server.ts";
import { answerOwnGift, findVisibleClaim } from "./own-gift.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date();
  const own = await findOwnGift(request, now);
  const meta = await privateMeta("Your gift", giftListPaths.ownGift());
  if (!own) return json({ kind: "over" as const, meta });
  const { note, headers } = await takeNote(request);
  const { claim, gift, list, isByLink } = own;
  const code = openCode(list);
  const canBuy = gift.available > 0 && !gift.isRemoved;
  const data = {
    kind: "live" as const,
    /** Opened by the link of the email: only its button shows that the address is theirs. */
    mayConfirm: isByLink && claim.confirmedAt === null,
    claim: await shownClaim(claim, list, now),
    gift: {
      name: gift.name,
      image: gift.image,
      buyPath: code && canBuy ? giftListPaths.giveGift(code, gift.id) : null,
    },
    list: { name: list.name, path: code && giftListPaths.giftList(code) },
    note,
    meta,
  };
  return json(data, { headers });
}

async function findOwnGift(request: Request, now: Date) {
  const found = await findVisibleClaim(request, new URL(request.url).searchParams.get("claim"));
  if (!found || !isClaimLive(found.claim, now)) return null;
  const { listId, giftId } = found.claim;
  const [list, gift] = await Promise.all([findGiftList(listId, now), findGift(listId, giftId)]);
  return list && gift && { ...found, list, gift };
}

async function shownClaim(claim: GiftClaim, { eventDay }: GiftList, now: Date) {
  const { id, way, heldUntil, email, giverName, confirmedAt } = claim;
  const { timeZone } = await findStore();
  const about = { start: now, eventDay, timeZone };
  const longer = canProlong(claim) && heldUntil ? prolongedUntil(heldUntil, about) : null;
  return {
    ...{ id, email, giverName },
    isReservation: way === "reservation",
    isConfirmed: confirmedAt !== null,
    message: claim.message ?? "",
    until: heldUntil && (await untilDay(heldUntil, now)),
    longerUntil: longer !== null && longer !== heldUntil ? await untilDay(longer, now) : null,
  };
}

function canProlong({ way, isProlonged, confirmedAt }: GiftClaim): boolean {
  return way === "reservation" && !isProlonged && confirmedAt !== null;
}

export function action({ request }: ActionFunctionArgs) {
  return answerOwnGift(request, new Date());
}

export default function OwnGift() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (data.kind === "over")
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.giftLists(), label: "Gift lists" }]}>
        <p>The gift is back on the list, or you have let it go. To give it, open the list again.</p>
      </AuthExpiredLinkPage>
    );
  if (data.mayConfirm)
    return (
      <AuthConfirmPage
        title={data.claim.isReservation ? "Confirm your reservation" : "Confirm your gift"}
        lead={`${data.gift.name}, for ${data.list.name}.`}
        action={giftListPaths.ownGift()}
        button={{ label: "Confirm", pendingLabel: "Confirming", intent: "confirm" }}
        answer={answer}
      >
        <input type="hidden" name="claim" value={data.claim.id} />
      </AuthConfirmPage>
    );
  return <OwnGiftPage {...data} answer={answer} />;
}

/** A giver does not see who gives what. */
import type { Price } from "#app/models/catalogue/product.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { listFullDays } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import {
  chooseOption,
  deliveryOptions,
  type DeliveryLine,
  type DeliveryRules,
  type FullDay,
} from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

import { readClaim } from "./claim-changes.server.ts";
import { giftAvailability, isClaimLive, unitsLeft } from "./claim.ts";
import { claimsOf, claimsOfList } from "./claims.server.ts";
import type { GiftList } from "./gift-list.ts";
import { type ListedGift, listGifts } from "./gifts.server.ts";
import type { GiftArrival } from "./shown-gift.ts";

export type GiverGiftView = Awaited<ReturnType<typeof viewAsGiver>>[number];

export async function viewAsGiver(list: GiftList, deviceHash: string | null, now: Date) {
  const [gifts, rows] = await Promise.all([listGifts(list.id), claimsOfList(list.id)]);
  const arrivals = await findArrivals(list, gifts, now);
  const viewed = gifts.map((gift, index) => {
    const own = rows.filter((row) => row.gift_id === gift.id);
    const claims = own.map(readClaim);
    const mine = own.find(
      (row) =>
        deviceHash !== null &&
        row.device_hash === deviceHash &&
        row.way !== "order" &&
        isClaimLive(readClaim(row), now),
    );
    return {
      ...gift,
      availability: giftAvailability(gift.quantity, claims, now),
      left: unitsLeft(gift.quantity, claims, now),
      own: mine ? readClaim(mine) : null,
      /** If it is ordered at `now`; null if it cannot be. */
      arrival: arrivals[index] ?? null,
    };
  });
  const isGone = (gift: (typeof viewed)[number]) => gift.availability.kind === "taken" && gift.own === null;
  return [...viewed.filter((gift) => !isGone(gift)), ...viewed.filter(isGone)];
}

/**
 * By the first method that goes to the list's address, or to the shop's own country without one; null for what cannot
 * be ordered.
 */
export async function findArrivals(
  list: GiftList,
  gifts: ReadonlyArray<ListedGift>,
  now: Date,
): Promise<ReadonlyArray<GiftArrival | null>> {
  const rules = await findDeliveryRules();
  const deliveries = gifts.flatMap(({ delivery }) => delivery ?? []);
  const fullDays = await listFullDays(deliveries, rules, { cartId: null, now });
  return gifts.map((gift) => arrivalOf(gift, { list, rules, fullDays, now }));
}

type Sending = Readonly<{
  list: GiftList;
  rules: DeliveryRules;
  fullDays: ReadonlyArray<FullDay>;
  now: Date;
}>;

function arrivalOf(gift: ListedGift, sending: Sending): GiftArrival | null {
  const { sale, delivery, price, isTwoPerson } = gift;
  if (sale !== "on-sale" || !delivery || !price) return null;
  const day = arrivalDay({ delivery, price }, sending);
  if (!day) return null;
  return { day, isArranged: isTwoPerson, workingDays: delivery.personalisation?.workingDays ?? 0 };
}

type Sent = Readonly<{ delivery: DeliveryLine; price: Price }>;

function arrivalDay({ delivery, price }: Sent, { list, rules, fullDays, now }: Sending): Day | null {
  const { address } = list;
  const destination = address
    ? { postcode: address.postal_code, countryCode: address.country_code }
    : { postcode: null };
  const question = { lines: [delivery], items: price.now, destination, now, fullDays };
  const sent = deliveryOptions(question, rules).filter(({ method }) => !isCollection(method));
  const [consignment] = chooseOption(sent, null)?.consignments ?? [];
  return consignment?.to ?? consignment?.from ?? null;
}

/** The browser's own reservation counts as free. */
export async function unitsLeftFor(
  gift: Pick<ListedGift, "id" | "quantity">,
  deviceHash: string | null,
  now: Date,
): Promise<number> {
  const rows = await claimsOf(gift.id);
  const others = rows.filter(
    (row) => row.way !== "reservation" || row.device_hash !== deviceHash || deviceHash === null,
  );
  return unitsLeft(gift.quantity, others.map(readClaim), now);
}

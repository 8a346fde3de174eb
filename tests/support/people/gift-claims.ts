import { claimGift } from "#app/models/gift-list/claims.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import type { GiftClaimId, GiftId } from "#app/models/shared/ids.ts";

type Request = Parameters<typeof claimGift>[1];

/** Uncle Ray says that he has bought a gift elsewhere, with an address that is confirmed. */
export async function claimAsRay(
  list: GiftList,
  giftId: GiftId,
  changes: Partial<Request> = {},
): Promise<GiftClaimId> {
  const ray = { giverName: "Uncle Ray", email: "ray@example.org", message: null, deviceHash: "ray" };
  const request: Request = { ...ray, giftId, way: "elsewhere", units: 1, isEmailConfirmed: true, ...changes };
  const done = await claimGift(list, request, new Date());
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

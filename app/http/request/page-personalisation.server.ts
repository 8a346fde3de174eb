import { readComparedIds } from "#app/http/session/compare-cookie.server.ts";
import { currentConsent } from "#app/http/session/consent.server.ts";
import type { WithHeaders } from "#app/http/session/cookies.server.ts";
import type { Consent } from "#app/models/analytics/consent.ts";

import { currentVisit, type Visit } from "./current-cart.server.ts";
import { favouritesOf, ownerFor } from "./current-wishlist.server.ts";

export type VisitorPart = Readonly<{
  cartCount: number;
  favourites: ReadonlyArray<number>;
  compared: ReadonlyArray<number>;
  consent: Consent | null;
}>;

export async function findVisitorPart(request: WithHeaders, visit?: Visit): Promise<VisitorPart> {
  const { customerId, cart } = visit ?? (await currentVisit(request));
  const [favourites, compared, consent] = await Promise.all([
    ownerFor(request, customerId).then(favouritesOf),
    readComparedIds(request),
    currentConsent(request),
  ]);
  const ids = favourites.map(({ productId }) => productId);
  return { cartCount: cart?.count ?? 0, favourites: ids, compared, consent };
}

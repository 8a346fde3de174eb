import { readComparedIds } from "#app/http/session/compare-cookie.server.ts";
import { currentConsent } from "#app/http/session/consent.server.ts";
import type { WithHeaders } from "#app/http/session/cookies.server.ts";
import type { Consent } from "#app/models/analytics/consent.ts";
import { countCartItems } from "#app/models/cart/cart.server.ts";

import { currentVisit, type Visit } from "./current-cart.server.ts";
import { favouritesOf, ownerFor } from "./current-wishlist.server.ts";

export type VisitorPart = Readonly<{
  cartCount: number;
  favourites: ReadonlyArray<number>;
  compared: ReadonlyArray<number>;
  consent: Consent | null;
}>;

export async function findVisitorPart(request: WithHeaders, visit?: Visit): Promise<VisitorPart> {
  const { customerId, cartId } = visit ?? (await currentVisit(request));
  const [cartCount, favourites, compared, consent] = await Promise.all([
    cartId ? countCartItems(cartId) : 0,
    ownerFor(request, customerId).then(favouritesOf),
    readComparedIds(request),
    currentConsent(request),
  ]);
  return { cartCount, favourites: favourites.map(({ productId }) => productId), compared, consent };
}

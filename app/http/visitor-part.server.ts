/** What a page shows of the visitor who asks: in every page, so keep it small. */
import { countCartItems } from "#app/models/cart.server.ts";
import type { Consent } from "#app/models/consent.ts";

import { readComparedIds } from "./compare-cookie.server.ts";
import type { WithHeaders } from "./cookies.server.ts";
import { currentConsent } from "./consent.server.ts";
import { currentVisit, type Visit } from "./current-cart.server.ts";
import { favouritesOf, keeperFor } from "./current-favourites.server.ts";

export type VisitorPart = Readonly<{
  /** Units in the basket. */
  cartCount: number;
  /** Ids of saved products. */
  favourites: ReadonlyArray<number>;
  /** Ids of products to compare. */
  compared: ReadonlyArray<number>;
  /** Null: not asked yet. */
  consent: Consent | null;
}>;

export async function findVisitorPart(request: WithHeaders, visit?: Visit): Promise<VisitorPart> {
  const { customerId, cartId } = visit ?? (await currentVisit(request));
  const [cartCount, favourites, compared, consent] = await Promise.all([
    cartId ? countCartItems(cartId) : 0,
    keeperFor(request, customerId).then(favouritesOf),
    readComparedIds(request),
    currentConsent(request),
  ]);
  return { cartCount, favourites: favourites.map(({ productId }) => productId), compared, consent };
}

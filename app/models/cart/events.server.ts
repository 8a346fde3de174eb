/** What happens to carts, published in the transaction of the change. */
import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

type OfCart = Readonly<{ cartId: CartId; now: Date }>;

/** Lines, coupon, delivery choice or owner of the cart changed. */
export const cartChanged = newDomainEvent<OfCart>("cart-changed");

/** The cart's row is gone. */
export const cartDeleted = newDomainEvent<OfCart>("cart-deleted");

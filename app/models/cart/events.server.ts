import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

type OfCart = Readonly<{ cartId: CartId; now: Date }>;

export const cartChanged = newDomainEvent<OfCart>("cart-changed");

export const cartDeleted = newDomainEvent<OfCart>("cart-deleted");

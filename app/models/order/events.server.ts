import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { Order } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** The order was moved to "paid"; its items are still held for it. */
export const orderPaid = newDomainEvent<Readonly<{ order: Order; now: Date }>>("order-paid");

export const orderStatusChanged =
  newDomainEvent<Readonly<{ orderId: OrderId; status: OrderStatus }>>("order-status-changed");

/** A refund of `amount` was made by the payment provider. */
export const orderRefunded =
  newDomainEvent<Readonly<{ orderId: OrderId; amount: Money; now: Date }>>("order-refunded");

/** A family's return was accepted, for which it gets a credit of `amount`. */
export const returnCredited =
  newDomainEvent<Readonly<{ returnNumber: string; amount: Money; now: Date }>>("return-credited");

export const orderPseudonymised = newDomainEvent<Readonly<{ orderId: string }>>("order-pseudonymised");

import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { Order } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** Its items are still held for it. */
export const orderPaid = newDomainEvent<Readonly<{ order: Order; now: Date }>>("order-paid");

export const orderStatusChanged =
  newDomainEvent<Readonly<{ orderId: OrderId; status: OrderStatus }>>("order-status-changed");

export const orderRefunded =
  newDomainEvent<Readonly<{ orderId: OrderId; amount: Money; now: Date }>>("order-refunded");

export const returnCredited =
  newDomainEvent<Readonly<{ returnNumber: string; amount: Money; now: Date }>>("return-credited");

export const orderPseudonymised = newDomainEvent<Readonly<{ orderId: string }>>("order-pseudonymised");

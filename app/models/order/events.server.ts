import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { Order } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** Its items are still held for it. */
export const orderPaid = newDomainEvent<Readonly<{ order: Order; now: Date }>>("order-paid");

/** All that follows from its payment is written, so listeners may refund what is not to be sent. */
export const orderCompleted = newDomainEvent<Readonly<{ order: Order; now: Date }>>("order-completed");

export const orderStatusChanged =
  newDomainEvent<Readonly<{ orderId: OrderId; status: OrderStatus }>>("order-status-changed");

type SentLine = Readonly<{
  variantId: number;
  /** That were or will be sent. */
  units: number;
}>;

/** Units that were not sent are not sent any more; `lines` are all lines of the order. */
export const orderReduced =
  newDomainEvent<Readonly<{ orderId: OrderId; lines: ReadonlyArray<SentLine>; now: Date }>>("order-reduced");

/** An unpaid order holds its items until then (ISO 8601), because its payment is pending. */
export const orderHoldExtended =
  newDomainEvent<Readonly<{ orderId: OrderId; until: string; now: Date }>>("order-hold-extended");

export const orderRefunded =
  newDomainEvent<Readonly<{ orderId: OrderId; amount: Money; now: Date }>>("order-refunded");

export const returnCredited =
  newDomainEvent<Readonly<{ returnNumber: string; amount: Money; now: Date }>>("return-credited");

export const orderPseudonymised = newDomainEvent<Readonly<{ orderId: string }>>("order-pseudonymised");

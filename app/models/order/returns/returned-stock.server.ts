import type { FulfilmentHistory } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";

import { refundedElsewhere } from "./refunded-elsewhere.server.ts";
import type { StoredReturn } from "./return-rows.server.ts";

type Returned = Readonly<{
  life: Pick<FulfilmentHistory, "lines">;
  /** Units, one number for each line of the order. */
  returned: ReadonlyArray<number>;
}>;

/**
 * The units of a return that can go back in stock: those that were refunded without it may be there already, and those
 * that were never sent are. Call it before the return itself is refunded.
 */
export async function unitsForStock(
  order: Order,
  row: StoredReturn,
  { life, returned }: Returned,
): Promise<ReadonlyArray<number>> {
  const elsewhere = await refundedElsewhere(row);
  return order.lines.map(({ quantity }, index) => {
    const { id = "", requested = 0, unsent = 0 } = life.lines[index] ?? {};
    const units = returned[index] ?? 0;
    const sent = quantity - unsent - (requested - units);
    return Math.max(0, Math.min(units - (elsewhere.get(id)?.restocked ?? 0), sent));
  });
}

import { newDomainEvent } from "./domain-event.server.ts";

/** As the last part of the transaction in which something may have changed that a search reads of these products. */
export const productsChanged =
  newDomainEvent<Readonly<{ productIds: ReadonlyArray<number> }>>("products-changed");

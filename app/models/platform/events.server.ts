import { newDomainEvent } from "./domain-event.server.ts";

/** As the last part of the transaction in which something changed that a product's page or a list shows. */
export const catalogueChanged = newDomainEvent<Readonly<Record<string, never>>>("catalogue-changed");

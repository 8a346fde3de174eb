import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";

/** A variant that was sold out can be bought again. */
export const stockArrived = newDomainEvent<Readonly<{ variantId: number }>>("stock-arrived");

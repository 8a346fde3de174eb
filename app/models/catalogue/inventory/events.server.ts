import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";

export const stockArrived = newDomainEvent<
  Readonly<{
    variantId: number;
    /** ISO 8601, UTC: nobody hears of it before. */
    alertsFrom?: string;
  }>
>("stock-arrived");

/** Shoppers can buy again what was hidden or discontinued. */
export const variantsShown = newDomainEvent<
  Readonly<{
    /** Null: anywhere in the catalogue. */
    productId: number | null;
  }>
>("variants-shown");

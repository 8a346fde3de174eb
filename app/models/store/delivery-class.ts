/** Delivery prices and days depend on it. From light to heavy: the heaviest of what goes together counts. */
export const DELIVERY_CLASSES = ["small", "large", "two_person"] as const;

export type DeliveryClass = (typeof DELIVERY_CLASSES)[number];

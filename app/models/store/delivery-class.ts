/** Delivery prices and days depend on it. */

export type DeliveryClass = "small" | "large" | "two_person";

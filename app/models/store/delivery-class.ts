/** How a product travels: the settings, the prices of delivery and the days that can be chosen depend on it. */

export type DeliveryClass = "small" | "large" | "two_person";

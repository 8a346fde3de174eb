/** Requirement cart-5. */
export const LINE_QUANTITY_MAX = 99;

/**
 * More than a cart line may hold, and more than the low stock threshold; above it stock can change without changing a
 * page.
 */
export const QUANTITY_SHOWN_MAX = LINE_QUANTITY_MAX + 1;

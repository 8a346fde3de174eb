/** How many units one line of a cart or an order may hold. */

/** Most units of one line (reading 22). */
export const LINE_QUANTITY_MAX = 99;

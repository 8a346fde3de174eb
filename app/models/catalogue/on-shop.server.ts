import { sql } from "kysely";

/** Somebody with the address sees and buys the product; lists require `is_visible = 1` instead. */
export const hasOwnPage = sql<boolean>`(products.is_visible = 1 or products.is_unlisted = 1)`;

import { sql } from "kysely";

/**
 * A condition on `products`: somebody with the address of the product sees and buys it. What lists products asks for
 * `is_visible = 1` instead, which leaves those out that only their address shows.
 */
export const hasOwnPage = sql<boolean>`(products.is_visible = 1 or products.is_unlisted = 1)`;

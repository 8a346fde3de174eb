/** Holds what was found against the ages and prices that were asked for: by the shop's own tables, nobody else's. */
import { type RawBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import type { SearchFilter } from "./search-intent.ts";

/** Largest price that a column holds, in minor units (PostgreSQL's integer). */
const PRICE_MAX_MINOR = 2_147_483_647;

type Wanted = Readonly<{
  /** Best first, or null for everything that is sold. */
  productIds: ReadonlyArray<number> | null;
  filters: ReadonlyArray<SearchFilter>;
  /** Longest answer. */
  max: number;
}>;

/**
 * The visible products that pass every filter, in the given order, else the most loved first. An age alone asks for
 * things with an age range, which is what toys have: nobody looks for a wardrobe with "2 year old".
 */
export async function filterProducts({ productIds, filters, max }: Wanted): Promise<ReadonlyArray<number>> {
  if (productIds?.length === 0) return [];
  if (productIds && filters.length === 0) return productIds;
  const conditions = filters.map(conditionOf);
  if (productIds) conditions.push(sql`products.id in (${sql.join(productIds)})`);
  else if (filters.some(({ kind }) => kind === "age"))
    conditions.push(sql`products.age_min_months is not null`);
  const rows = await db()
    .selectFrom("products")
    .select("products.id")
    .where("products.is_visible", "=", 1)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy("products.is_featured", "desc")
    .orderBy("products.rating_average_hundredths", "desc")
    .orderBy("products.rating_count", "desc")
    .orderBy("products.id")
    .limit(productIds ? productIds.length : max)
    .execute();
  if (!productIds) return rows.map(({ id }) => id);
  const passed = new Set(rows.map(({ id }) => id));
  return productIds.filter((id) => passed.has(id));
}

/** Reading 7 holds here too: the legal minimum age is a floor. Of what states no age nobody can say that it suits. */
function conditionOf(filter: SearchFilter): RawBuilder<boolean> {
  if (filter.kind === "age") {
    return sql`coalesce(products.age_min_months, products.suitable_from_months) is not null
      and coalesce(products.age_min_months, 0) <= ${filter.months}
      and coalesce(products.suitable_from_months, 0) <= ${filter.months}
      and coalesce(products.age_max_months, ${filter.months}) >= ${filter.months}`;
  }
  return sql`products.sort_price_minor >= ${Math.min(filter.fromMinor ?? 0, PRICE_MAX_MINOR)}
    and products.sort_price_minor <= ${Math.min(filter.toMinor ?? PRICE_MAX_MINOR, PRICE_MAX_MINOR)}`;
}

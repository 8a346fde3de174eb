/**
 * The sums that a return costs take the place of a sentence: those of the sentence that shops were delivered with, and
 * nothing for any other, so that no customer pays more than they were told.
 */
import { sql } from "kysely";

import type { Migrating } from "./ddl.ts";

type Returns = Readonly<{ return_cost?: string; price?: object; prices?: Readonly<Record<string, Returns>> }>;

const FREE = { small: 0, large: 0, two_person: 0 };
/** What was read where a sum was missing. */
const UNSET = { small: null, large: null, two_person: 0 };

const DELIVERED =
  /^Free for small parcels with a drop-off label\. We deduct \D{0,4}([\d.]+) for large parcels and \D{0,4}([\d.]+) for two-person collection from your refund, /;

export async function up(db: Migrating): Promise<void> {
  const { rows } = await sql<{ value: string }>`SELECT value FROM settings WHERE key = 'returns'`.execute(db);
  for (const { value } of rows) {
    const returns = JSON.stringify(withPrice(JSON.parse(value) as Returns));
    await sql`UPDATE settings SET value = ${returns} WHERE key = 'returns'`.execute(db);
  }
}

function withPrice({ prices, ...returns }: Returns): Returns {
  const [, large, both] = DELIVERED.exec(returns.return_cost ?? "") ?? [];
  const promised = large && both ? { small: 0, large: Number(large), two_person: Number(both) } : FREE;
  const lists = Object.entries(prices ?? {}).map(([currency, list]) => [currency, withPrice(list)] as const);
  return {
    ...returns,
    price: returns.price ? { ...UNSET, ...returns.price } : promised,
    ...(prices ? { prices: Object.fromEntries(lists) } : {}),
  };
}

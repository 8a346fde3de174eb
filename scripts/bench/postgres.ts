/** What requests cost one process on PostgreSQL: pages that are kept, new pages and adds to the basket. */
import { newGround } from "#tests/storm/engine.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";

import type { LoadClient } from "./load.ts";
import { type BenchPace, measure, type Measured } from "./measure.ts";
import { openShopStack, groundPlace } from "./stack.ts";
import { COLD_LISTING, COLD_PRODUCT, coldTargets, fastName, hotName, hotTargets } from "./targets-pages.ts";
import { ADD, type Crowd, stockUpGround, writeTargets } from "./targets-writes.ts";

const ROWS: ReadonlyArray<string> = [
  hotName("listing"),
  fastName("listing"),
  hotName("product"),
  fastName("product"),
  COLD_LISTING,
  COLD_PRODUCT,
];

/** The processor time counts the shop and the server's processes that work for it. Null where no server answers. */
export async function measurePostgres(
  client: LoadClient,
  crowd: Crowd,
  options: Readonly<{ pace: BenchPace; say: (line: string) => void }>,
): Promise<ReadonlyMap<string, Measured> | null> {
  if (!(await findPostgres())) return null;
  const ground = await newGround("postgres");
  try {
    const variants = await stockUpGround(ground);
    const stack = await openShopStack("shop", groundPlace(ground));
    try {
      const shopper = new Shopper(stack.shop.origin);
      await addToBasket(shopper, variants[0] ?? 0, 2);
      const pages = [...hotTargets(stack, shopper.cookieHeader()), ...coldTargets(stack)];
      // The baskets of the second row of adds come from the first.
      const adds = writeTargets(stack, variants, crowd).filter(({ name }) => name.startsWith(ADD));
      return await measure(client, [...pages.filter(({ name }) => ROWS.includes(name)), ...adds], options);
    } finally {
      await stack.shop.stop();
    }
  } finally {
    await ground.clear();
  }
}

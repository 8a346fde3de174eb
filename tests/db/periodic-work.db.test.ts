/** The response cache lives on between changes, so work that finds nothing to do must not count as one. */
import { expect, test } from "vitest";

import { PERIODIC_WORK } from "#app/background.server.ts";
import { uncommittedChanges } from "#app/db/cache-invalidation.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test.each(Object.entries(PERIODIC_WORK))(
  "%s, with nothing to do, empties no cache of pages",
  async (_, work) => {
    const before = uncommittedChanges();

    await work(new Date());

    expect(uncommittedChanges()).toBe(before);
  },
);

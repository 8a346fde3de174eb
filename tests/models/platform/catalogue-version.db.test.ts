/** A page asks for the catalogue's version a dozen times: it is read once for each request, and is never older than it. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, inTransaction } from "#app/db/db.server.ts";
import { answering } from "#app/db/replica.server.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const request = <Value>(work: () => Value) => answering({ readsOwnWrites: false }, work);

/** As another process does: this one does not notice. */
const bumpElsewhere = () =>
  db()
    .updateTable("catalogue_version")
    .set({ version: sql<number>`version + 1` })
    .modifyEnd(notifiedByWriter)
    .execute();

const clock = vi.spyOn(performance, "now");
beforeEach(() => void clock.mockReturnValue(0));
afterEach(() => void clock.mockReset());

test("a request reads it once, and is told of a change that a later request has met", async () => {
  await request(async () => {
    const first = await catalogueVersion();
    await bumpElsewhere();
    const queries = await listQueries(async () => {
      expect([await catalogueVersion(), await catalogueVersion()]).toEqual([first, first]);
    });
    expect(queries).toEqual([]);
    expect(await request(catalogueVersion)).toBe(first + 1);
    expect(await catalogueVersion()).toBe(first + 1);
  });
});

test("it is read again after a change of this process, in a transaction, and after a tenth of a second", async () => {
  await request(async () => {
    const first = await catalogueVersion();
    await inTransaction(async () => {
      await bumpCatalogueVersion();
      expect(await catalogueVersion()).toBe(first + 1);
    });
    expect(await catalogueVersion()).toBe(first + 1);
    await bumpElsewhere();
    expect(await catalogueVersion()).toBe(first + 1);
    clock.mockReturnValue(100);
    expect(await catalogueVersion()).toBe(first + 2);
  });
});

test("outside of a request it is read each time", async () => {
  const first = await catalogueVersion();
  await bumpElsewhere();
  expect(await catalogueVersion()).toBe(first + 1);
});

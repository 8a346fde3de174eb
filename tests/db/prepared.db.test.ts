import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Rainbow Stacker in Muted, Sunset and Forest. */
const STACKERS = [5000, 5001, 5002];

let built = 0;
beforeEach(() => {
  built = 0;
});

type Requested = Readonly<{ ids: ReadonlyArray<number>; label: string | null }>;

const newQuery = () =>
  compiledQuery((database, { ids, label }: Requested) => {
    built += 1;
    return database
      .selectFrom("variants")
      .select(["id", sql<number>`CASE WHEN label = ${label} THEN 1 ELSE 0 END`.as("isMeant")])
      .where("id", "in", ids)
      .where("product_id", "=", 101)
      .orderBy("id");
  });

test("each query gets its own values, also hostile ones, and its text is compiled once for each length of the list", async () => {
  const ask = newQuery();

  expect(await ask({ ids: STACKERS, label: "Sunset" })).toEqual([
    { id: 5000, isMeant: 0 },
    { id: 5001, isMeant: 1 },
    { id: 5002, isMeant: 0 },
  ]);
  expect(await ask({ ids: [5002, 5000, 1], label: "Muted" })).toEqual([
    { id: 5000, isMeant: 1 },
    { id: 5002, isMeant: 0 },
  ]);
  expect(built).toBe(1);

  expect(await ask({ ids: [5001], label: null })).toEqual([{ id: 5001, isMeant: 0 }]);
  expect(await ask({ ids: [5002], label: "Forest" })).toEqual([{ id: 5002, isMeant: 1 }]);
  expect(await ask({ ids: [5001], label: "Sunset' OR 1=1 --" })).toEqual([{ id: 5001, isMeant: 0 }]);
  expect(built).toBe(2);
});

test("concurrent queries do not mix their values", async () => {
  const ask = newQuery();

  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => ask({ ids: [STACKERS[index % 3] ?? 0], label: null })),
  );

  expect(answers.map(([row]) => row?.id)).toEqual(
    Array.from({ length: 60 }, (_, index) => STACKERS[index % 3]),
  );
});

test("a query inside a transaction reads what the transaction wrote", async () => {
  const renames = compiledQuery((database, { id, label }: Readonly<{ id: number; label: string }>) =>
    database.updateTable("variants").set({ label }).where("id", "=", id).returning("label"),
  );
  const ask = newQuery();

  await transact(async () => {
    expect(await renames({ id: 5001, label: "Dawn" })).toEqual([{ label: "Dawn" }]);
    expect(await ask({ ids: [5001], label: "Dawn" })).toEqual([{ id: 5001, isMeant: 1 }]);
    await renames({ id: 5001, label: "Sunset" });
    return ok(null);
  });

  expect(await ask({ ids: [5001], label: "Sunset" })).toEqual([{ id: 5001, isMeant: 1 }]);
  expect(await db().selectFrom("variants").select("label").where("id", "=", 5001).execute()).toEqual([
    { label: "Sunset" },
  ]);
});

test("lists of very many lengths are answered, and the cache of texts stays bounded", async () => {
  const ask = newQuery();

  for (let length = 1; length <= 230; length += 1)
    expect(await ask({ ids: Array.from({ length }, () => 5001), label: null })).toHaveLength(1);
});

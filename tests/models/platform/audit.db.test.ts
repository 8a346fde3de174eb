import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const NOW = new Date("2026-11-20T10:00:00.000Z");
const LOGIN = { customerId: "customer_1", address: "192.0.2.1", detail: { tries: 2 } } as const;

test("a row has the event, the customer, the time and a hash of the address", async () => {
  await record("login", LOGIN, NOW);

  const row = await db().selectFrom("audit_log").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    customer_id: "customer_1",
    event: "login",
    detail: '{"tries":2}',
    created_at: NOW.toISOString(),
  });
  expect(row.address_hash).toMatch(/^[\w-]{22}$/);
});

test("rows can be neither changed nor deleted, by any statement", async () => {
  await record("login", LOGIN, NOW);

  await expect(db().updateTable("audit_log").set({ event: "logout" }).execute()).rejects.toThrow(
    /append-only/,
  );
  await expect(db().deleteFrom("audit_log").execute()).rejects.toThrow(/append-only/);

  expect(await db().selectFrom("audit_log").select("event").execute()).toEqual([{ event: "login" }]);
});

import { expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { endLease, keepLease, takeLease } from "#app/db/leases.server.ts";
import { runOnce } from "#app/background/scheduler.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const start = new Date("2026-11-22T10:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

test("of many processes at once one gets the lease, and the others wait until it ends", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => takeLease("a", 50, start)));

  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await takeLease("a", 50, after(49))).toBe(false);
  expect(await takeLease("b", 50, after(49))).toBe(true);
  expect(await takeLease("a", 50, after(51))).toBe(true);
});

test("a renewed lease lasts longer, and a released lease ends", async () => {
  await takeLease("a", 50, start);
  await keepLease("a", 50, after(40));

  expect(await takeLease("a", 50, after(60))).toBe(false);
  await endLease("a");
  expect(await takeLease("a", 50, after(60))).toBe(true);
});

test("a clock that was a year ahead for a moment does not block the work for a year", async () => {
  await takeLease("a", 50, after(31_536_000));

  expect(await takeLease("a", 50, start)).toBe(true);
  expect(await takeLease("a", 50, after(1))).toBe(false);
});

test("one process does the periodic work of each minute, and every process maintains its own memory", async () => {
  const [once, everywhere] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];

  for (let count = 0; count < 3; count += 1) await runOnce({ once: { once }, everywhere: { everywhere } });

  expect([once.mock.calls.length, everywhere.mock.calls.length]).toEqual([1, 3]);
  // As a minute later.
  await db().updateTable("rate_limits").set({ free_at: start.toISOString() }).execute();
  await runOnce({ once: { once }, everywhere: {} });
  expect(once).toHaveBeenCalledTimes(2);
});

test("work that fails does not prevent other work", async () => {
  const done = vi.fn(async () => undefined);

  await runOnce({
    once: { failing: () => Promise.reject(new Error("Not today")), done },
    everywhere: {},
  });

  expect(done).toHaveBeenCalledTimes(1);
});

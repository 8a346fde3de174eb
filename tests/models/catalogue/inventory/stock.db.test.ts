import { beforeEach, expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { releaseStock, reserveStock, takeStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { setStock, stockOf } from "#tests/support/people/checkout.ts";
import { MUTED, SUNSET } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

beforeEach(async () => {
  await setStock(MUTED, 3);
  await setStock(SUNSET, 3);
});

test("reserved units cannot be reserved again, and the refusal names the units left", async () => {
  const first = await reserve([{ variantId: MUTED, quantity: 2 }]);
  const second = await reserve([{ variantId: MUTED, quantity: 2 }]);

  expect(first.ok).toBe(true);
  expect(second).toMatchObject({
    ok: false,
    code: "insufficient-stock",
    detail: { variantId: MUTED, name: "Rainbow Stacker, Muted", requested: 2, available: 1 },
  });
  expect(second.ok ? "" : second.detail["message"]).toMatch(/not have sufficient stock/);
  expect(await stockOf(MUTED)).toEqual({ on_hand: 3, reserved: 2 });
});

test("when one line is short, no line of the order is reserved, and two lines of one variant are counted together", async () => {
  const two = { variantId: MUTED, quantity: 2 };

  expect((await reserve([two, { variantId: SUNSET, quantity: 4 }])).ok).toBe(false);
  expect((await reserve([two, two])).ok).toBe(false);

  expect(await stockOf(MUTED)).toEqual({ on_hand: 3, reserved: 0 });
});

test("a variant that does not exist counts as out of stock", async () => {
  const answer = await reserve([{ variantId: 1, quantity: 1 }]);

  expect(answer).toMatchObject({ ok: false, code: "insufficient-stock" });
});

test("released units can be bought again", async () => {
  await reserve([{ variantId: MUTED, quantity: 3 }]);

  await run(() => releaseStock([{ variantId: MUTED, quantity: 3 }]));

  expect(await stockOf(MUTED)).toEqual({ on_hand: 3, reserved: 0 });
});

test("paid units leave the stock and are written to the stock history", async () => {
  const line = [{ variantId: MUTED, quantity: 2 }];
  const now = new Date("2026-11-23T10:00:00Z");
  await reserve(line);

  await run(() => takeStock(line, { reason: "order 100001", now }));

  expect(await stockOf(MUTED)).toEqual({ on_hand: 1, reserved: 0 });
  const history = db().selectFrom("stock_history").selectAll().where("variant_id", "=", MUTED);
  expect(await history.orderBy("id", "desc").executeTakeFirst()).toMatchObject({
    ...{ quantity_before: 3, quantity_after: 1, reason: "order 100001", created_at: now.toISOString() },
  });
});

test("units that are not reserved are neither taken nor released", async () => {
  const line = [{ variantId: MUTED, quantity: 1 }];

  await expect(run(() => releaseStock(line))).rejects.toThrow("holds less");
  await expect(run(() => takeStock(line, { reason: "order", now: new Date() }))).rejects.toThrow(
    "holds less",
  );
});

test("an event is published when a variant sells out and when it returns, not for every unit", async () => {
  const versions = [await catalogueVersion()];
  for (const step of [
    () => reserve([{ variantId: MUTED, quantity: 2 }]),
    () => reserve([{ variantId: MUTED, quantity: 1 }]),
    () => run(() => releaseStock([{ variantId: MUTED, quantity: 1 }])),
    () => run(() => releaseStock([{ variantId: MUTED, quantity: 1 }])),
  ]) {
    await step();
    versions.push(await catalogueVersion());
  }

  const steps = versions.slice(1).map((version, index) => version - versions[index]!);
  expect(steps).toEqual([0, 1, 1, 0]);
});

test("of two hundred concurrent buyers of the last unit one gets it", async () => {
  await setStock(MUTED, 1);

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => reserve([{ variantId: MUTED, quantity: 1 }])),
  );

  expect(answers.filter(({ ok: isHeld }) => isHeld)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.detail["available"] === 0)).toHaveLength(199);
  expect(await stockOf(MUTED)).toEqual({ on_hand: 1, reserved: 1 });
});

test("orders with the same variants in opposite order do not deadlock", async () => {
  await setStock(MUTED, 150);
  await setStock(SUNSET, 150);
  const there = [MUTED, SUNSET].map((variantId) => ({ variantId, quantity: 1 }));
  const back = [...there].reverse();

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => reserve(index % 2 === 0 ? there : back)),
  );

  expect(answers.filter(({ ok: isHeld }) => isHeld)).toHaveLength(150);
  expect(await stockOf(MUTED)).toEqual({ on_hand: 150, reserved: 150 });
  expect(await stockOf(SUNSET)).toEqual({ on_hand: 150, reserved: 150 });
});

const reserve = (lines: Parameters<typeof reserveStock>[0]) => transact(() => reserveStock(lines));

async function run(command: () => Promise<void>) {
  await transact(async () => {
    await command();
    return ok(null);
  });
}

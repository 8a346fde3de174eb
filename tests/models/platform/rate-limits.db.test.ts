import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { isVisitorLimit, limitVisitor } from "#app/models/platform/rate-limits.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const now = new Date("2026-11-22T10:00:00Z");

test("of many concurrent attempts as many succeed as the rule allows, and the others get a waiting time", async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => limitVisitor("checkout", "one", now)));

  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  const refusal = answers.find(({ ok }) => !ok);
  expect(refusal).toMatchObject({ code: "rate-limited", detail: { retryAfterSeconds: 600 } });
});

test("addresses and limits are counted separately, and the next window starts at zero", async () => {
  for (let count = 0; count < 11; count += 1) await limitVisitor("coupon", "one", now);

  expect((await limitVisitor("coupon", "one", now)).ok).toBe(false);
  expect((await limitVisitor("coupon", "two", now)).ok).toBe(true);
  expect((await limitVisitor("contact", "one", now)).ok).toBe(true);
  expect((await limitVisitor("coupon", "one", new Date(now.getTime() + 3_600_001))).ok).toBe(true);
});

test("a counter does not identify its visitor", async () => {
  await limitVisitor("review", "203.0.113.9", now);

  const rows = await db().selectFrom("rate_limits").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("203.0.113.9");
});

test("only names in the table are valid limits", () => {
  expect(["checkout", "any-burst", "toString"].map(isVisitorLimit)).toEqual([true, false, false]);
});

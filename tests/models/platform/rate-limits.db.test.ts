import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { isVisitorLimit, limitVisitor } from "#app/models/platform/rate-limits.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const now = new Date("2026-11-22T10:00:00Z");

test("of many tries at once as many are let in as the rule says, and the rest are told when to come back", async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => limitVisitor("checkout", "one", now)));

  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  const refusal = answers.find(({ ok }) => !ok);
  expect(refusal).toMatchObject({ code: "rate-limited", detail: { retryAfterSeconds: 600 } });
});

test("nobody pays for another, nor one limit for the other, and the next window is a new one", async () => {
  for (let count = 0; count < 11; count += 1) await limitVisitor("coupon", "one", now);

  expect((await limitVisitor("coupon", "one", now)).ok).toBe(false);
  expect((await limitVisitor("coupon", "two", now)).ok).toBe(true);
  expect((await limitVisitor("contact", "one", now)).ok).toBe(true);
  expect((await limitVisitor("coupon", "one", new Date(now.getTime() + 3_600_001))).ok).toBe(true);
});

test("what is counted does not say whose it is", async () => {
  await limitVisitor("review", "203.0.113.9", now);

  const rows = await db().selectFrom("rate_limits").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("203.0.113.9");
});

test("only names of the table are limits of a visitor", () => {
  expect(["checkout", "any-burst", "toString"].map(isVisitorLimit)).toEqual([true, false, false]);
});

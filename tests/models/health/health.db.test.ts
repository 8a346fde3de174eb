import { expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { healthSettings } from "#app/services/health/health-settings.server.ts";
import { findHealthAtDesk } from "#app/models/desk/health.server.ts";
import { findDatabaseHealth } from "#app/models/health/database.server.ts";
import { findHealth } from "#app/models/health/health.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { connectPayments, payments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function failed(key: string, kind: "order-email" | "order-refund"): Promise<void> {
  await enqueue({ key, kind, payload: {} });
  await db().updateTable("jobs").set({ status: "dead" }).where("key", "=", key).execute();
}

const lineOf = async (what: string, now = NOW) =>
  (await findHealth(healthSettings(), { isSound: true, now })).find((line) => line.what === what);

test("the database says its version and that its tables are those of this shop", async () => {
  const [version, tables] = await findDatabaseHealth();

  expect(version?.words).toMatch(isSqlite(db()) ? /^SQLite 3\./ : /^PostgreSQL \d/);
  expect(tables).toEqual({ what: "tables", verdict: "ok", words: "up to date" });
});

test("a failed email needs attention, a failed refund is broken", async () => {
  expect(await lineOf("failed jobs")).toMatchObject({ verdict: "ok" });
  await failed("one", "order-email");
  expect(await lineOf("failed jobs")).toMatchObject({
    verdict: "warn",
    words: "1 failed, 0 of them refunds",
    remedy: "npm run shop -- jobs failed, then jobs retry",
  });
  await failed("two", "order-refund");
  expect(await lineOf("failed jobs")).toMatchObject({
    verdict: "fail",
    words: "2 failed, 1 of them refunds",
  });
});

test("work that nobody does is noticed", async () => {
  await enqueue({ key: "late", kind: "order-email", payload: {}, runAt: NOW.toISOString() });
  const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  const verdicts = [];
  for (const minutes of [4, 6, 61]) verdicts.push((await lineOf("jobs", after(minutes)))?.verdict);

  expect(verdicts).toEqual(["ok", "warn", "fail"]);
});

test("a service that does not answer is broken, and the other lines are there all the same", async () => {
  const settings = {
    ...healthSettings(),
    services: [{ what: "email", host: "127.0.0.1", port: 1, probe: null }],
  };

  const lines = await findHealth(settings, { isSound: false, now: NOW });

  expect(lines.map(({ what }) => what)).toEqual(["disk", "email", "analytics", "backup"]);
  expect(lines[1]).toEqual({ what: "email", verdict: "fail", words: "127.0.0.1:1 cannot be reached" });
});

test.each([
  ["all", [], "ok", "the endpoint tells all of them"],
  ["all but one", ["charge.dispute.closed"], "fail", "the endpoint does not tell charge.dispute.closed"],
  ["nothing to this shop", null, "warn", "the provider has no endpoint with this shop’s address"],
  ["nobody which", new Error("403"), "warn", "the endpoint cannot be read"],
])("the endpoint for payments is told of %s", async (_, missing, verdict, words) => {
  onTestFinished(() => connectPayments(null));
  const settings = healthSettings();
  const missingEvents = async (url: string) => {
    expect(url).toBe(`${settings.origin}/api/payments/webhook`);
    if (missing instanceof Error) throw missing;
    return missing;
  };
  connectPayments({ ...payments(), missingEvents });

  expect(await lineOf("payment events")).toMatchObject({ verdict, words });
});

test("the owner's page has every line that a running shop can say", async () => {
  const found = await findHealthAtDesk("owner", healthSettings(), NOW);

  expect((found.ok ? found.value : []).map(({ what }) => what)).toEqual([
    ...["settings", "versions", "database", "tables", "disk", "content", "product safety"],
    ...["texts about payment", "environmental claims", "analytics", "page speed", "jobs", "failed jobs"],
    ...["orders", "authenticator apps", "backup"],
  ]);
});

/** Every test process: its own data folder, its own secrets, and console.error fails the test. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { installGlobals } from "@remix-run/node";
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

installGlobals();

process.env["NODE_ENV"] = "test";
process.env["DATA_DIR"] = mkdtempSync(join(tmpdir(), "shop-test-"));
process.env["ALLOWED_ORIGINS"] = "http://localhost:3000";
process.env["SESSION_SECRETS"] = "a-secret-for-tests-that-is-long-enough-1";
process.env["PAYMENT_WEBHOOK_SECRETS"] = "a-webhook-secret-for-tests-long-enough-1";
process.env["LOG_LEVEL"] = "silent";
// On a busy machine twenty transactions wait for one row longer than the five seconds of a shop.
process.env["DATABASE_STATEMENT_TIMEOUT_MS"] ??= "30000";
delete process.env["DATABASE_URL"];

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/dom");
  // As long as `expect.poll` in vitest.config.ts; its own limit is a second.
  configure({ asyncUtilTimeout: 30_000 });
}

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error");
});

afterEach(() => {
  expect(consoleError.mock.calls, "console.error was called").toEqual([]);
  consoleError.mockRestore();
});

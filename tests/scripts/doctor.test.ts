import { expect, test } from "vitest";

import { nodeVerdict } from "#app/models/health/health.ts";

test.each([
  ["18.20.8", "fail", "20.19 or newer"],
  ["20.18.0", "fail", "20.19 or newer"],
  ["20.20.2", "ok", "without security releases"],
  ["22.12.0", "ok", ""],
  ["24.21.0", "ok", ""],
  ["26.10.0", "warn", "use Node 24"],
])("on Node %s the doctor reports %s", (version, verdict, words) => {
  expect(nodeVerdict(version)).toEqual({ verdict, doubt: expect.stringContaining(words) as string });
});

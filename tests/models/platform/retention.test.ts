import { expect, test } from "vitest";

import { monthsBefore } from "#app/models/platform/retention.ts";

test.each([
  ["2026-11-23T10:30:00.000Z", 12, "2025-11-23T10:30:00.000Z"],
  ["2026-03-31T10:30:00.000Z", 1, "2026-02-28T10:30:00.000Z"],
  ["2028-02-29T23:59:59.999Z", 84, "2021-02-28T23:59:59.999Z"],
  ["2026-01-15T00:00:00.000Z", 13, "2024-12-15T00:00:00.000Z"],
])("monthsBefore %s, %i months, is %s", (now, months, then) => {
  expect(monthsBefore(new Date(now), months)).toBe(then);
});

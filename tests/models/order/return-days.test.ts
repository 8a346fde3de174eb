/** Until when a return is refunded, and when it is not back in time. */
import { describe, expect, test } from "vitest";

import { overdueBefore, readReturnLines, refundDay, returnStage } from "#app/models/order/returns/return.ts";
import { SHOP_ERRORS } from "#app/models/platform/error-messages.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const rules = {
  timeZone: "Europe/London",
  returns: { ...demoStore.returns, refundWithinDays: 10, sendBackWithinDays: 14 },
};
const requestedAt = "2026-11-01T12:00:00.000Z";

describe("the day until which a return is refunded", () => {
  test("is counted from the day it arrived, in the shop's time zone", () => {
    const summer = new Date("2026-06-01T23:30:00.000Z");
    expect(refundDay({ requestedAt, isWithdrawal: false }, rules, summer)).toBe("2026-06-12");
  });

  test.each([
    ["2026-11-05T09:00:00.000Z", "2026-11-11"],
    ["2026-11-20T09:00:00.000Z", "2026-11-20"],
  ])("of a withdrawal that arrived at %s is %s: the shop waits for it, but no longer", (arrived, due) => {
    expect(refundDay({ requestedAt, isWithdrawal: true }, rules, new Date(arrived))).toBe(due);
  });

  test("of a withdrawal is never later than the law says, whatever the shop promises", () => {
    const slow = { ...rules, returns: { ...rules.returns, refundWithinDays: 30 } };
    const arrived = new Date("2026-11-05T09:00:00.000Z");
    expect(refundDay({ requestedAt, isWithdrawal: true }, slow, arrived)).toBe("2026-11-15");
  });
});

test("a return is not back in time after the days to send it and a week on its way", () => {
  const now = new Date("2026-11-23T12:00:00.000Z");
  expect(overdueBefore(rules, now)).toBe("2026-11-02T00:00:00.000Z");
  const at = (requested: string, arrivedAt: string | null = null) =>
    returnStage({ status: "requested", requestedAt: requested, arrivedAt }, rules, now);
  expect(at("2026-11-01T23:59:59.999Z")).toBe("overdue");
  expect(at("2026-11-02T00:00:00.000Z")).toBe("requested");
  expect(at("2026-10-01T00:00:00.000Z", "2026-11-20T09:00:00.000Z")).toBe("arrived");
  const accepted = { status: "received", requestedAt, arrivedAt: null };
  expect(returnStage(accepted, rules, now)).toBe("accepted");
});

test("of a form, lines that come back need a known reason, and something has to come back", () => {
  const fields = {
    "units-0": "2",
    "reason-0": "faulty",
    "units-1": "1",
    "reason-1": "because",
    "units-2": "x",
  };
  expect(readReturnLines({ lines: ["a", "b", "c"] }, fields, "form")).toEqual({
    lines: [
      { units: 2, reason: "faulty" },
      { units: 1, reason: "because" },
      { units: 0, reason: "" },
    ],
    errors: { "reason-1": SHOP_ERRORS["return-reason"].message },
  });
  expect(readReturnLines({ lines: ["a"] }, {}, "form").errors).toEqual({
    form: SHOP_ERRORS["return-nothing"].message,
  });
});

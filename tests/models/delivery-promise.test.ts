import fc from "fast-check";
import { expect, test } from "vitest";

import {
  deliveryRange,
  deliveryRangeText,
  type DeliveryTiming,
  isWorkingDay,
} from "#app/models/delivery-promise.ts";
import { demoDeliveryRules } from "#tests/support/delivery-rules.ts";

const { calendar, methods } = demoDeliveryRules;

/** The words for an order at `now` by the method `key`. */
function promise(key: string, now: string, more: Partial<DeliveryTiming> = {}): string {
  const method = methods.find((each) => each.key === key)!;
  const moment = new Date(now);
  const timing = { ...method, now: moment, releaseAt: null, ...more };
  return deliveryRangeText(deliveryRange(timing, calendar), moment);
}

test.each([
  // An ordinary week: Monday 23 to Friday 27 November 2026.
  ["express", "2026-11-23T13:59:00Z", "Tuesday 24 November"],
  ["express", "2026-11-23T14:00:00Z", "Wednesday 25 November"],
  ["express", "2026-11-26T13:59:00Z", "Friday 27 November"],
  ["standard", "2026-11-23T10:00:00Z", "Wednesday 25 to Friday 27 November"],
  // Friday after the cut-off and the weekend count as Monday.
  ["express", "2026-11-27T13:00:00Z", "Monday 30 November"],
  ["express", "2026-11-27T14:30:00Z", "Tuesday 1 December"],
  ["express", "2026-11-28T09:00:00Z", "Tuesday 1 December"],
  ["express", "2026-11-29T23:59:00Z", "Tuesday 1 December"],
  ["standard", "2026-11-25T10:00:00Z", "Friday 27 November to Tuesday 1 December"],
  // Christmas: closed from noon on the 24th, bank holidays on the 25th and the 28th.
  ["express", "2026-12-23T15:00:00Z", "Tuesday 29 December"],
  ["express", "2026-12-24T11:59:00Z", "Tuesday 29 December"],
  ["express", "2026-12-24T12:00:00Z", "Wednesday 30 December"],
  ["standard", "2026-12-24T11:00:00Z", "Wednesday 30 December to Monday 4 January"],
  ["express", "2026-12-31T13:00:00Z", "Monday 4 January"],
  // Easter 2026: Good Friday 3 April, Easter Monday 6 April.
  ["express", "2026-04-02T12:00:00Z", "Tuesday 7 April"],
  // Summer time began on 29 March 2026: 13:30 UTC is 14:30 in London.
  ["express", "2026-03-27T13:30:00Z", "Monday 30 March"],
  ["express", "2026-03-30T13:30:00Z", "Wednesday 1 April"],
  ["express", "2026-03-30T12:59:00Z", "Tuesday 31 March"],
  // It ended on 25 October 2026.
  ["express", "2026-10-23T12:59:00Z", "Monday 26 October"],
  ["express", "2026-10-26T13:59:00Z", "Tuesday 27 October"],
  // Late on a summer evening it is tomorrow in London already.
  ["express", "2026-07-05T23:30:00Z", "Tuesday 7 July"],
  ["two_person", "2026-11-23T11:00:00Z", "Friday 27 November to Wednesday 9 December"],
  ["collection", "2026-11-23T10:00:00Z", "Monday 23 to Tuesday 24 November"],
  ["collection", "2026-11-21T10:00:00Z", "Monday 23 to Tuesday 24 November"],
])("%s, ordered at %s, arrives %s", (method, now, text) => {
  expect(promise(method, now)).toBe(text);
});

test("a pre-order starts on the day it comes in, or on the next working day", () => {
  expect(promise("express", "2026-11-23T10:00:00Z", { releaseAt: "2026-12-08T00:00:00Z" })).toBe(
    "Wednesday 9 December",
  );
  expect(promise("express", "2026-11-23T10:00:00Z", { releaseAt: "2026-12-12T00:00:00Z" })).toBe(
    "Tuesday 15 December",
  );
});

test("a release that has passed holds nothing up", () => {
  expect(promise("express", "2026-11-23T10:00:00Z", { releaseAt: "2026-11-01T00:00:00Z" })).toBe(
    "Tuesday 24 November",
  );
});

test("a date that is far off carries its year", () => {
  expect(promise("express", "2026-11-23T10:00:00Z", { releaseAt: "2027-11-23T00:00:00Z" })).toBe(
    "Wednesday 24 November 2027",
  );
});

test("whenever one orders, the days are working days, in order, and none lies in the past", () => {
  const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-06-01"), noInvalidDate: true });
  const days = fc.record({ min: fc.integer({ min: 0, max: 3 }), more: fc.integer({ min: 0, max: 9 }) });
  fc.assert(
    fc.property(moments, days, days, (now, handling, transit) => {
      const timing = {
        now,
        releaseAt: null,
        cutoff: "14:00",
        handling: { min: handling.min, max: handling.min + handling.more },
        transit: { min: transit.min, max: transit.min + transit.more },
      };

      const { from, to } = deliveryRange(timing, calendar);

      expect(from <= to).toBe(true);
      expect(isWorkingDay(from, calendar) && isWorkingDay(to, calendar)).toBe(true);
      expect(from >= now.toISOString().slice(0, 10)).toBe(true);
    }),
  );
});

test("ordering later never brings it earlier", () => {
  const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-06-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 10 * 86_400_000 }), (now, wait) => {
      const timing = {
        releaseAt: null,
        cutoff: "14:00",
        handling: { min: 0, max: 1 },
        transit: { min: 2, max: 3 },
      };

      const first = deliveryRange({ ...timing, now }, calendar);
      const second = deliveryRange({ ...timing, now: new Date(now.getTime() + wait) }, calendar);

      expect(second.from >= first.from && second.to >= first.to).toBe(true);
    }),
  );
});

test("a calendar without working days is a mistake that is reported, not waited for", () => {
  const timing = {
    now: new Date(),
    releaseAt: null,
    cutoff: "14:00",
    handling: { min: 0, max: 0 },
    transit: { min: 1, max: 1 },
  };

  expect(() => deliveryRange(timing, { ...calendar, workingDays: [] })).toThrow("no working days");
});

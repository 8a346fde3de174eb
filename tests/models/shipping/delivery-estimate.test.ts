import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  cutoffText,
  cutoffToday,
  type DeliveryCalendar,
  deliveryPromise,
  isWorkingDay,
} from "#app/models/shipping/delivery-estimate.ts";
import { deliveryOptions } from "#app/models/shipping/shipping.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { demoDeliveryRules, pounds } from "#tests/support/shops/delivery-rules.ts";

const { calendar } = demoDeliveryRules;

type Requested = Readonly<{ postcode?: string; releaseAt?: string; day?: string }>;

/** The words for an order at `now` by the method `key`, from the one place where pages take them. */
function promise(key: string, now: string, { postcode, releaseAt, day }: Requested = {}): string | undefined {
  const deliveryClass: DeliveryClass = key === "two_person" ? "two_person" : "small";
  const line = { variantId: 1, deliveryClass, isFreeShipping: false, preorderReleaseAt: releaseAt ?? null };
  const options = deliveryOptions(
    {
      lines: [line],
      items: pounds(20),
      destination: { postcode: postcode ?? null },
      now: new Date(now),
      day: day ?? null,
    },
    demoDeliveryRules,
  );
  return options.find(({ method }) => method === key)?.consignments[0]?.when;
}

/** Reckoned by hand on a wall calendar. Times are UTC. Without a postcode the mainland of England is meant. */
test.each([
  // The cut-off, to the minute. An ordinary week: Monday 23 to Friday 27 November 2026.
  ["express", "2026-11-23T13:59:59Z", null, "Tuesday 24 November"],
  ["express", "2026-11-23T14:00:00Z", null, "Wednesday 25 November"],
  ["express", "2026-11-26T13:59:00Z", null, "Friday 27 November"],
  ["standard", "2026-11-23T10:00:00Z", null, "Wednesday 25 to Friday 27 November"],
  ["standard", "2026-11-23T14:00:00Z", null, "Thursday 26 to Monday 30 November"],
  // Friday after the cut-off, Saturday and Sunday count as Monday.
  ["express", "2026-11-27T13:00:00Z", null, "Monday 30 November"],
  ["express", "2026-11-27T14:30:00Z", null, "Tuesday 1 December"],
  ["express", "2026-11-28T09:00:00Z", null, "Tuesday 1 December"],
  ["express", "2026-11-29T23:59:00Z", null, "Tuesday 1 December"],
  ["standard", "2026-11-25T10:00:00Z", null, "Friday 27 November to Tuesday 1 December"],
  // St Andrew's Day, Monday 30 November, in Scotland only, on the mainland too.
  ["express", "2026-11-27T13:00:00Z", "EH1 1AA", "Tuesday 1 December"],
  ["standard", "2026-11-25T10:00:00Z", "G1 1AA", "Friday 27 November to Wednesday 2 December"],
  // Christmas 2026: closed from noon on the 24th; the 25th is a Friday, so the 28th stands in for the 26th.
  ["express", "2026-12-23T15:00:00Z", null, "Tuesday 29 December"],
  ["express", "2026-12-24T11:59:00Z", null, "Tuesday 29 December"],
  ["express", "2026-12-24T12:00:00Z", null, "Wednesday 30 December"],
  ["standard", "2026-12-24T11:00:00Z", null, "Wednesday 30 December to Monday 4 January"],
  // Christmas 2027: a Saturday and a Sunday, so Monday 27 and Tuesday 28 stand in.
  ["express", "2027-12-23T13:00:00Z", null, "Friday 24 December"],
  ["express", "2027-12-24T11:00:00Z", null, "Wednesday 29 December"],
  // New Year. Scotland has 2 January as well: a Saturday in 2027, with Monday 4 in its place.
  ["express", "2026-12-31T13:00:00Z", null, "Monday 4 January"],
  ["express", "2026-12-31T13:00:00Z", "EH1 1AA", "Tuesday 5 January"],
  ["standard", "2026-12-24T11:00:00Z", "EH1 1AA", "Wednesday 30 December to Tuesday 5 January"],
  ["express", "2025-12-31T13:00:00Z", "YO1 1AA", "Friday 2 January"],
  ["express", "2025-12-31T13:00:00Z", "AB10 1AA", "Monday 5 January"],
  // 2028: 1 January is a Saturday. Monday 3 stands in, and in Scotland Tuesday 4 for the 2nd.
  ["express", "2027-12-31T13:00:00Z", null, "Tuesday 4 January"],
  ["express", "2027-12-31T13:00:00Z", "KY16 9AA", "Wednesday 5 January"],
  // 2031, which no list of the settings reaches: Christmas on a Thursday.
  ["express", "2031-12-24T11:00:00Z", null, "Monday 29 December"],
  // Easter 2026: Good Friday 3 April, Easter Monday 6 April. Scotland works on the Monday, our carrier does not.
  ["express", "2026-04-02T12:00:00Z", null, "Tuesday 7 April"],
  ["express", "2026-04-02T12:00:00Z", "G1 1AA", "Tuesday 7 April"],
  ["standard", "2026-04-02T12:00:00Z", "BT1 1AA", "Friday 10 to Tuesday 14 April"],
  // St Patrick's Day, Tuesday 17 March 2026: Northern Ireland only. Man takes as long, without the holiday.
  ["standard", "2026-03-16T10:00:00Z", "BT1 1AA", "Monday 23 to Tuesday 24 March"],
  ["standard", "2026-03-16T10:00:00Z", "IM1 1AA", "Friday 20 to Tuesday 24 March"],
  // The Twelfth: a Sunday in 2026, so Monday 13; a Monday in 2027.
  ["standard", "2026-07-09T10:00:00Z", "BT1 1AA", "Thursday 16 to Monday 20 July"],
  ["standard", "2026-07-09T10:00:00Z", "IM1 1AA", "Wednesday 15 to Friday 17 July"],
  ["standard", "2027-07-08T10:00:00Z", "BT1 1AA", "Thursday 15 to Monday 19 July"],
  // May and August. Scotland's summer holiday is the first Monday of August, England's the last.
  ["express", "2026-05-01T12:00:00Z", null, "Tuesday 5 May"],
  ["express", "2026-05-22T12:00:00Z", null, "Tuesday 26 May"],
  ["express", "2026-07-31T12:00:00Z", null, "Monday 3 August"],
  ["express", "2026-07-31T12:00:00Z", "G1 1AA", "Tuesday 4 August"],
  ["express", "2026-08-28T12:00:00Z", null, "Tuesday 1 September"],
  // Proclaimed for Scotland in one year: Monday 15 June 2026.
  ["express", "2026-06-12T12:00:00Z", null, "Monday 15 June"],
  ["express", "2026-06-12T12:00:00Z", "EH1 1AA", "Tuesday 16 June"],
  // Summer time began on Sunday 29 March 2026: 13:00 UTC is 2 pm in London from then on.
  ["express", "2026-03-27T13:30:00Z", null, "Monday 30 March"],
  ["express", "2026-03-30T12:59:00Z", null, "Tuesday 31 March"],
  ["express", "2026-03-30T13:00:00Z", null, "Wednesday 1 April"],
  // It ended on Sunday 25 October 2026.
  ["express", "2026-10-23T12:59:00Z", null, "Monday 26 October"],
  ["express", "2026-10-23T13:00:00Z", null, "Tuesday 27 October"],
  ["express", "2026-10-25T00:30:00Z", null, "Tuesday 27 October"],
  ["express", "2026-10-26T13:59:00Z", null, "Tuesday 27 October"],
  ["express", "2026-10-26T14:00:00Z", null, "Wednesday 28 October"],
  // Late on a summer evening it is tomorrow in London already.
  ["express", "2026-07-05T23:30:00Z", null, "Tuesday 7 July"],
  // Zones: the same Monday morning.
  ["standard", "2026-11-23T10:00:00Z", "PO30 1AA", "Thursday 26 to Monday 30 November"],
  ["standard", "2026-11-23T10:00:00Z", "BT1 1AA", "Friday 27 November to Tuesday 1 December"],
  ["standard", "2026-11-23T10:00:00Z", "IV1 1AA", "Friday 27 November to Wednesday 2 December"],
  ["standard", "2026-11-23T10:00:00Z", "TR21 0AA", "Monday 30 November to Wednesday 2 December"],
  ["standard", "2026-11-23T10:00:00Z", "JE2 3AA", "Monday 30 November to Wednesday 2 December"],
  ["standard", "2026-11-23T10:00:00Z", "BF1 2AT", "Small parcels only. Please allow three weeks."],
  // Collection is ready on a working day here, whoever comes for it.
  ["collection", "2026-11-23T10:00:00Z", null, "ready from Tuesday 24 November"],
  ["collection", "2026-11-21T10:00:00Z", null, "ready from Tuesday 24 November"],
  ["collection", "2026-11-26T15:00:00Z", "EH1 1AA", "ready from Monday 30 November"],
  ["collection", "2026-12-24T11:00:00Z", null, "ready from Tuesday 29 December"],
  // Two people, on a day that is booked: four working days ahead, more beyond the mainland, never on a half day.
  ["two_person", "2026-11-23T11:59:00Z", null, "on a day you choose, from Friday 27 November"],
  ["two_person", "2026-11-23T12:00:00Z", null, "on a day you choose, from Monday 30 November"],
  ["two_person", "2026-11-23T11:00:00Z", "PO30 1AA", "on a day you choose, from Wednesday 2 December"],
  ["two_person", "2026-11-23T11:00:00Z", "BT1 1AA", "on a day you choose, from Tuesday 8 December"],
  ["two_person", "2026-11-23T11:00:00Z", "IV1 1AA", "on a day you choose, from Wednesday 9 December"],
  ["two_person", "2026-12-18T11:00:00Z", null, "on a day you choose, from Tuesday 29 December"],
])("%s, ordered at %s to %s, arrives %s (X-06)", (method, now, postcode, text) => {
  expect(promise(method, now, postcode === null ? {} : { postcode })).toBe(text);
});

test.each([
  // What is on order starts on the day it comes in, or on the next working day; a date gone by holds nothing up.
  ["express", "2026-12-08T00:00:00Z", "Wednesday 9 December"],
  ["express", "2026-12-12T00:00:00Z", "Tuesday 15 December"],
  ["express", "2026-11-01T00:00:00Z", "Tuesday 24 November"],
  ["express", "2027-11-23T00:00:00Z", "Wednesday 24 November 2027"],
  ["collection", "2026-12-08T00:00:00Z", "ready from Wednesday 9 December"],
  ["two_person", "2026-12-28T00:00:00Z", "on a day you choose, from Tuesday 5 January"],
])("%s of items that come in on %s arrives %s", (method, releaseAt, text) => {
  expect(promise(method, "2026-11-23T10:00:00Z", { releaseAt })).toBe(text);
});

const FIRST = "on a day you choose, from Friday 27 November";

test.each([
  ["a Tuesday", "2026-12-01", "booked for Tuesday 1 December"],
  ["a Saturday", "2026-11-28", "booked for Saturday 28 November"],
  ["the first day", "2026-11-27", "booked for Friday 27 November"],
  ["the last day, sixty ahead", "2027-01-22", "booked for Friday 22 January"],
  ["too soon", "2026-11-26", FIRST],
  ["a Sunday", "2026-11-29", FIRST],
  ["half a day", "2026-12-24", FIRST],
  ["Christmas Day", "2026-12-25", FIRST],
  ["Boxing Day, although it is a Saturday", "2026-12-26", FIRST],
  ["its substitute", "2026-12-28", FIRST],
  ["too far", "2027-01-23", FIRST],
  ["no day at all", "2026-02-30", FIRST],
  // The Isle of Wight, where only Wednesdays can be booked.
  ["a Wednesday there", "2026-12-09", "booked for Wednesday 9 December", "PO30 1AA"],
  ["a Thursday there", "2026-12-10", "on a day you choose, from Wednesday 2 December", "PO30 1AA"],
])("a day is promised if it can be booked: %s", (_, day, text, postcode?: string) => {
  expect(promise("two_person", "2026-11-23T10:00:00Z", { day, postcode })).toBe(text);
});

const SHIPMENT = {
  releaseAt: null,
  zone: { extraDays: 0, weekdays: null },
  day: null,
  fullDays: [],
} as const;
const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2040-06-01"), noInvalidDate: true });
const postcodes = fc.constantFrom(null, "HR8 1AB", "EH1 1AA", "BT1 1AA");

function days(
  service: Readonly<{ handling: Span; transit: Span }>,
  requested: Readonly<{ now: Date; postcode: string | null }>,
) {
  const full = { ...service, cutoff: "14:00", booking: null, isCollected: false };
  const { from, to } = deliveryPromise({ ...SHIPMENT, ...requested, service: full }, calendar)!;
  return { from, to: to! };
}

type Span = Readonly<{ min: number; max: number }>;

test("for every time of order, the days are working days, in order, and none is in the past", () => {
  const span = fc
    .record({ min: fc.integer({ min: 0, max: 3 }), more: fc.integer({ min: 0, max: 9 }) })
    .map(({ min, more }) => ({ min, max: min + more }));
  fc.assert(
    fc.property(moments, span, span, postcodes, (now, handling, transit, postcode) => {
      const { from, to } = days({ handling, transit }, { now, postcode });

      const here = { calendar, divisions: [calendar.division] };
      expect(from <= to).toBe(true);
      expect(isWorkingDay(from, here) && isWorkingDay(to, here)).toBe(true);
      expect(from >= now.toISOString().slice(0, 10)).toBe(true);
    }),
  );
});

test("a later order never arrives earlier", () => {
  const service = { handling: { min: 0, max: 1 }, transit: { min: 2, max: 3 } };
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 10 * 86_400_000 }), postcodes, (now, wait, postcode) => {
      const first = days(service, { now, postcode });
      const second = days(service, { now: new Date(now.getTime() + wait), postcode });

      expect(second.from >= first.from && second.to >= first.to).toBe(true);
    }),
  );
});

test("a calendar without working days throws instead of looping", () => {
  const broken: DeliveryCalendar = { ...calendar, workingDays: [] };
  const service = {
    handling: { min: 0, max: 0 },
    transit: { min: 1, max: 1 },
    cutoff: "14:00",
    booking: null,
    isCollected: false,
  };

  expect(() => deliveryPromise({ ...SHIPMENT, now: new Date(), postcode: null, service }, broken)).toThrow(
    "no working days",
  );
});

test.each([
  ["2026-11-23T08:00:00Z", "Order by 2 pm today. 6 hours left."],
  ["2026-11-23T11:46:00Z", "Order by 2 pm today. More than 2 hours left."],
  ["2026-11-23T12:59:59Z", "Order by 2 pm today. More than 1 hour left."],
  ["2026-11-23T13:01:30Z", "Order by 2 pm today. 59 minutes left."],
  ["2026-11-23T13:59:59Z", "Order by 2 pm today. 1 minute left."],
  ["2026-11-23T14:00:00Z", null],
  // British Summer Time: 1 pm in London.
  ["2026-07-06T12:00:00Z", "Order by 2 pm today. 1 hour left."],
  // A Saturday, a bank holiday, and Christmas Eve, when the shop closes at noon.
  ["2026-11-28T09:00:00Z", null],
  ["2026-12-28T09:00:00Z", null],
  ["2026-12-24T11:30:00Z", "Order by 12 pm today. 30 minutes left."],
])("at %s the cut-off of today reads %s", (now, expected) => {
  const cutoff = cutoffToday({ now: new Date(now), cutoff: "14:00" }, calendar);
  expect(cutoff && cutoffText(cutoff)).toBe(expected);
});

import { expect, test } from "vitest";

import {
  claimedUnits,
  giftAvailability,
  heldUntil,
  isClaimLive,
  prolongedUntil,
  stillNeededText,
  unitsLeft,
} from "#app/models/gift-list/claim.ts";
import { claimFormSchema } from "#app/models/gift-list/claim-form.ts";
import { CODE_CHARACTERS, formatListCode, readListCode } from "#app/models/gift-list/code.ts";
import {
  closingDay,
  eventText,
  familyOf,
  firstClosingDay,
  giftListState,
  isSurprise,
  lastEventDay,
  listAddressName,
  nameKey,
} from "#app/models/gift-list/gift-list.ts";
import { giftArrivalText } from "#app/models/gift-list/shown-gift.ts";
import { giftListValues, readGiftList } from "#app/models/gift-list/list-form.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const NOW = new Date("2026-11-25T11:00:00.000Z");
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const held = (units: number, until: Date) =>
  ({ state: "held", units, heldUntil: until.toISOString() }) as const;
const taken = (units: number) => ({ state: "taken", units, heldUntil: null }) as const;
const ended = (units: number) => ({ state: "ended", units, heldUntil: null }) as const;

test.each([
  ["7K4P-9QWX", "7K4P9QWX"],
  ["7k4p 9qwx", "7K4P9QWX"],
  [" 7K4P–9QWX ", "7K4P9QWX"],
  ["\u200B7K4P-\u200D9QWX\uFEFF", "7K4P9QWX"],
  ["7K4P9QW", null],
  ["7K4P9QWXX", null],
  ["7K4P-9QW0", null],
  ["7K4P-9QWI", null],
  ["../../etc", null],
])("readListCode(%j) is %j", (typed, code) => {
  expect(readListCode(typed)).toBe(code);
});

test("a code has no character that can be mistaken for another", () => {
  expect(CODE_CHARACTERS).toHaveLength(31);
  expect(CODE_CHARACTERS).not.toMatch(/[0O1IL]/);
  expect(formatListCode("7K4P9QWX")).toBe("7K4P-9QWX");
});

test.each([
  ["Hannah and Tom’s baby", "Hannah and Tom"],
  ["Hannah and Tom's baby", "Hannah and Tom"],
  ["The Hallams’ Christmas", "The Hallams"],
  ["Our little one", "Hannah"],
])("the family of %j is %j", (name, family) => {
  expect(familyOf(name, "Hannah")).toBe(family);
  expect(listAddressName({ family: "Hannah and Tom" })).toBe("Hannah and Tom’s list address");
});

test("a list is a draft, open or closed", () => {
  const list = { confirmedAt: null, closedAt: null, closesOn: "2027-04-15" };
  expect(giftListState(list, "2026-11-25")).toBe("draft");
  expect(giftListState({ ...list, confirmedAt: "x" }, "2027-04-15")).toBe("open");
  expect(giftListState({ ...list, confirmedAt: "x" }, "2027-04-16")).toBe("closed");
  expect(giftListState({ ...list, closedAt: "x" }, "2026-11-25")).toBe("closed");
  expect(firstClosingDay("2027-01-15")).toBe("2027-04-15");
  expect(lastEventDay("2026-11-25")).toBe("2028-05-25");
});

test("givers see the day or the month", () => {
  expect(eventText({ eventDay: "2027-01-15", isMonthOnly: true })).toBe("January 2027");
  expect(eventText({ eventDay: "2027-01-15", isMonthOnly: false })).toBe("15 January 2027");
});

test("a surprise lasts until its day", () => {
  expect(isSurprise({ revealOn: "2027-01-15" }, "2027-01-14")).toBe(true);
  expect(isSurprise({ revealOn: "2027-01-15" }, "2027-01-15")).toBe(false);
  expect(isSurprise({ revealOn: null }, "2026-11-25")).toBe(false);
});

test("names are compared without case, accents, hyphens and spaces", () => {
  expect(nameKey("Zoë-Ann O’Brien")).toBe("zoeannobrien");
});

test("a hold past its time counts as no claim", () => {
  expect(isClaimLive(held(1, later(1)), NOW)).toBe(true);
  expect(isClaimLive(held(1, NOW), NOW)).toBe(false);
  expect(isClaimLive(taken(1), NOW)).toBe(true);
  expect(isClaimLive(ended(1), NOW)).toBe(false);
  expect(claimedUnits([held(2, later(1)), held(1, later(-1)), taken(1), ended(4)], NOW)).toBe(3);
  // Never a negative number, where fewer are wanted than were claimed.
  expect(unitsLeft(4, [taken(1)], NOW)).toBe(3);
  expect(unitsLeft(1, [taken(2)], NOW)).toBe(0);
});

test("a gift is wanted, reserved while a claim may lapse, or taken", () => {
  expect(giftAvailability(2, [taken(1)], NOW)).toEqual({ kind: "wanted", left: 1 });
  expect(giftAvailability(2, [taken(1), held(1, later(5))], NOW)).toEqual({
    kind: "reserved",
    until: later(5).toISOString(),
  });
  expect(giftAvailability(1, [taken(1)], NOW)).toEqual({ kind: "taken" });
  expect(stillNeededText(1, 2)).toBe("1 of 2 still wanted");
  expect(stillNeededText(4, 4)).toBe("4 wanted");
});

test("a claim holds a day unconfirmed, a reservation seven days and never past the day, a payment 30 minutes", () => {
  const timeZone = "Europe/London";
  const about = { start: NOW, eventDay: "2027-01-15", timeZone } as const;
  expect(heldUntil({ ...about, way: "reservation", isConfirmed: false })).toBe(later(24).toISOString());
  expect(heldUntil({ ...about, way: "reservation", isConfirmed: true })).toBe(later(7 * 24).toISOString());
  expect(heldUntil({ ...about, way: "elsewhere", isConfirmed: false })).toBe(later(24).toISOString());
  expect(heldUntil({ ...about, way: "elsewhere", isConfirmed: true })).toBeNull();
  expect(heldUntil({ ...about, way: "order", isConfirmed: true })).toBe(later(0.5).toISOString());
  const soon = { ...about, eventDay: "2026-11-27", way: "reservation", isConfirmed: true } as const;
  expect(heldUntil(soon)).toBe("2026-11-27T23:59:59.000Z");
  expect(prolongedUntil(later(24).toISOString(), about)).toBe(later(8 * 24).toISOString());
  expect(prolongedUntil(later(24).toISOString(), soon)).toBe("2026-11-27T23:59:59.000Z");
});

test.each([
  ["Europe/London", "2026-07-18", "2026-07-18T22:59:59.000Z"],
  ["America/New_York", "2026-07-18", "2026-07-19T03:59:59.000Z"],
  ["Pacific/Auckland", "2026-07-18", "2026-07-18T11:59:59.000Z"],
])("in a shop in %s a reservation ends at the latest with the day itself", (timeZone, eventDay, end) => {
  const about = { start: new Date("2026-07-15T09:00:00.000Z"), eventDay, timeZone };

  expect(heldUntil({ ...about, way: "reservation", isConfirmed: true })).toBe(end);
  expect(prolongedUntil("2026-07-16T09:00:00.000Z", about)).toBe(end);
  expect(localTime(new Date(end), timeZone)).toEqual({ day: eventDay, time: "23:59" });
});

test.each([
  // Half an hour after midnight in summer time.
  ["2026-07-17T23:30:00.000Z", "Europe/London", "2026-07-18"],
  ["2026-07-18T02:00:00.000Z", "America/New_York", "2026-07-17"],
  // Closed by its schedule.
  ["2026-09-01T23:59:59.000Z", "Europe/London", "2026-09-01"],
  [null, "Europe/London", "2026-09-01"],
])("a list that was closed at %s by the clock of %s closed on %s", (closedAt, timeZone, day) => {
  expect(closingDay({ closedAt, closesOn: "2026-09-01" }, timeZone)).toBe(day);
});

const VALUES = {
  occasion: "baby",
  name: "Hannah and Tom’s baby",
  event_day: "2027-01-15",
  month_only: "on",
  words: "Second-hand is lovely too.",
  first_name: "Hannah",
  last_name: "Okafor",
  email: "hannah@example.org",
  sent_to: "home",
  address1: "14 Slad Road",
  city: "Stroud",
  postal_code: "gl51qn",
  country_code: "GB",
  phone: "07700 900142",
  surprise: "hidden",
};
const RULES = { today: "2026-11-25", places: demoStore.places };

test("the form of a list is read, and shown again as it was read", () => {
  const read = readGiftList(VALUES, RULES);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  expect(read.value).toMatchObject({
    eventDay: "2027-01-15",
    revealOn: "2027-01-15",
    isMonthOnly: true,
    isFindable: false,
    address: { first_name: "Hannah", postal_code: "GL5 1QN" },
  });
  expect(readGiftList(giftListValues(read.value), RULES)).toEqual(read);
});

test("a list whose days have passed can be edited, and gets no other day that has passed", () => {
  const values = { ...VALUES, event_day: "2026-11-20", reveal_on: "2026-11-22" };
  const known = { eventDay: "2026-11-20", revealOn: "2026-11-22" };
  expect(readGiftList(values, { ...RULES, known })).toMatchObject({ ok: true, value: known });
  expect(readGiftList({ ...values, reveal_on: "2026-11-23" }, { ...RULES, known })).toMatchObject({
    errors: { reveal_on: expect.stringContaining("from today on") },
  });
  expect(readGiftList({ ...values, event_day: "2026-11-21" }, { ...RULES, known }).ok).toBe(false);
});

test.each([
  [{ name: " " }, { name: "Enter a name for the list" }],
  [{ name: "Bo" }, { name: "Use at least 3 characters" }],
  [{ event_day: "2026-11-24" }, { event_day: "Enter a date from today on, at most 18 months ahead" }],
  [{ event_day: "soon" }, { event_day: "Enter a date, such as 15/01/2027" }],
  [{ words: "see https://evil.example/x" }, { words: "Leave web addresses out of the words to givers" }],
  [{ email: "hannah" }, { email: "Enter an email address in the correct format, such as name@example.com" }],
  [{ postal_code: "x" }, { postal_code: "Enter a full UK postcode, such as BS1 4DJ" }],
  [{ address1: "" }, { address1: "Enter the house number and street" }],
  [{ reveal_on: "2020-01-01" }, { reveal_on: "Enter the date until which it is a surprise, from today on" }],
])("the form with %j is refused", (change, errors) => {
  expect(readGiftList({ ...VALUES, ...change }, RULES)).toEqual({ ok: false, errors });
});

test.each([{ reveal_on: "" }, { reveal_on: "20/12/2026" }])(
  "days typed as in Britain, with %j, are kept as every day is",
  (change) => {
    const values = { ...VALUES, event_day: "20/12/2026", ...change };
    expect(readGiftList(values, RULES)).toMatchObject({
      ok: true,
      value: { eventDay: "2026-12-20", revealOn: "2026-12-20" },
    });
  },
);

test("a list may have a name of three characters", () => {
  expect(readGiftList({ ...VALUES, name: "Bob" }, RULES)).toMatchObject({ ok: true, value: { name: "Bob" } });
});

test("a list whose gifts go to the giver needs no address, and one that is shown has no day", () => {
  const read = readGiftList({ ...VALUES, sent_to: "giver", address1: "", surprise: "shown" }, RULES);
  expect(read).toMatchObject({ ok: true, value: { address: null, revealOn: null } });
});

test.each([
  [{ way: "gift" }, "way"],
  [{ units: "21" }, "units"],
  [{ units: "0" }, "units"],
  [{ giver_name: "" }, "giver_name"],
  [{ message: "x".repeat(241) }, "message"],
])("a claim with %j is refused at its field", (change, field) => {
  const person = { giver_name: "Margaret", email: "margaret@example.org", message: "" };
  const typed = { way: "order", units: "1", ...person };
  expect(claimFormSchema.safeParse(typed).success).toBe(true);
  expect(claimFormSchema.safeParse({ ...typed, ...change }).error?.issues[0]?.path).toEqual([field]);
});

const DAY = { eventDay: "2026-12-20", isMonthOnly: false, isSentToFamily: true, now: NOW };
const ARRIVES = { day: "2026-11-27", isArranged: false, workingDays: 0 };

test.each([
  ["With them by Friday 27 November", {}, {}],
  ["With you by Friday 27 November", {}, { isSentToFamily: false }],
  ["With them by Sunday 20 December", { day: "2026-12-20" }, {}],
  ["After the day: about 21 December 2026", { day: "2026-12-21" }, {}],
  ["After the day: from 21 December 2026", { day: "2026-12-21", isArranged: true }, {}],
  ["With them by Monday 21 December", { day: "2026-12-21" }, { isMonthOnly: true }],
  ["After the month: about 4 January 2027", { day: "2027-01-04" }, { isMonthOnly: true }],
  ["From Friday 27 November", { isArranged: true }, {}],
  ["With them by Friday 27 November. The words take 2 days more", { workingDays: 2 }, {}],
])("giftArrivalText is %j", (text, arrival, about) => {
  expect(giftArrivalText({ ...ARRIVES, ...arrival }, { ...DAY, ...about })).toBe(text);
});

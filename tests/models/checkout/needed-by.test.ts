import { expect, test } from "vitest";

import { isBillingSame } from "#app/models/checkout/billing.ts";
import { readCheckout } from "#app/models/checkout/checkout.ts";
import {
  cheapestInTime,
  daysInTime,
  NEED_SEEN,
  needText,
  optionsByNeed,
  withoutLateDay,
} from "#app/models/checkout/needed-by.ts";
import { orderNeededText } from "#app/models/order/customer-order.ts";
import { money } from "#app/models/shared/money.ts";
import { neededText } from "#app/models/shipping/needed-day.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import { TYPED } from "#tests/support/people/checkout.ts";
import { demoStore } from "#tests/support/shops/store.ts";

function option(method: string, to: string | null, changes: Partial<DeliveryOption> = {}): DeliveryOption {
  const consignment = {
    what: "Parcel",
    when: "",
    from: to ?? "2026-12-02",
    to,
    day: null,
    class: "small",
    variantIds: [1],
  } as const;
  return {
    method,
    name: method,
    description: "",
    price: money(395, "GBP"),
    isFree: false,
    charges: [],
    surcharge: null,
    bookedMethod: null,
    consignments: [consignment],
    unavailableReason: null,
    ...changes,
  };
}

const OPTIONS = [
  option("none", "2026-12-01", { unavailableReason: "Not here" }),
  option("standard", "2026-12-05"),
  option("express", "2026-12-04"),
  option("two_person", null),
  option("collection", "2026-12-07"),
];

test("options that arrive after the day come last, and each says so", () => {
  expect(
    optionsByNeed(OPTIONS, "2026-12-04", "en-GB").map(({ method, need }) => [method, need?.text]),
  ).toEqual([
    ["express", "In time for 4 December"],
    ["two_person", "In time for 4 December"],
    ["standard", "Arrives after 4 December"],
    ["collection", "Ready after 4 December"],
    ["none", undefined],
  ]);
});

const PRICED = [
  option("collection", "2026-12-01", { price: money(0, "GBP"), isFree: true, name: "Collect from us" }),
  option("standard", "2026-12-04", { name: "Standard delivery", price: money(395, "GBP") }),
  option("express", "2026-12-02", { name: "Express delivery", price: money(695, "GBP") }),
];

const CHEAPEST = "the cheapest option that arrives by Thursday 10 December.";

test.each([
  ["2026-12-10", "standard", "standard", `Standard delivery is ${CHEAPEST}`],
  ["2026-12-10", "express", "standard", "Express delivery arrives by Thursday 10 December."],
  [
    "2026-12-02",
    "standard",
    "express",
    "Standard delivery: arrives after 2 December. Choose Express delivery, £6.95, to be sure of Wednesday 2 December.",
  ],
  ["2026-12-02", "collection", "collection", "Collect from us: ready in time for Wednesday 2 December."],
  [
    "2026-12-01",
    "express",
    null,
    "No delivery is sure to arrive by Tuesday 1 December. Express delivery: arrives after 1 December. You can order all the same.",
  ],
])("needed by %s with %s chosen: %s is chosen, and said", (day, chosen, best, text) => {
  const options = optionsByNeed(PRICED, day, "en-GB");

  expect(cheapestInTime(options, chosen)?.method ?? null).toBe(best);
  expect(needText(options, { chosen, day, isNew: false, locale: "en-GB" })).toBe(text);
});

test("for a day that was named just now the shop says what it has chosen", () => {
  const day = "2026-12-10";
  const about = { chosen: "standard", day, isNew: true, locale: "en-GB" };

  expect(needText(optionsByNeed(PRICED, day, "en-GB"), about)).toBe(
    `We have chosen Standard delivery for you. It is ${CHEAPEST}`,
  );
});

test("a range that ends after the day may be late", () => {
  const [consignment] = option("standard", "2026-12-04").consignments;
  const range = option("standard", null, { consignments: [{ ...consignment!, from: "2026-12-02" }] });

  expect(optionsByNeed([range], "2026-12-03", "en-GB")[0]?.need).toEqual({
    isLate: true,
    text: "May arrive after 3 December",
  });
});

test("booked days end at the day, unless none is early enough", () => {
  expect(daysInTime(["2026-12-03", "2026-12-04"], "2026-12-03")).toEqual(["2026-12-03"]);
  expect(daysInTime(["2026-12-03", "2026-12-04"], "2026-12-01")).toHaveLength(2);
  expect(daysInTime(["2026-12-03"], null)).toHaveLength(1);
  const typed = { needed_by: "2026-12-03", delivery_day: "2026-12-04" };
  expect(withoutLateDay(typed)).toMatchObject({ delivery_day: "" });
  expect(withoutLateDay({ ...typed, [NEED_SEEN]: "2026-12-03" }), "a later one is taken knowingly").toEqual({
    ...typed,
    [NEED_SEEN]: "2026-12-03",
  });
});

test.each([
  ["standard", "2026-12-04", "Needed by 5 December. It arrives in time."],
  ["standard", "2026-12-06", "Needed by 5 December. It may arrive after that."],
  ["collection", "2026-12-04", "Needed by 5 December. It is ready in time."],
  ["standard", null, "Needed by 5 December. It arrives in time."],
])("an order says whether it is in time: %s until %s", (method, to, text) => {
  const promises = [{ from: "2026-12-03", to }];
  expect(neededText({ neededBy: "2026-12-05", method, promises }, "en-GB")).toBe(text);
  expect(neededText({ method, promises }, "en-GB")).toBeNull();
});

test.each([
  ["paid", "2026-12-05", "Needed by 5 December. It arrives in time."],
  ["shipped", "2026-12-05", "Needed by 5 December. It arrives in time."],
  ["shipped", "2026-12-06", "Needed by 5 December."],
  ["delivered", "2026-12-04", "Needed by 5 December."],
  ["cancelled", "2026-12-04", "Needed by 5 December."],
  ["refunded", "2026-12-04", "Needed by 5 December."],
] as const)("an order that is %s says on %s no more than is still to come", (status, today, text) => {
  const promises = [{ what: "", when: "", from: "2026-12-03", to: "2026-12-04" }];
  const delivery = { method: "standard", name: "", neededBy: "2026-12-05", promises, price: money(0, "GBP") };
  const now = new Date(`${today}T12:00:00Z`);
  expect(orderNeededText({ status, delivery }, demoStore, now)).toBe(text);
});

test("without a day the options keep their order and say nothing of one", () => {
  const shown = optionsByNeed(OPTIONS, null, "en-GB");

  expect(shown.map(({ method }) => method)).toEqual(OPTIONS.map(({ method }) => method));
  expect(shown.every(({ need }) => need === null)).toBe(true);
});

test("an order arrives with its last parcel", () => {
  const [first] = option("standard", "2026-12-03").consignments;
  const two = option("standard", "2026-12-05", {
    consignments: [first!, { ...first!, to: "2026-12-08" }],
  });

  expect(optionsByNeed([two], "2026-12-07", "en-GB")[0]?.need?.isLate).toBe(true);
});

test.each([
  ["", { ok: true, value: { neededBy: null } }],
  ["2026-12-04", { ok: true, value: { neededBy: "2026-12-04" } }],
  ["4/12/2026", { ok: true, value: { neededBy: "2026-12-04" } }],
  ["soon", { ok: false, errors: { needed_by: "Enter a date, such as 15/01/2027" } }],
  ["2026-02-30", { ok: false, errors: { needed_by: "Enter a date, such as 15/01/2027" } }],
])("the day %j is read, or refused with a message", (needed_by, expected) => {
  expect(readCheckout({ ...TYPED, needed_by }, demoStore.places)).toMatchObject(expected);
});

test.each([
  [{}, true],
  [{ billing: "same", billing_address1: "" }, true],
  [{ billing_address1: "" }, false],
  [{ billing: "different" }, false],
])("the box for the billing address in %j means that it is the same: %s", (values, expected) => {
  expect(isBillingSame(values as Record<string, string>)).toBe(expected);
});

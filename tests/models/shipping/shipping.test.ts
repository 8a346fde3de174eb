import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { money } from "#app/models/shared/money.ts";
import {
  chooseOption,
  deliveryDays,
  type DeliveryLine,
  deliveryOptions,
  amountToFreeShipping,
} from "#app/models/shipping/shipping.ts";
import { deliveryChargeText } from "#app/models/shipping/delivery-charge-text.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { demoDeliveryRules, pounds } from "#tests/support/shops/delivery-rules.ts";

const MONDAY_MORNING = new Date("2026-11-23T10:00:00Z");

function line(deliveryClass: DeliveryClass, more: Partial<DeliveryLine> = {}): DeliveryLine {
  return { variantId: 1, deliveryClass, isFreeShipping: false, preorderReleaseAt: null, ...more };
}

type Requested = Readonly<{
  lines: ReadonlyArray<DeliveryLine>;
  items?: number;
  postcode?: string | null;
  countryCode?: string;
}>;

const question = (lines: ReadonlyArray<DeliveryLine>, postcode: string | null = null) => ({
  ...{ lines, items: pounds(20), destination: { postcode }, now: MONDAY_MORNING },
});

function options({ lines, items = 20, postcode = null, countryCode }: Requested) {
  const request = { ...question(lines), items: pounds(items), destination: { postcode, countryCode } };
  return deliveryOptions(request, demoDeliveryRules);
}

/** Method, price in pounds (or the reason why not), in order. */
function prices(requested: Requested) {
  return Object.fromEntries(
    options(requested).map(({ method, price, unavailableReason }) => [
      method,
      unavailableReason ?? price.minor / 100,
    ]),
  );
}

const SMALL = line("small");
const LARGE = line("large");
const TWO_PERSON = line("two_person");
const FREE_LARGE = line("large", { isFreeShipping: true });
const FREE_TWO_PERSON = line("two_person", { isFreeShipping: true });

test.each<readonly [string, Requested, Readonly<Record<string, number>>]>([
  ["a parcel", { lines: [SMALL] }, { standard: 3.95, express: 6.95 }],
  ["a large parcel", { lines: [LARGE] }, { standard: 9.95, express: 14.95 }],
  [
    "a parcel and a large one: the dearer, once",
    { lines: [SMALL, LARGE] },
    { standard: 9.95, express: 14.95 },
  ],
  ["furniture", { lines: [TWO_PERSON] }, { two_person: 39 }],
  ["two pieces of furniture: one charge", { lines: [TWO_PERSON, TWO_PERSON] }, { two_person: 39 }],
  [
    "furniture and a parcel: each charge once",
    { lines: [TWO_PERSON, SMALL] },
    { standard: 42.95, express: 45.95 },
  ],
  ["a parcel below fifty pounds", { lines: [SMALL], items: 49.99 }, { standard: 3.95, express: 6.95 }],
  ["a parcel of fifty pounds", { lines: [SMALL], items: 50 }, { standard: 0, express: 6.95 }],
  ["a large parcel of fifty pounds", { lines: [LARGE], items: 50 }, { standard: 0, express: 14.95 }],
  [
    "furniture and a large parcel of 500 pounds",
    { lines: [TWO_PERSON, LARGE], items: 500 },
    { standard: 39, express: 53.95 },
  ],
  ["furniture that is sent free", { lines: [FREE_TWO_PERSON] }, { two_person: 0 }],
  ["a large parcel that is sent free", { lines: [FREE_LARGE] }, { standard: 0, express: 14.95 }],
  [
    "one that is sent free beside a parcel",
    { lines: [FREE_LARGE, SMALL] },
    { standard: 3.95, express: 14.95 },
  ],
  [
    "furniture that is sent free beside other furniture",
    { lines: [FREE_TWO_PERSON, TWO_PERSON] },
    { two_person: 39 },
  ],
])("%s costs what the price list says, and nothing to collect", (_, requested, expected) => {
  expect(prices(requested)).toEqual({ ...expected, collection: 0 });
});

test.each([
  ["IV1 1AA", SMALL, 60, 0],
  ["IV1 1AA", LARGE, 60, 12],
  ["IV1 1AA", LARGE, 20, 21.95],
  ["BT1 1AA", SMALL, 20, 5.95],
  ["BT1 1AA", SMALL, 60, 2],
  ["JE2 3AA", LARGE, 20, 33.95],
  ["PO30 1AA", SMALL, 20, 3.95],
  // What is sent free on the mainland costs the surcharge.
  ["IV1 1AA", FREE_TWO_PERSON, 20, 65],
])("to %s %j of %i pounds costs %d", (postcode, each, items, price) => {
  expect(options({ lines: [each], items, postcode })[0]?.price).toEqual(pounds(price));
});

test("options are named by what comes first, and collection is not called a delivery", () => {
  const both = options({ lines: [TWO_PERSON, SMALL] });

  expect(both[0]?.name).toBe("Standard delivery and two-person delivery");
  expect(both.at(-1)?.consignments.map(({ what }) => what)).toEqual(["Collect from Ledbury"]);
});

test("an option that does not serve a postcode is listed with the reason", () => {
  const not = (option: string, place: string) =>
    `${option} delivery is not available for this postcode (${place}).`;

  expect(prices({ lines: [SMALL], postcode: "BT1 1AA" })["express"]).toBe(not("Express", "Northern Ireland"));
  expect(prices({ lines: [SMALL, TWO_PERSON], postcode: "IM1 1AA" })).toEqual({
    standard: not("Two-person", "Isle of Man"),
    express: not("Express", "Isle of Man"),
    collection: 0,
  });
});

test("BFPO addresses get small parcels only, and nothing is sent abroad", () => {
  expect(prices({ lines: [SMALL], postcode: "BF1 2AT" })["standard"]).toBe(3.95);
  expect(prices({ lines: [SMALL, LARGE], postcode: "BFPO 57" })["standard"]).toBe(
    "Small parcels only. Please allow three weeks.",
  );
  const abroad = options({ lines: [SMALL], postcode: "75001", countryCode: "FR" });
  expect(chooseOption(abroad, "standard")).toBeNull();
  expect(abroad[0]?.unavailableReason).toBe(
    "We do not deliver outside the UK, Isle of Man and Channel Islands at present.",
  );
});

const ON_ORDER = "2026-12-08T00:00:00Z";

test.each([
  [
    "a mixed order has two deliveries, each with its own days",
    [line("two_person", { variantId: 7 }), SMALL],
    42.95,
    [
      { what: "Parcel", when: "Wednesday 25 to Friday 27 November", class: "small", variantIds: [1] },
      {
        ...{ what: "Two-person delivery", class: "two_person", variantIds: [7] },
        when: "on a day you choose, from Friday 27 November",
      },
    ],
  ],
  [
    "a pre-order is a separate delivery at no extra cost",
    [line("large", { preorderReleaseAt: "2027-01-11T00:00:00Z" }), line("small", { variantId: 2 })],
    9.95,
    [
      { what: "Parcel", when: "Wednesday 25 to Friday 27 November" },
      { what: "Large parcel, pre-order", when: "Wednesday 13 to Friday 15 January" },
    ],
  ],
  [
    "furniture in stock and furniture on order come together, on one day when all is there",
    [TWO_PERSON, line("two_person", { variantId: 8, preorderReleaseAt: ON_ORDER })],
    39,
    [{ when: "on a day you choose, from Monday 14 December", variantIds: [1, 8] }],
  ],
])("%s", (_, lines, price, consignments) => {
  expect(options({ lines })[0]).toMatchObject({ price: pounds(price), consignments });
});

test("the bookable days are those of the first method that has any, without full ones", () => {
  const daysOf = (...request: Parameters<typeof question>) =>
    deliveryDays(question(...request), demoDeliveryRules);
  const both = [TWO_PERSON, SMALL];
  const fullDays = [{ method: "two_person", day: "2026-11-27" }];

  expect(daysOf(both).slice(0, 3)).toEqual(["2026-11-27", "2026-11-28", "2026-11-30"]);
  expect(deliveryDays({ ...question(both), fullDays }, demoDeliveryRules).slice(0, 2)).toEqual([
    "2026-11-28",
    "2026-11-30",
  ]);
  expect(daysOf([SMALL])).toEqual([]);
  expect(daysOf(both, "IM1 1AA")).toEqual([]);
});

test("an option without free days shows that and cannot be chosen", () => {
  const request = question([TWO_PERSON], "PO30 1AA");
  const fullDays = deliveryDays(request, demoDeliveryRules).map((day) => ({ method: "two_person", day }));

  const found = deliveryOptions({ ...request, fullDays }, demoDeliveryRules);

  expect(fullDays).toHaveLength(8);
  expect(found[0]?.unavailableReason).toBe(
    "Two-person delivery has no days available in the next 60 days. Please contact us.",
  );
  expect(chooseOption(found, "two_person")?.method).toBe("collection");
});

test("a surcharge is described in words, and a missing one is not mentioned", () => {
  const text = (requested: Requested) => options(requested)[0]?.surcharge;

  expect(text({ lines: [LARGE], postcode: "IV1 1AA", items: 60 })).toBe(
    "Includes £12.00 extra for Scottish Highlands and Islands.",
  );
  expect(text({ lines: [SMALL], postcode: "IV1 1AA" })).toBeNull();
  expect(text({ lines: [LARGE] })).toBeNull();
});

test("the chosen option stays while it is available, and is then the first available one", () => {
  const chosen = (requested: Requested, method: string | null) =>
    chooseOption(options(requested), method)?.method;

  expect(chosen({ lines: [SMALL] }, "express")).toBe("express");
  expect(chosen({ lines: [SMALL] }, null)).toBe("standard");
  expect(chosen({ lines: [TWO_PERSON] }, "express")).toBe("two_person");
  expect(chosen({ lines: [SMALL], postcode: "BT1 1AA" }, "express")).toBe("standard");
  expect(options({ lines: [] })).toEqual([]);
});

test("what nobody brings any more is collected whole, or not at all", () => {
  const methods = demoDeliveryRules.methods.filter(({ key }) => key !== "two_person");
  const rules = { ...demoDeliveryRules, methods };
  const all = deliveryOptions(question([SMALL, TWO_PERSON]), rules);
  const open = all.filter(({ unavailableReason }) => unavailableReason === null);

  expect(open.map(({ method }) => method)).toEqual(["collection"]);
});

test("the amount missing for free delivery is shown, down to nothing", () => {
  expect(amountToFreeShipping(pounds(38), demoDeliveryRules)).toEqual(pounds(12));
  expect(amountToFreeShipping(pounds(380), demoDeliveryRules)).toEqual(money(0, "GBP"));
  // The sentence is about standard delivery.
  const methods = demoDeliveryRules.methods.map((each) =>
    each.key === "standard" ? each : { ...each, freeOver: pounds(10) },
  );
  expect(amountToFreeShipping(pounds(38), { ...demoDeliveryRules, methods })).toEqual(pounds(12));
  const without = methods.filter(({ key }) => key !== "standard");
  expect(amountToFreeShipping(pounds(38), { ...demoDeliveryRules, methods: without })).toBeNull();
});

const anyLine = fc.record({
  variantId: fc.integer({ min: 1, max: 9 }),
  deliveryClass: fc.constantFrom<DeliveryClass>("small", "large", "two_person"),
  isFreeShipping: fc.boolean(),
  preorderReleaseAt: fc.constantFrom(null, "2027-01-11T00:00:00Z"),
});
const anyPostcode = fc.option(
  fc.constantFrom("HR8 1AB", "IV1 1AA", "BT1 1AA", "IM1 1AA", "JE2 3AA", "PO30 1AA", "BF1 2AT"),
);

test("for every cart, the number of items does not change the charge, more money never raises it, and every line has a date", () => {
  const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(anyLines, anyPostcode, fc.nat(20_000), (lines, postcode, more) => {
      const once = options({ lines, postcode });
      const twice = options({ lines: [...lines, ...lines], postcode });
      const dearer = options({ lines, postcode, items: 20 + more / 100 });

      expect(twice.map(({ price }) => price)).toEqual(once.map(({ price }) => price));
      for (const [index, option] of once.entries()) {
        const carried = new Set(option.consignments.flatMap(({ variantIds }) => variantIds));
        expect(lines.every(({ variantId }) => carried.has(variantId))).toBe(true);
        expect(option.isFree).toBe(option.price.minor === 0);
        expect(dearer[index]?.price.minor).toBeLessThanOrEqual(option.price.minor);
      }
    }),
  );
});

const NAMED = [
  { variantId: 1, name: "Cot Bed" },
  { variantId: 2, name: "Nursery Chest" },
  { variantId: 3, name: "Rainbow Stacker" },
  { variantId: 4, name: "Wardrobe" },
];
const COT_BED = FREE_TWO_PERSON;
const CHEST = line("two_person", { variantId: 2 });
const RAINBOW = line("small", { variantId: 3 });
const WARDROBE = line("two_person", { variantId: 4 });

test.each([
  ["one item", [CHEST], "standard", null],
  ["two of one price", [CHEST, WARDROBE], "two_person", null],
  ["two free ones", [COT_BED, line("small", { variantId: 3, isFreeShipping: true })], "standard", null],
  [
    "a cot bed with free delivery and a chest without",
    [COT_BED, CHEST],
    "two_person",
    "Two-person delivery is £39.00 because of “Nursery Chest”. You pay it once, however many items come with it.",
  ],
  [
    "two dear items beside a free one",
    [COT_BED, CHEST, WARDROBE],
    "two_person",
    "Two-person delivery is £39.00 because of “Nursery Chest” and “Wardrobe”. You pay it once, however many items come with it.",
  ],
  [
    "a parcel and furniture, each paid",
    [RAINBOW, CHEST],
    "standard",
    "Standard delivery is £3.95 because of “Rainbow Stacker”. Two-person delivery is £39.00 because of “Nursery Chest”. You pay each once, however many items come with it.",
  ],
  [
    "a paid parcel and furniture that comes free",
    [RAINBOW, COT_BED],
    "standard",
    "Standard delivery is £3.95 because of “Rainbow Stacker”. Two-person delivery is free. You pay it once, however many items come with it.",
  ],
] as const)("the price of delivery is explained for %s", (_, lines, method, expected) => {
  const option = chooseOption(options({ lines }), method);
  expect(option && deliveryChargeText(option, NAMED, "en-GB")).toBe(expected);
});

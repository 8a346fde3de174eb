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

function options({ lines, items = 20, postcode = null, countryCode }: Requested) {
  const question = {
    lines,
    items: pounds(items),
    destination: { postcode, countryCode },
    now: MONDAY_MORNING,
  };
  return deliveryOptions(question, demoDeliveryRules);
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

test.each([
  ["a parcel", [line("small")], { standard: 3.95, express: 6.95, collection: 0 }],
  ["a large parcel", [line("large")], { standard: 9.95, express: 14.95, collection: 0 }],
  [
    "a parcel and a large one: the dearer, once",
    [line("small"), line("large")],
    { standard: 9.95, express: 14.95, collection: 0 },
  ],
  ["furniture", [line("two_person")], { two_person: 39, collection: 0 }],
  [
    "two pieces of furniture: one charge",
    [line("two_person"), line("two_person")],
    { two_person: 39, collection: 0 },
  ],
  [
    "furniture and a parcel: each charge once",
    [line("two_person"), line("small")],
    { standard: 42.95, express: 45.95, collection: 0 },
  ],
] as const)("%s costs what the price list says", (_, lines, expected) => {
  expect(prices({ lines })).toEqual(expected);
});

test("fifty pounds of items make standard parcels free, but not express and two-person delivery", () => {
  expect(prices({ lines: [line("small")], items: 49.99 })["standard"]).toBe(3.95);
  expect(prices({ lines: [line("small")], items: 50 })).toEqual({
    standard: 0,
    express: 6.95,
    collection: 0,
  });
  expect(prices({ lines: [line("large")], items: 50 })["standard"]).toBe(0);
  expect(prices({ lines: [line("two_person"), line("large")], items: 500 })).toEqual({
    standard: 39,
    express: 53.95,
    collection: 0,
  });
});

test("a product with free delivery is free on the mainland, by parcel and by two people", () => {
  expect(prices({ lines: [line("two_person", { isFreeShipping: true })] })["two_person"]).toBe(0);
  expect(prices({ lines: [line("large", { isFreeShipping: true })] })["standard"]).toBe(0);
  expect(prices({ lines: [line("large", { isFreeShipping: true })] })["express"]).toBe(14.95);
});

test("a product with free delivery does not make the others free", () => {
  expect(prices({ lines: [line("large", { isFreeShipping: true }), line("small")] })["standard"]).toBe(3.95);
  expect(
    prices({ lines: [line("two_person", { isFreeShipping: true }), line("two_person")] })["two_person"],
  ).toBe(39);
});

test.each([
  ["IV1 1AA", "small", 60, 0],
  ["IV1 1AA", "large", 60, 12],
  ["IV1 1AA", "large", 20, 21.95],
  ["BT1 1AA", "small", 20, 5.95],
  ["BT1 1AA", "small", 60, 2],
  ["JE2 3AA", "large", 20, 33.95],
  ["PO30 1AA", "small", 20, 3.95],
] as const)(
  "to %s a %s parcel of %i pounds costs %d by standard delivery",
  (postcode, each, items, price) => {
    expect(prices({ lines: [line(each)], items, postcode })["standard"]).toBe(price);
  },
);

test("off the mainland a product with free delivery costs the surcharge only", () => {
  const lines = [line("two_person", { isFreeShipping: true })];

  expect(prices({ lines, postcode: "IV1 1AA" })["two_person"]).toBe(65);
});

test("an option that does not serve a postcode is listed with the reason", () => {
  expect(prices({ lines: [line("small")], postcode: "BT1 1AA" })["express"]).toBe(
    "Express delivery is not available for this postcode (Northern Ireland).",
  );
  expect(prices({ lines: [line("small"), line("two_person")], postcode: "IM1 1AA" })).toEqual({
    standard: "Two-person delivery is not available for this postcode (Isle of Man).",
    express: "Express delivery is not available for this postcode (Isle of Man).",
    collection: 0,
  });
});

test("BFPO addresses get small parcels only, and nothing is sent abroad", () => {
  expect(prices({ lines: [line("small")], postcode: "BF1 2AT" })["standard"]).toBe(3.95);
  expect(prices({ lines: [line("small"), line("large")], postcode: "BFPO 57" })["standard"]).toBe(
    "Small parcels only. Please allow three weeks.",
  );
  const abroad = options({ lines: [line("small")], postcode: "75001", countryCode: "FR" });
  expect(chooseOption(abroad, "standard")).toBeNull();
  expect(abroad[0]?.unavailableReason).toBe(
    "We do not deliver outside the UK, Isle of Man and Channel Islands at present.",
  );
});

test("a zone without an estimate shows its note instead", () => {
  const [standard] = options({ lines: [line("small")], postcode: "BF1 2AT" });

  expect(standard?.consignments[0]?.when).toBe("Small parcels only. Please allow three weeks.");
});

test("a mixed order has two deliveries, each with its own days", () => {
  const [standard] = options({
    lines: [line("two_person", { variantId: 7 }), line("small", { variantId: 3 })],
  });

  expect(standard?.name).toBe("Standard delivery and two-person delivery");
  expect(standard?.consignments).toMatchObject([
    { what: "Parcel", when: "Wednesday 25 to Friday 27 November", class: "small", variantIds: [3] },
    {
      what: "Two-person delivery",
      when: "on a day you choose, from Friday 27 November",
      class: "two_person",
      variantIds: [7],
    },
  ]);
});

test("a pre-order is a separate delivery at no extra cost", () => {
  const lines = [
    line("large", { preorderReleaseAt: "2027-01-11T00:00:00Z" }),
    line("small", { variantId: 2 }),
  ];

  const [standard] = options({ lines });

  expect(standard?.price).toEqual(pounds(9.95));
  expect(standard?.consignments.map(({ what, when }) => `${what}: ${when}`)).toEqual([
    "Parcel: Wednesday 25 to Friday 27 November",
    "Large parcel, pre-order: Wednesday 13 to Friday 15 January",
  ]);
});

test("furniture in stock and furniture on order come together, on one day when all is there", () => {
  const lines = [
    line("two_person", { variantId: 7 }),
    line("two_person", { variantId: 8, preorderReleaseAt: "2026-12-08T00:00:00Z" }),
  ];

  const [booked] = options({ lines });

  expect(booked?.price).toEqual(pounds(39));
  expect(booked?.consignments).toMatchObject([
    { when: "on a day you choose, from Monday 14 December", variantIds: [7, 8] },
  ]);
});

test("the bookable days are those of the first method that has any, without full ones", () => {
  const question = {
    lines: [line("two_person"), line("small")],
    items: pounds(20),
    destination: { postcode: null },
    now: MONDAY_MORNING,
  };
  const full = [{ method: "two_person", day: "2026-11-27" }];

  const days = deliveryDays({ ...question, fullDays: full }, demoDeliveryRules);

  expect(deliveryDays(question, demoDeliveryRules).slice(0, 3)).toEqual([
    "2026-11-27",
    "2026-11-28",
    "2026-11-30",
  ]);
  expect(days.slice(0, 2)).toEqual(["2026-11-28", "2026-11-30"]);
  expect(deliveryDays({ ...question, lines: [line("small")] }, demoDeliveryRules)).toEqual([]);
  expect(deliveryDays({ ...question, destination: { postcode: "IM1 1AA" } }, demoDeliveryRules)).toEqual([]);
});

test("an option without free days shows that and cannot be chosen", () => {
  const question = {
    lines: [line("two_person")],
    items: pounds(20),
    destination: { postcode: "PO30 1AA" },
    now: MONDAY_MORNING,
  };
  const fullDays = deliveryDays(question, demoDeliveryRules).map((day) => ({ method: "two_person", day }));

  const found = deliveryOptions({ ...question, fullDays }, demoDeliveryRules);

  expect(fullDays).toHaveLength(8);
  expect(found[0]?.unavailableReason).toBe(
    "Two-person delivery has no days available in the next 60 days. Please contact us.",
  );
  expect(chooseOption(found, "two_person")?.method).toBe("collection");
});

test("a surcharge is described in words, and a missing one is not mentioned", () => {
  const text = (requested: Requested) => options(requested)[0]?.surcharge;

  expect(text({ lines: [line("large")], postcode: "IV1 1AA", items: 60 })).toBe(
    "Includes £12.00 extra for Scottish Highlands and Islands.",
  );
  expect(text({ lines: [line("small")], postcode: "IV1 1AA" })).toBeNull();
  expect(text({ lines: [line("large")] })).toBeNull();
});

test("collection is not called a delivery", () => {
  const collection = options({ lines: [line("two_person"), line("small")] }).at(-1);

  expect(collection?.consignments.map(({ what }) => what)).toEqual(["Collect from Ledbury"]);
});

test("islands take longer", () => {
  const [standard] = options({ lines: [line("small")], postcode: "IV1 1AA" });

  expect(standard?.consignments[0]?.when).toBe("Friday 27 November to Wednesday 2 December");
});

test("an empty cart has no delivery options", () => {
  expect(options({ lines: [] })).toEqual([]);
});

test("the chosen option stays while it is available, and is then the first available one", () => {
  const shipment = options({ lines: [line("small")] });
  const furniture = options({ lines: [line("two_person")] });

  expect(chooseOption(shipment, "express")?.method).toBe("express");
  expect(chooseOption(shipment, null)?.method).toBe("standard");
  expect(chooseOption(furniture, "express")?.method).toBe("two_person");
  expect(chooseOption(options({ lines: [line("small")], postcode: "BT1 1AA" }), "express")?.method).toBe(
    "standard",
  );
});

test("the amount missing for free delivery is shown, down to nothing", () => {
  expect(amountToFreeShipping(pounds(38), demoDeliveryRules)).toEqual(pounds(12));
  expect(amountToFreeShipping(pounds(380), demoDeliveryRules)).toEqual(money(0, "GBP"));
});

const anyLine = fc.record({
  variantId: fc.integer({ min: 1, max: 9 }),
  deliveryClass: fc.constantFrom<DeliveryClass>("small", "large", "two_person"),
  isFreeShipping: fc.boolean(),
  preorderReleaseAt: fc.constantFrom(null, "2027-01-11T00:00:00Z"),
});
const anyPostcode = fc.constantFrom(
  null,
  "HR8 1AB",
  "IV1 1AA",
  "BT1 1AA",
  "IM1 1AA",
  "JE2 3AA",
  "PO30 1AA",
  "BF1 2AT",
);

test("for every cart, the number of items does not change the charge, and every line has a date", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), anyPostcode, (lines, postcode) => {
      const once = options({ lines, postcode });
      const twice = options({ lines: [...lines, ...lines], postcode });

      expect(twice.map(({ price }) => price)).toEqual(once.map(({ price }) => price));
      for (const option of once) {
        const carried = new Set(option.consignments.flatMap(({ variantIds }) => variantIds));
        expect(lines.every(({ variantId }) => carried.has(variantId))).toBe(true);
        expect(option.isFree).toBe(option.price.minor === 0);
      }
    }),
  );
});

test("more items never make delivery more expensive", () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 6 }),
      anyPostcode,
      fc.nat(20_000),
      (lines, postcode, more) => {
        const before = options({ lines, postcode, items: 20 });
        const after = options({ lines, postcode, items: 20 + more / 100 });

        after.forEach((option, index) =>
          expect(option.price.minor).toBeLessThanOrEqual(before[index]!.price.minor),
        );
      },
    ),
  );
});

const NAMED = [
  { variantId: 1, name: "Cot Bed" },
  { variantId: 2, name: "Nursery Chest" },
  { variantId: 3, name: "Rainbow Stacker" },
  { variantId: 4, name: "Wardrobe" },
];
const COT_BED = line("two_person", { isFreeShipping: true });
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

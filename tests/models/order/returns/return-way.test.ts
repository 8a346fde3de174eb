import { expect, test } from "vitest";

import { numberText, returnWayOf } from "#app/models/order/returns/return-way.ts";
import { returnSteps } from "#app/models/order/returns/return.ts";
import { money } from "#app/models/shared/money.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { returnCostText } from "#app/models/store/return-cost.ts";
import type { Store } from "#app/models/store/store.ts";
import { demoStore } from "#tests/support/shops/store.ts";

type Sums = Readonly<{ small?: number | null; large?: number | null; two?: number }>;

function priceOf({ small = 0, large = 995, two = 3900 }: Sums) {
  const pounds = (minor: number | null) => (minor === null ? null : money(minor, "GBP"));
  return { small: pounds(small), large: pounds(large), two_person: money(two, "GBP") };
}

function storeWith(sums: Sums): Store {
  return { ...demoStore, returns: { ...demoStore.returns, price: priceOf(sums) } };
}

const TERMS = { store: storeWith({}), day: null, place: "your home", isBrought: false, isOfFamily: false };

const TOY = ["Toy", "small", "changed-mind"] as const;
const PRAM = ["Pram", "large", "does-not-fit"] as const;
const COT = ["Cot", "two_person", "changed-mind"] as const;
const BROKEN_COT = ["Chest", "two_person", "faulty"] as const;
const AGREED = "on a day that suits you: write to us to agree it";

type Item = readonly [string, DeliveryClass, string];

test.each<[string, Sums, ReadonlyArray<Item>, ReadonlyArray<string>, number, string | null]>([
  [
    "paid by the shop",
    {},
    [TOY],
    ["Toy: by post, with a label to print. That is free: we pay the postage."],
    0,
    "Postage paid",
  ],
  [
    "paid by the customer",
    { small: null },
    [TOY],
    ["Toy: by post, with a label to print. You pay the postage."],
    0,
    "Postage needed",
  ],
  [
    "paid by the customer for a fault",
    { small: null },
    [["Toy", "small", "faulty"]],
    ["Toy: by post, with a label to print. You pay the postage, and we pay it back: keep the receipt."],
    ...([0, "Postage needed"] as const),
  ],
  [
    "taken off once for two of a size",
    {},
    [PRAM, ["Buggy", "large", "arrived-late"]],
    ["Pram and Buggy: by post, with a label to print. We pay the postage, and take £9.95 off your refund."],
    ...([995, "Postage paid"] as const),
  ],
  [
    "collected",
    {},
    [COT],
    [`Cot: collected by two people from your home, ${AGREED}. We take £39.00 off your refund for that.`],
    3900,
    null,
  ],
  [
    "collected for a fault",
    {},
    [BROKEN_COT],
    [`Chest: collected by two people from your home, ${AGREED}. That is free.`],
    0,
    null,
  ],
  [
    "all of it",
    {},
    [COT, TOY, BROKEN_COT, PRAM],
    [
      expect.stringContaining("Toy"),
      expect.stringContaining("Pram"),
      expect.stringContaining("Cot"),
      expect.stringContaining("Chest"),
    ],
    ...([4895, "Postage paid"] as const),
  ],
])("what goes back, %s", (_, sums, items, texts, cost, postage) => {
  const returned = items.map(([name, size, reason]) => ({ name, size, reason, isSent: true }));
  const about = { ...TERMS, store: storeWith(sums) };
  expect(returnWayOf(returned, about)).toMatchObject({ texts, cost, postage });
  expect(returnWayOf(returned, { ...about, isOfFamily: true }).cost).toBe(0);
});

const item = ([name, size, reason]: Item, isSent = true) => ({ name, size, reason, isSent });

test("what was not sent yet costs nothing on its way back, and only the rest is collected on a day", () => {
  const way = returnWayOf([item(TOY, false), item(COT, false)], {
    ...TERMS,
    store: storeWith({ small: null }),
  });

  expect(way).toMatchObject({ cost: 0, isCollected: false });
  expect(way.texts.at(-1)).toMatch(
    /^Not with you yet: Toy and Cot\. Only what still reaches you has to come back/,
  );
  expect(way.texts[0]).toContain("and we pay it back");
  expect(returnWayOf([item(TOY, false), item(COT)], TERMS)).toMatchObject({ cost: 3900, isCollected: true });
});

const PARCEL = "Pack the parcel well and put in a note with the returns number R1-1.";
const POST = expect.stringMatching(/^Send it within 14 days to Hollybough Ltd, /);
const TWO = "Pack what two people collect, and fix a note with the returns number R1-1 to it.";
const COME = "Come within 14 days, and give us the returns number R1-1.";
const HOURS = expect.stringMatching(
  /^We are open Monday to Friday, .*\. Closed on bank holidays in England\.$/,
);

test.each<[string, ReadonlyArray<Item>, Partial<typeof TERMS>, ReadonlyArray<unknown>, string]>([
  ["posted", [TOY], {}, [PARCEL, POST], "to put in the parcel"],
  ["collected by two people", [COT], {}, [TWO], "to fix to what two people collect"],
  ["both", [TOY, COT], {}, [PARCEL, POST, TWO], "to put in the parcel and to fix to what two people collect"],
  ["brought", [TOY, COT], { isBrought: true }, [COME, HOURS], "to bring with you"],
])("the steps of what is %s, and what its number is for", (_, items, terms, steps, use) => {
  const wayBack = returnWayOf(
    items.map((one) => item(one)),
    { ...TERMS, ...terms },
  );

  expect(returnSteps(demoStore, { number: "R1-1", wayBack }).slice(wayBack.texts.length)).toEqual(steps);
  expect(numberText(wayBack)).toBe(`We’ll give you a returns number ${use}.`);
});

test("a return from before ways back were stored went by post", () => {
  expect(returnSteps(demoStore, { number: "R1-1", wayBack: null })).toEqual([PARCEL, POST]);
});

test.each<[Sums, string]>([
  [
    {},
    "Sending back small parcels is free: we pay the postage. We take £9.95 for large parcels and £39 for collecting what two people delivered off your refund, unless the items are faulty or not what you ordered.",
  ],
  [
    { small: null, large: null, two: 0 },
    "You pay the postage of small parcels and large parcels, and we pay it back if the items are faulty or not what you ordered.",
  ],
  [{ large: 0, two: 0 }, "Sending back small parcels and large parcels is free: we pay the postage."],
])("what a return costs by %j", (sums, text) => {
  expect(returnCostText(priceOf(sums), "en-GB")).toBe(text);
  expect(/\bfree\b/.test(text)).toBe(priceOf(sums).small !== null);
});

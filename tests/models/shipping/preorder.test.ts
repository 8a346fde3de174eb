import { expect, test } from "vitest";

import { money } from "#app/models/shared/money.ts";
import {
  paysTodayText,
  preorderButtonText,
  preorderTerms,
  preorderText,
} from "#app/models/shipping/preorder.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const NOW = new Date("2026-11-29T10:00:00Z");
const BED = { variantId: 1, name: "Bed" };
const COT = { variantId: 2, name: "Cot" };
const DATED = { variantIds: [1], sendBy: "2026-12-18", from: "2026-12-21", to: "2026-12-22", day: null };
const RIGHTS = "Cancel for a full refund until we send it; after it arrives you have 14 days.";

const terms = (method: string) => preorderTerms(demoStore, { method, country: "GB", now: NOW });

test.each([
  ["alone", [DATED], [BED], `We send it by Friday 18 December. ${RIGHTS}`],
  [
    "beside what is in stock",
    [{ variantIds: [2] }, DATED],
    [BED, COT],
    `We send Bed by Friday 18 December. ${RIGHTS}`,
  ],
  [
    "two on two days",
    [DATED, { ...DATED, variantIds: [2], sendBy: "2027-01-08" }],
    [BED, COT],
    `We send Bed by Friday 18 December. We send Cot by Friday 8 January. ${RIGHTS}`,
  ],
  [
    "with a booked day",
    [{ ...DATED, day: "2026-12-23" }],
    [BED],
    `We deliver it on Wednesday 23 December. ${RIGHTS}`,
  ],
  [
    "with a day to be booked",
    [{ ...DATED, to: null }],
    [BED],
    `We deliver it on a day you choose, from Monday 21 December. ${RIGHTS}`,
  ],
  [
    "made for its buyer, whose rights are another sentence",
    [DATED],
    [{ ...BED, personalisation: { isReturnable: false } }],
    "We send it by Friday 18 December.",
  ],
  [
    "one of two made for its buyer",
    [{ ...DATED, variantIds: [1, 2] }],
    [{ ...BED, personalisation: { isReturnable: false } }, COT],
    "We send Bed and Cot by Friday 18 December. Cancel Cot for a full refund until we send it; after it arrives you have 14 days.",
  ],
  [
    "one of three being made",
    [
      { ...DATED, canCancel: false },
      { ...DATED, variantIds: [2, 3] },
    ],
    [BED, COT, { variantId: 3, name: "Mat" }],
    "We send Bed by Friday 18 December. We send Cot and Mat by Friday 18 December. Cancel Cot and Mat for a full refund until we send them; after they arrive you have 14 days.",
  ],
  ["in stock", [{ variantIds: [1] }], [BED], null],
])("the sentence of a pre-order: %s", (_, promises, items, text) => {
  expect(preorderText(promises, items, terms("standard"))).toBe(text);
});

test("delivery that was paid for is refunded with the whole order alone, so a part has a refund of its price", () => {
  const sale = { method: "two_person", country: "GB", charge: money(3900, "GBP"), now: NOW };
  const paid = preorderTerms(demoStore, sale);
  const free = preorderTerms(demoStore, { ...sale, charge: money(0, "GBP") });
  const other = [{ variantIds: [2] }, DATED];

  expect(preorderText(other, [BED, COT], paid)).toContain(
    "Cancel for a full refund of the price until we send it",
  );
  expect(preorderText(other, [BED, COT], free)).toContain("Cancel for a full refund until we send it");
  expect(preorderText([DATED], [BED], paid)).toContain("Cancel for a full refund until we send it");
});

test("of an order nothing says that a day can be chosen, because no page offers one", () => {
  const open = [{ ...DATED, to: null }];

  expect(preorderText(open, [BED], { ...terms("two_person"), isOrdered: true })).toBe(
    `We deliver it from Monday 21 December, on a day that suits you: write to us to agree it. ${RIGHTS}`,
  );
});

test("what is collected is ready by a day", () => {
  expect(preorderText([DATED], [BED], terms("collection"))).toBe(
    "You can collect it from Tuesday 22 December. Cancel for a full refund until it is ready; after you collect it you have 14 days.",
  );
});

test("what is paid today is the whole sum that is paid", () => {
  const price = money(82_900, "GBP");
  expect(paysTodayText(price, "en-GB")).toBe("You pay £829 today.");
  expect(paysTodayText(price, "en-GB", { isEach: true, delivery: money(3900, "GBP") })).toBe(
    "You pay £829 each and £39 for delivery today.",
  );
  expect(paysTodayText(price, "en-GB", { delivery: money(0, "GBP") })).toBe("You pay £829 today.");
  const button = (about: Parameters<typeof preorderButtonText>[2]) =>
    preorderButtonText(price, "en-GB", about);
  expect(button({ delivery: money(0, "GBP") })).toBe("Pre-order, £829 today");
  expect(button({ isEach: true })).toBe("Pre-order, £829 each today");
  expect(button({ delivery: money(3900, "GBP") }), "more than the price is paid").toBe("Pre-order");
});

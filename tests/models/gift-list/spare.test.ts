import { expect, test } from "vitest";

import { spareMoneyText } from "#app/models/gift-list/spare.ts";
import { money } from "#app/models/shared/money.ts";

const NOTHING = { isWaiting: false, amount: null, hasDelivery: false, creditBack: null, isLess: false };
const SIX = money(600, "GBP");
const REFUND = "We refund £6.00 to your original payment method.";
const CODE = "£6.00 is back on your discount code.";
const CHECK = "Money for this order has gone back to you before, so we check whether more is due.";

test.each([
  [
    "a bank decides",
    { isWaiting: true, creditBack: SIX, isLess: true },
    "Once your bank has decided about the payment, we refund what is due for it.",
  ],
  ["it was paid by card", { amount: SIX }, REFUND],
  [
    "with delivery",
    { amount: SIX, hasDelivery: true },
    "We refund £6.00, which includes what you paid for delivery, to your original payment method.",
  ],
  ["it was paid by a code", { creditBack: SIX }, CODE],
  ["it was paid by both", { amount: SIX, creditBack: SIX }, `${REFUND} ${CODE}`],
  ["a part went back before", { amount: SIX, isLess: true }, `${REFUND} ${CHECK}`],
  ["all went back before", { isLess: true }, CHECK],
  ["nothing was paid", {}, "You paid nothing for it, so there is nothing to refund."],
])("what the giver of a spare gift reads of the money when %s", (_, state, text) => {
  expect(spareMoneyText({ ...NOTHING, ...state }, "en-GB")).toBe(text);
});

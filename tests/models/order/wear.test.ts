import { expect, test } from "vitest";

import type { RefundShare, RefundShares } from "#app/models/order/refund-shares.ts";
import { checkWear } from "#app/models/order/wear/wear.ts";
import { type Currency, smallestStep } from "#app/models/shared/currency.ts";
import { money } from "#app/models/shared/money.ts";

function returned(minor: number, currency: Currency) {
  const share: RefundShare = { amount: money(minor, currency), vat: money(0, currency) };
  const none: RefundShare = { amount: money(0, currency), vat: money(0, currency) };
  const shares: RefundShares = { lines: [share], delivery: none, total: share };
  return { shares, reasons: ["changed-mind"] };
}

test.each(["GBP", "JPY", "KWD", "CLF"])("only sums that %s can be paid in are deducted", (currency) => {
  const step = smallestStep(currency);
  const taken = [1, 5, 10, 25, 500].map((minor) =>
    checkWear({ minor, reason: "Scratched" }, returned(1_000, currency)),
  );

  expect(taken.map((result) => result.ok || result.code)).toEqual(
    [1, 5, 10, 25, 500].map((minor) => minor % step === 0 || "sum-step"),
  );
});

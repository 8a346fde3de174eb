/**
 * A shop may keep at most what the items cost, and nothing of delivery (Consumer Contracts Regulations 2013, 34(9) and
 * (10); Directive 2011/83/EU, Article 14(2)); nobody pays for the wear of what was faulty.
 */
import type { RefundShares } from "#app/models/order/refund-shares.ts";
import { hasFault } from "#app/models/order/returns/return.ts";
import { smallestStep } from "#app/models/shared/currency.ts";
import { smallestSum } from "#app/models/shared/decimal.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

export const WEAR_REASON_MAX = 200;

export type Wear = Readonly<{
  /** Minor units of the order's currency, VAT included. */
  minor: number;
  reason: string;
}>;

export type WearRefusal = "wear-sum" | "sum-step" | "wear-too-much" | "wear-all" | "wear-credit";

type Refund = Readonly<{
  shares: RefundShares;
  /** One for each line; empty for one that does not come back. */
  reasons: ReadonlyArray<string>;
}>;

/** Refused for more than the items cost that came back without a fault. */
export function checkWear({ minor }: Wear, { shares, reasons }: Refund): Result<null, WearRefusal> {
  if (!Number.isSafeInteger(minor) || minor <= 0) return refused("wear-sum");
  const { currency } = shares.total.amount;
  if (minor % smallestStep(currency) !== 0) return refused("sum-step", { step: smallestSum(currency) });
  const most = shares.lines.reduce(
    (sum, { amount }, index) => (hasFault(reasons[index] ?? "") ? sum : sum + amount.minor),
    0,
  );
  return minor > most ? refused("wear-too-much", { most }) : ok(null);
}

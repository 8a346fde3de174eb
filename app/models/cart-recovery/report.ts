import type { Currency } from "#app/models/shared/currency.ts";
import { money, type Money } from "#app/models/shared/money.ts";

export const RECOVERY_STEPS = ["sent", "opened", "recovered", "ordered"] as const;

export type RecoveryStep = (typeof RECOVERY_STEPS)[number];

/** Days after a restored cart in which its order counts as recovered. */
export const ATTRIBUTION_DAYS = 14;
export const STEPS_RETAINED_DAYS = 730;

export type CountedStep = Readonly<{
  cartKey: string;
  step: RecoveryStep;
  amount: Money | null;
}>;

export type RecoveryRow = Readonly<{
  step: RecoveryStep;
  baskets: number;
  /** Share of the step before, from 0 to 1; null without a base, or where more came than before. */
  rate: number | null;
}>;

export type RecoveryReport = Readonly<{
  rows: ReadonlyArray<RecoveryRow>;
  orders: number;
  revenue: ReadonlyArray<Money>;
}>;

export function recoveryReport(steps: ReadonlyArray<CountedStep>): RecoveryReport {
  const counts = RECOVERY_STEPS.map(
    (step) => new Set(steps.filter((one) => one.step === step).map(({ cartKey }) => cartKey)).size,
  );
  const ordered = steps.filter(({ step }) => step === "ordered");
  return {
    rows: RECOVERY_STEPS.map((step, index) => ({
      step,
      baskets: counts[index] ?? 0,
      rate: rateOf(counts[index] ?? 0, counts[index - 1] ?? 0),
    })),
    orders: ordered.length,
    revenue: sums(ordered.flatMap(({ amount }) => (amount ? [amount] : []))),
  };
}

/** Emails of the marketing service are not counted, so more carts may be opened than were sent. */
function rateOf(count: number, before: number): number | null {
  return before === 0 || count > before ? null : count / before;
}

function sums(amounts: ReadonlyArray<Money>): ReadonlyArray<Money> {
  const byCurrency = new Map<Currency, number>();
  for (const { minor, currency } of amounts)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + minor);
  return [...byCurrency].map(([currency, minor]) => money(minor, currency));
}

/** What became of baskets that were left: the steps back, their rates, and what they brought. */
import { type Currency, money, type Money } from "#app/models/shared/money.ts";

/** From the letter to the money, in this order. */
export const RECOVERY_STEPS = ["sent", "opened", "recovered", "ordered"] as const;

export type RecoveryStep = (typeof RECOVERY_STEPS)[number];

/** Days after a basket was taken up again in which an order of it counts as brought back. */
export const ATTRIBUTION_DAYS = 14;
/** Days for which steps are kept. */
export const STEPS_KEPT_DAYS = 730;

/** One step of one basket, as it was counted. */
export type CountedStep = Readonly<{
  cartKey: string;
  step: RecoveryStep;
  /** What the order came to; only of "ordered". */
  amount: Money | null;
}>;

export type RecoveryRow = Readonly<{
  step: RecoveryStep;
  /** Baskets that came this far, each once. */
  baskets: number;
  /** Of those of the step before, from 0 to 1; null where there are none to compare with, or fewer. */
  rate: number | null;
}>;

export type RecoveryReport = Readonly<{
  rows: ReadonlyArray<RecoveryRow>;
  /** Orders of recovered baskets. */
  orders: number;
  /** What they came to, before refunds, by currency. */
  revenue: ReadonlyArray<Money>;
}>;

/** The steps of a time, reckoned up. */
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

/** Letters that a marketing service sends are not counted here, so more baskets may be opened than were sent. */
function rateOf(count: number, before: number): number | null {
  return before === 0 || count > before ? null : count / before;
}

function sums(amounts: ReadonlyArray<Money>): ReadonlyArray<Money> {
  const byCurrency = new Map<Currency, number>();
  for (const { minor, currency } of amounts)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + minor);
  return [...byCurrency].map(([currency, minor]) => money(minor, currency));
}

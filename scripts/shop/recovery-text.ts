/** The report on recovered baskets as a chart that any terminal can show. */
import type { RecoveryReport, RecoveryStep } from "#app/models/cart-recovery/report.ts";
import { formatMoney } from "#app/models/shared/money.ts";

/** Characters of the longest bar. */
const BAR = 40;

const NAMES = {
  sent: "Reminders sent",
  opened: "Links opened",
  recovered: "Baskets recovered",
  ordered: "Baskets ordered",
} as const satisfies Record<RecoveryStep, string>;

/** Counts, bars and rates; then what the orders came to. */
export function reportText({ rows, orders, revenue }: RecoveryReport): string {
  const most = Math.max(1, ...rows.map(({ baskets }) => baskets));
  const digits = String(most).length;
  const lines = rows.map(({ step, baskets, rate }) => {
    const bar = "█".repeat(Math.round((baskets / most) * BAR));
    const share = rate === null ? "" : `${(rate * 100).toFixed(1)} % of the previous step`;
    return `${NAMES[step].padEnd(18)} ${String(baskets).padStart(digits)}  ${bar.padEnd(BAR)}  ${share}`.trimEnd();
  });
  const sums = revenue.map((amount) => formatMoney(amount)).join(" and ");
  const brought =
    orders === 0
      ? "No recovered basket was ordered."
      : `${orders === 1 ? "1 order" : `${orders} orders`} of recovered baskets came to ${sums}, before refunds.`;
  return [...lines, "", brought].join("\n");
}

import { z } from "zod";

import type { RecoveryReport, RecoveryStep } from "#app/models/cart-recovery/report.ts";
import { isDay } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import { type Command, type Outcome } from "./command.ts";
import { verb, verbsCommand } from "./verbs.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

export const recoveryCommand: Command = verbsCommand({
  name: "recovery",
  summary: "report abandoned baskets: reminders, links opened, recoveries, orders",
  verbs: {
    report: verb({
      about:
        "how many basket reminders were sent, how many of their links were opened, how many baskets were recovered and " +
        "how many of these were ordered within two weeks; and what the orders came to. Each basket counts once for " +
        "each step. Robots are not counted, as far as they can be told. Reminders that a marketing service sends are " +
        "not counted as sent: only the shop's own are. There are no names in it. In JSON, amounts are in whole minor " +
        "units",
      options: {
        since: z
          .string()
          .refine(isDay, "Use a day such as 2026-10-01")
          .optional()
          .describe(`from this day on, such as 2026-10-01 (UTC); default the last ${DAYS} days`),
      },
      run: ({ since }) => report(since ?? dayOf(new Date(Date.now() - DAYS * DAY_MS))),
    }),
  },
});

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

async function report(day: string): Promise<Outcome> {
  const { listSteps } = await import("#app/models/cart-recovery/report.server.ts");
  const { recoveryReport } = await import("#app/models/cart-recovery/report.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const since = new Date(`${day}T00:00:00Z`);
  const reckoned = recoveryReport(await listSteps(since));
  const { locale } = await findStore();
  const words = `Baskets since ${day}\n\n${reportText(reckoned, locale)}`;
  return { isDone: true, words, data: { since: since.toISOString(), ...reckoned } };
}

const BAR = 40;

const NAMES = {
  sent: "Reminders sent",
  opened: "Links opened",
  recovered: "Baskets recovered",
  ordered: "Baskets ordered",
} as const satisfies Record<RecoveryStep, string>;

export function reportText({ rows, orders, revenue }: RecoveryReport, locale: string): string {
  const most = Math.max(1, ...rows.map(({ baskets }) => baskets));
  const digits = String(most).length;
  const lines = rows.map(({ step, baskets, rate }) => {
    const bar = "█".repeat(Math.round((baskets / most) * BAR));
    const share = rate === null ? "" : `${(rate * 100).toFixed(1)} % of the previous step`;
    return `${NAMES[step].padEnd(18)} ${String(baskets).padStart(digits)}  ${bar.padEnd(BAR)}  ${share}`.trimEnd();
  });
  const sums = revenue.map((amount) => formatMoney(amount, locale)).join(" and ");
  const brought =
    orders === 0
      ? "No recovered basket was ordered."
      : `${orders === 1 ? "1 order" : `${orders} orders`} of recovered baskets came to ${sums}, before refunds.`;
  return [...lines, "", brought].join("\n");
}

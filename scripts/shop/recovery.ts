import type { RecoveryReport, RecoveryStep } from "#app/models/cart-recovery/report.ts";
import { isDay } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- recovery report [--since <day>] [--json]

How many basket reminders were sent, how many of their links were opened, how many baskets were recovered and how many of
these were ordered within two weeks; and what the orders came to. Each basket counts once for
each step. Robots are not counted, as far as they can be told. Reminders that a marketing service sends are not
counted as sent: only the shop's own are. There are no names in it.

  --since    from this day on, such as 2026-10-01 (UTC); default the last 30 days
  --json     print the result as JSON; amounts in whole minor units
  --help     this text

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const DAYS = 30;
const DAY_MS = 86_400_000;

export const recoveryCommand: Command = newCommand({
  name: "recovery",
  summary: "report abandoned baskets: reminders, links opened, recoveries, orders",
  help: HELP,
  read: readArguments,
  work: report,
});

type CommandOptions = Readonly<{ since: Date; isJson: boolean }>;

async function report({ since }: CommandOptions): Promise<Outcome> {
  const { listSteps } = await import("#app/models/cart-recovery/report.server.ts");
  const { recoveryReport } = await import("#app/models/cart-recovery/report.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const reckoned = recoveryReport(await listSteps(since));
  const { locale } = await findStore();
  const words = `Baskets since ${since.toISOString().slice(0, 10)}\n\n${reportText(reckoned, locale)}`;
  return { isDone: true, words, data: { since: since.toISOString(), ...reckoned } };
}

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { json: { type: "boolean" }, since: { type: "string" } });
  if (!words) return null;
  const { positionals, values } = words;
  if (positionals.join(" ") !== "report") return null;
  const day = values.since ?? new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
  return isDay(day) ? { since: new Date(`${day}T00:00:00Z`), isJson: values.json ?? false } : null;
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

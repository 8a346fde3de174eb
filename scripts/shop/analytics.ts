import { type Command, countFrom, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- analytics report [--days <number>] [--json]

  report            visits, and how many of them saw a product, put something in, went to the checkout and bought.
                    Only shoppers who allowed statistics are counted; a visit is one of them on one day
    --days          number of days to report, default 30, at most 396
  --json            print the result as JSON
  --help            this text

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const DAYS_MAX = 396;

type CommandOptions = Readonly<{ days: number; isJson: boolean }>;

export const analyticsCommand: Command = newCommand<CommandOptions>({
  name: "analytics",
  summary: "report visits, product views, baskets, checkouts and orders as a funnel",
  help: HELP,
  read: readArguments,
  work: report,
});

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { days: { type: "string" }, json: { type: "boolean" } });
  const days = words && countFrom(words.values.days ?? "30", DAYS_MAX);
  if (!words || !days || words.positionals.join(" ") !== "report") return null;
  return { days, isJson: words.values.json ?? false };
}

async function report({ days }: CommandOptions): Promise<Outcome> {
  const { analyticsReport } = await import("#app/models/analytics/report.server.ts");
  const { reportChart } = await import("#app/models/analytics/report.ts");
  const data = await analyticsReport(days, new Date());
  const words = [
    `From ${data.from} to ${data.to}, shoppers who accepted statistics only:`,
    "",
    reportChart(data.steps),
    ...(data.provider === "off" ? ["", "Nothing is counted: ANALYTICS_PROVIDER is off."] : []),
  ];
  return { isDone: true, words: words.join("\n"), data };
}

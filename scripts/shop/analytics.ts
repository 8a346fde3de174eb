import { type Command, type Outcome } from "./command.ts";
import { countSchema, verb, verbsCommand } from "./verbs.ts";

const DAYS = 30;
const DAYS_MAX = 396;

export const analyticsCommand: Command = verbsCommand({
  name: "analytics",
  summary: "report visits, product views, baskets, checkouts and orders as a funnel",
  verbs: {
    report: verb({
      about:
        "visits, and how many of them saw a product, put something in, went to the checkout and bought. Only shoppers " +
        "who allowed statistics are counted; a visit is one of them on one day",
      options: {
        days: countSchema(DAYS_MAX)
          .default(String(DAYS))
          .describe(`number of days to report, default ${DAYS}, at most ${DAYS_MAX}`),
      },
      run: ({ days }) => report(days),
    }),
  },
});

async function report(days: number): Promise<Outcome> {
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

/** `recovery report`: what became of baskets that were left. */
import { isDay } from "#app/models/shared/local-date.ts";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { reportText } from "./recovery-text.ts";

const HELP = `Usage: npm run shop -- recovery report [--since <day>] [--json]

How many baskets that were left were written about, how many of the links were opened, how many baskets were taken up
again and how many of these were ordered within two weeks; and what the orders came to. Each basket counts once for
each step. Robots are not counted, as far as they can be told. Letters that a marketing service sends are not counted
as sent: only the shop's own are. There are no names in it.

  --since    from this day on, such as 2026-10-01 (UTC); the last 30 days when not given
  --json     the outcome as JSON; amounts in whole minor units
  --help     this text

Exit codes: 0 done, 1 failed, 2 called wrongly.`;

const DAYS = 30;
const DAY_MS = 86_400_000;

export const recoveryCommand: Command = newCommand({
  name: "recovery",
  summary: "what became of baskets that were left: letters, links, baskets, orders",
  help: HELP,
  read: readArguments,
  work: report,
});

type Asked = Readonly<{ since: Date; isJson: boolean }>;

async function report({ since }: Asked): Promise<Outcome> {
  const { listSteps } = await import("#app/models/cart-recovery/report.server.ts");
  const { recoveryReport } = await import("#app/models/cart-recovery/report.ts");
  const reckoned = recoveryReport(await listSteps(since));
  const words = `Baskets since ${since.toISOString().slice(0, 10)}\n\n${reportText(reckoned)}`;
  return { isDone: true, words, data: { since: since.toISOString(), ...reckoned } };
}

function readArguments(args: ReadonlyArray<string>): Asked | null {
  const words = readWords(args, { json: { type: "boolean" }, since: { type: "string" } });
  if (!words) return null;
  const { positionals, values } = words;
  if (positionals.join(" ") !== "report") return null;
  const day = values.since ?? new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
  return isDay(day) ? { since: new Date(`${day}T00:00:00Z`), isJson: values.json ?? false } : null;
}

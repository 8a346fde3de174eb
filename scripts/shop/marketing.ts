import type { ListedRecord } from "#app/models/marketing/admin-list.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

import {
  columns,
  type Command,
  countFrom,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
} from "./command.ts";

const LIMIT_MAX = 10_000;

const HELP = `Usage: npm run shop -- marketing list [--limit <number>] [--json]
       npm run shop -- marketing resync [--json]

The basket records that the marketing service keeps for reminders: those of customers, and of guests who agreed. The
shop sends them by itself; what could not be sent is among the jobs of kind marketing-cart. No addresses are shown.

  list       baskets sent to the service, those that changed last first
    --limit    show at most this many, default 50
  resync     have every record sent anew, for a service that has lost some or was just connected. The running shop
             does it, as fast as the service allows
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export const marketingCommand: Command = newCommand({
  name: "marketing",
  summary: "list the baskets sent to the marketing service, or send them all again",
  help: HELP,
  read: readArguments,
  work,
});

type CommandOptions = Readonly<{ isJson: boolean }> &
  (Readonly<{ verb: "list"; limit: number }> | Readonly<{ verb: "resync" }>);

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { json: { type: "boolean" }, limit: { type: "string" } } as const);
  if (words?.positionals.length !== 1) return null;
  const { json: isJson = false, limit: typed } = words.values;
  const limit = countFrom(typed ?? "50", LIMIT_MAX);
  const [verb] = words.positionals;
  if (verb === "list" && limit) return { verb, limit, isJson };
  return verb === "resync" && typed === undefined ? { verb, isJson } : null;
}

async function work(options: CommandOptions): Promise<Outcome> {
  const { listMarketingRecords, resyncMarketing } =
    await import("#app/models/marketing/admin-list.server.ts");
  if (options.verb === "list") {
    const { findStore } = await import("#app/models/store/store.server.ts");
    const [records, store] = await Promise.all([listMarketingRecords(options.limit), findStore()]);
    return { isDone: true, words: tableOf(records, store), data: records };
  }
  const count = await resyncMarketing(new Date());
  const words = count === 1 ? "1 record is sent anew." : `${count} records are sent anew.`;
  return { isDone: true, words, data: { records: count } };
}

function tableOf(records: ReadonlyArray<ListedRecord>, { locale }: Pick<Store, "locale">): string {
  if (records.length === 0) return "No baskets have been sent to the marketing service.";
  return columns(
    ["cart", "whose", "at the service", "lines", "sum", "changed"],
    records.map(({ cartId, subject, status, lines, sum, changedAt }) => [
      cartId,
      subject,
      status,
      lines ?? "",
      sum ? formatMoney(sum, locale) : "",
      minuteOf(changedAt),
    ]),
  );
}

import type { ListedRecord } from "#app/models/marketing/admin-list.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

import { columns, type Command, minuteOf, type Outcome } from "./command.ts";
import { limitOf, verb, verbsCommand } from "./verbs.ts";

const LIMIT_MAX = 10_000;

export const marketingCommand: Command = verbsCommand({
  name: "marketing",
  summary: "list the baskets sent to the marketing service, or send them all again",
  about:
    "The basket records that the marketing service keeps for reminders: those of customers, and of guests who agreed. " +
    "The shop sends them by itself; what could not be sent is among the jobs of kind marketing-cart. No addresses are " +
    "shown.",
  verbs: {
    list: verb({
      about: "baskets sent to the service, those that changed last first",
      options: { limit: limitOf(50, LIMIT_MAX) },
      run: ({ limit }) => list(limit),
    }),
    resync: verb({
      about:
        "have every record sent anew, for a service that has lost some or was just connected. The running shop does " +
        "it, as fast as the service allows",
      run: resync,
    }),
  },
});

async function list(limit: number): Promise<Outcome> {
  const { listMarketingRecords } = await import("#app/models/marketing/admin-list.server.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const [records, store] = await Promise.all([listMarketingRecords(limit), findStore()]);
  return { isDone: true, words: tableOf(records, store), data: records };
}

async function resync(): Promise<Outcome> {
  const { resyncMarketing } = await import("#app/models/marketing/admin-list.server.ts");
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

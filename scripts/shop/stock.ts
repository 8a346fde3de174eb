import { isDay } from "#app/models/shared/local-date.ts";

import {
  columns,
  type Command,
  countFrom,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
} from "./command.ts";

const HELP = `Usage: npm run shop -- stock set <sku> <units> [--reason <text>] [--json]
       npm run shop -- stock receive <sku> <units> [--reason <text>] [--json]
       npm run shop -- stock release <sku> <day> [--json]
       npm run shop -- stock history <sku> [--limit <number>] [--json]

  set               sets the stock of a variant ("set" may be left out). When it was sold out and is back in stock, the
                    shop sends the stock alerts: a few for each unit, in the order in which people signed up, and
                    the next a day later while there are some
  receive           adds units to what is there at that moment, as the desk does
    --reason <text>   for the stock history; default "restock"
  release           says on which day ("2026-12-18") a pre-order comes in, for all variants of its product; buyers who
                    wait for it are emailed the new day within minutes, and wait or cancel
  history           every change, the newest first: sales, deliveries, counts
    --limit           show at most this many, default 50
  --json            print the result as JSON
  --help            this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

const LIMIT_MAX = 10_000;
const REASON_MAX_CHARACTERS = 100;

type CommandOptions =
  | Readonly<{ verb: "set" | "receive"; sku: string; units: number; reason: string; isJson: boolean }>
  | Readonly<{ verb: "release"; sku: string; day: string; isJson: boolean }>
  | Readonly<{ verb: "history"; sku: string; limit: number; isJson: boolean }>;

export const stockCommand: Command = newCommand<CommandOptions>({
  name: "stock",
  summary: "set the stock of a variant and see its history",
  help: HELP,
  read: readArguments,
  work: (options) => {
    if (options.verb === "history") return history(options);
    return options.verb === "release" ? release(options) : set(options);
  },
});

const OPTIONS = { reason: { type: "string" }, limit: { type: "string" }, json: { type: "boolean" } } as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words) return null;
  const [verb, ...rest] = words.positionals;
  if (verb === "history") return historyArguments(rest, words.values);
  if (verb === "release") return releaseArguments(rest, words.values);
  const isNamed = verb === "set" || verb === "receive";
  return setArguments(verb === "receive" ? verb : "set", isNamed ? rest : words.positionals, words.values);
}

type Values = Readonly<{ reason?: string; limit?: string; json?: boolean }>;

function historyArguments([sku, ...more]: ReadonlyArray<string>, values: Values): CommandOptions | null {
  const limit = countFrom(values.limit ?? "50", LIMIT_MAX);
  if (!sku || more.length > 0 || !limit || values.reason !== undefined) return null;
  return { verb: "history", sku, limit, isJson: values.json ?? false };
}

function releaseArguments(
  [sku, day = "", ...more]: ReadonlyArray<string>,
  { json = false, ...others }: Values,
): CommandOptions | null {
  if (!sku || more.length > 0 || Object.keys(others).length > 0 || !isDay(day)) return null;
  return { verb: "release", sku, day, isJson: json };
}

function setArguments(
  verb: "set" | "receive",
  [sku, units = "", ...more]: ReadonlyArray<string>,
  values: Values,
): CommandOptions | null {
  const reason = (values.reason ?? "restock").trim();
  if (!sku || more.length > 0 || values.limit !== undefined) return null;
  if (!/^\d{1,6}$/.test(units) || reason === "" || reason.length > REASON_MAX_CHARACTERS) return null;
  return { verb, sku, units: Number(units), reason, isJson: values.json ?? false };
}

async function set({
  verb,
  sku,
  units,
  reason,
}: Extract<CommandOptions, { units: number }>): Promise<Outcome> {
  const { changeStock } = await import("#app/models/catalogue/inventory/stock.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const done = await changeStock(sku, verb === "set" ? { to: units } : { by: units }, {
    reason,
    now: new Date(),
  });
  const words = done.ok
    ? `${done.value.product} (${sku}): ${done.value.before} before, ${done.value.after} now, ${done.value.reserved} of them held by orders.`
    : done.code === "variant-not-found"
      ? noVariant(sku)
      : `${shopError(done).message}.`;
  return {
    isDone: done.ok,
    words,
    data: { sku, ok: done.ok, message: words, ...(done.ok ? done.value : {}) },
  };
}

async function release({ sku, day }: Extract<CommandOptions, { day: string }>): Promise<Outcome> {
  const { setRelease } = await import("#app/models/catalogue/inventory/stock.server.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const done = await setRelease(sku, day, await findStore());
  const words = done.ok
    ? `${done.value.product}: comes in on ${day}. Whoever waits for it is emailed.`
    : done.code === "variant-not-found"
      ? noVariant(sku)
      : `${shopError(done).message}.`;
  return { isDone: done.ok, words, data: { sku, ok: done.ok, message: words } };
}

async function history({ sku, limit }: Extract<CommandOptions, { verb: "history" }>): Promise<Outcome> {
  const { findStockHistory } = await import("#app/models/catalogue/inventory/stock.server.ts");
  const found = await findStockHistory(sku, limit);
  if (!found)
    return { isDone: false, words: noVariant(sku), data: { sku, ok: false, message: noVariant(sku) } };
  const { product, onHand, reserved, changes } = found;
  const rows = changes.map(({ at, before, after, reason }) => {
    const change = after - before;
    return [minuteOf(at), before, after, change > 0 ? `+${change}` : change, reason];
  });
  const words = [
    `${product} (${sku}): ${onHand} on the shelf, ${reserved} of them held by orders.`,
    rows.length === 0
      ? "No stock changes recorded yet."
      : columns(["when", "before", "after", "change", "why"], rows),
  ];
  return { isDone: true, words: words.join("\n"), data: found };
}

function noVariant(sku: string): string {
  return `There is no variant ${sku}.`;
}

/** `export orders|products`: tables for a spreadsheet. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { writeCsv } from "./csv-file.ts";
import { newProgress } from "./progress.ts";

const HELP = `Usage: npm run shop -- export orders --out <file.csv> [--from <day>] [--to <day>] [--force] [--progress] [--json]
       npm run shop -- export products --out <file.csv> [--force] [--progress] [--json]

Writes a CSV file (UTF-8, every cell quoted; cells that a spreadsheet would take for a formula begin with an
apostrophe). It is complete or not there.

  orders       one row for each order. Contains personal data: email addresses, names, cities and postcodes; the file
               is readable by you alone, and yours to delete
    --from       placed on this day or later, such as 2026-11-01 (UTC)
    --to         placed on this day or earlier
  products     one row for each variant: prices, stock, availability. No personal data
  --out        where to; a file that is there is left alone unless you add --force
  --progress   show progress even without a terminal
  --json       print the result as JSON
  --help       this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{
  what: "orders" | "products";
  out: string;
  from: string | null;
  to: string | null;
  isForced: boolean;
  isWatched: boolean;
  isJson: boolean;
}>;

export const exportCommand: Command = newCommand<CommandOptions>({
  name: "export",
  summary: "write orders or products as a CSV file",
  help: HELP,
  read: readArguments,
  work,
});

const OPTIONS = {
  out: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  force: { type: "boolean" },
  progress: { type: "boolean" },
  json: { type: "boolean" },
} as const;

const DAY_MS = 86_400_000;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words?.values.out) return null;
  const { values, positionals } = words;
  const [what, ...more] = positionals;
  const span = spanOf(values.from, values.to);
  if (!span || !isExport(what) || more.length > 0) return null;
  if (what === "products" && (span.from ?? span.to) !== null) return null;
  return { what, out: resolve(values.out ?? ""), ...span, ...mannerOf(values) };
}

function mannerOf(values: Readonly<{ force?: boolean; progress?: boolean; json?: boolean }>) {
  const { force = false, progress = false, json = false } = values;
  return { isForced: force, isWatched: progress, isJson: json };
}

/** From the beginning of the first day to the end of the last; null for what are no days. */
function spanOf(
  first: string | undefined,
  last: string | undefined,
): Pick<CommandOptions, "from" | "to"> | null {
  const from = startOf(first);
  const to = startOf(last);
  if (from === undefined || to === undefined) return null;
  const end = to && new Date(to.getTime() + DAY_MS);
  return { from: from?.toISOString() ?? null, to: end?.toISOString() ?? null };
}

function isExport(what: string | undefined): what is CommandOptions["what"] {
  return what === "orders" || what === "products";
}

/** The beginning of the day, null for none, undefined for what is no day. */
function startOf(day: string | undefined): Date | null | undefined {
  if (day === undefined) return null;
  const start = new Date(`${day}T00:00:00.000Z`);
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(`${day}T`);
  return isDay ? start : undefined;
}

async function work({ what, out, from, to, isForced, isWatched }: CommandOptions): Promise<Outcome> {
  if (existsSync(out) && !isForced) {
    const words = `${out} is there already: add --force to replace it.`;
    return { isDone: false, words, data: { ok: false, message: words } };
  }
  const { countOrders, exportOrders } = await import("#app/models/order/export.server.ts");
  const { countVariants, exportProducts } = await import("#app/models/catalogue/product-export.server.ts");
  const span = { from, to };
  const total = what === "orders" ? await countOrders(span) : await countVariants();
  const progress = newProgress({ what: "rows", isRequested: isWatched });
  const batches = what === "orders" ? exportOrders(span) : exportProducts();
  const count = await writeCsv(out, batches, (done) => progress.at(Math.min(done, total), total));
  const note =
    what === "orders" ? " The file holds personal data. Delete it when you no longer need it." : "";
  const words = `${count} ${what === "orders" ? "orders" : "variants"} are in ${out}.${note}`;
  return {
    isDone: true,
    words,
    data: { ok: true, file: out, rows: count, hasPersonalData: what === "orders" },
  };
}

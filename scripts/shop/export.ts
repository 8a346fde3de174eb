import { existsSync } from "node:fs";
import { resolve } from "node:path";

import {
  type DaySpan,
  daySpan,
  EXPORT_KINDS,
  exportKind,
  type ExportKindRow,
} from "#app/models/desk/files/export-kinds.ts";
import { lowerFirst } from "#app/models/shared/text.ts";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { writeCsv } from "./csv-file.ts";
import { newProgress } from "./progress.ts";

const WIDTH = 13;

const HELP = `Usage: npm run shop -- export <what> --out <file.csv> [options]

Writes a CSV file (UTF-8, every cell quoted; cells that a spreadsheet would take for a formula begin with an
apostrophe). It is complete or not there.

${EXPORT_KINDS.map(({ key, what }) => `  ${key.padEnd(WIDTH)}${lowerFirst(what)}`).join("\n")}
  --out              where to; a file that is there is left alone unless you add --force
  --without-names    of orders, customers and newsletter: leave out what names people. Otherwise the file holds
                     personal data: it is readable by you alone, and yours to delete; the log of the desk says so
  --from             orders placed on this day or later, such as 2026-11-01 (UTC)
  --to               orders placed on this day or earlier
  --progress         show progress even without a terminal
  --json             print the result as JSON
  --help             this text

"npm run shop -- import-file" takes files of products, stock and redirects back, and tracking numbers as "parcels".

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{
  kind: ExportKindRow;
  hasNames: boolean;
  out: string;
  span: DaySpan;
  isForced: boolean;
  isWatched: boolean;
  isJson: boolean;
}>;

export const exportCommand: Command = newCommand<CommandOptions>({
  name: "export",
  summary: "write orders, products, stock, customers and more as a CSV file",
  help: HELP,
  read: readArguments,
  work,
});

const OPTIONS = {
  out: { type: "string" },
  "without-names": { type: "boolean" },
  from: { type: "string" },
  to: { type: "string" },
  force: { type: "boolean" },
  progress: { type: "boolean" },
  json: { type: "boolean" },
} as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  const kind = exportKind(words?.positionals[0]);
  if (!words?.values.out || !kind || words.positionals.length !== 1) return null;
  const { values } = words;
  const span = spanOf(kind, values);
  const hasNames = namesOf(kind, values["without-names"] === true);
  if (!span || hasNames === null) return null;
  return { kind, hasNames, out: resolve(words.values.out), span, ...mannerOf(values) };
}

type Days = Readonly<{ from?: string; to?: string }>;

/** Null for what are no days, and for days where there are none. */
function spanOf({ hasDays }: ExportKindRow, { from = "", to = "" }: Days): DaySpan | null {
  return from + to === "" || hasDays ? daySpan(from, to) : null;
}

function namesOf({ names }: ExportKindRow, isWithout: boolean): boolean | null {
  if (isWithout) return names === "either" ? false : null;
  return names !== "never";
}

function mannerOf(values: Readonly<{ force?: boolean; progress?: boolean; json?: boolean }>) {
  const { force = false, progress = false, json = false } = values;
  return { isForced: force, isWatched: progress, isJson: json };
}

async function work(options: CommandOptions): Promise<Outcome> {
  const { kind, hasNames, out, span, isForced, isWatched } = options;
  if (existsSync(out) && !isForced) return refusal(`${out} is there already: add --force to replace it.`);
  const { countExport, openExport } = await import("#app/models/desk/files/exports.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const total = await countExport({ kind: kind.key, span });
  const request = { kind: kind.key, hasNames, span, view: null };
  const table = await openExport(request, commandLineActor(new Date()));
  if (!table.ok) return refusal(`${shopError(table).message}.`);
  const progress = newProgress({ what: "rows", isRequested: isWatched });
  const count = await writeCsv(out, table.value, (done) => {
    if (total !== null) progress.at(Math.min(done, total), total);
  });
  const note = hasNames ? " The file holds personal data. Delete it when you no longer need it." : "";
  const words = `${count} ${count === 1 ? "row is" : "rows are"} in ${out}.${note}`;
  return { isDone: true, words, data: { ok: true, file: out, rows: count, hasPersonalData: hasNames } };
}

function refusal(words: string): Outcome {
  return { isDone: false, words, data: { ok: false, message: words } };
}

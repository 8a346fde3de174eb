import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { z } from "zod";

import {
  daySpan,
  EXPORT_KINDS,
  type ExportKind,
  exportKind,
  hasDays,
} from "#app/models/desk/files/export-kinds.ts";
import { lowerFirst } from "#app/models/shared/text.ts";

import { type Command, commands, notDone, type Outcome, refusalOutcome } from "./command.ts";
import { writeCsv } from "./csv-file.ts";
import { newProgress } from "./progress.ts";
import {
  choiceSchema,
  flagSchema,
  filledSchema,
  progressSchema,
  type ValuesOf,
  verb,
  verbsCommand,
} from "./verbs.ts";

const WHAT = {
  what: choiceSchema<ExportKind>(EXPORT_KINDS.map(({ key }) => key)).describe(
    EXPORT_KINDS.map(({ key, what }) => `${key}: ${lowerFirst(what)}`).join("\n"),
  ),
};

const OPTIONS = {
  out: filledSchema().describe("where to; a file that is there is left alone unless you add --force"),
  withoutNames: flagSchema(
    "of orders, customers and newsletter: leave out what names people. Otherwise the file holds personal data: it " +
      "is readable by you alone, and yours to delete; the log of the desk says so",
  ),
  from: z.string().default("").describe("orders placed on this day or later, such as 2026-11-01 (UTC)"),
  to: z.string().default("").describe("orders placed on this day or earlier"),
  force: flagSchema("replace a file that is there"),
  progress: progressSchema(),
};

export const exportCommand: Command = verbsCommand({
  name: "export",
  summary: "write orders, products, stock, customers and more as a CSV file",
  verbs: {
    "": verb({
      about:
        "Writes a CSV file (UTF-8, every cell quoted; cells that a spreadsheet would take for a formula begin with an " +
        'apostrophe). It is complete or not there. "npm run shop -- import-file" takes files of products, stock and ' +
        'redirects back, and tracking numbers as "parcels".',
      words: WHAT,
      options: OPTIONS,
      check: ({ what, withoutNames, from, to }) =>
        withoutNames && exportKind(what)?.names !== "either" ? NAMES_STAY : daysProblem(what, from, to),
      run: writeFile,
    }),
  },
});

const NAMES_STAY = "Use --without-names with orders, customers or newsletter.";

function daysProblem(kind: ExportKind, from: string, to: string): string | null {
  if (from + to !== "" && !hasDays(kind)) return "Use --from and --to with orders.";
  return daySpan(from, to) ? null : "Use days such as 2026-11-01.";
}

async function writeFile(options: ValuesOf<typeof WHAT & typeof OPTIONS>): Promise<Outcome> {
  const { what: kind, withoutNames } = options;
  const out = resolve(options.out);
  if (existsSync(out) && !options.force)
    return notDone(`${out} is there already: add --force to replace it.`);
  const { countExport, openExport } = await import("#app/models/desk/files/exports.server.ts");
  const span = daySpan(options.from, options.to) ?? { from: null, to: null };
  const hasNames = exportKind(kind)?.names !== "never" && !withoutNames;
  const total = await countExport({ kind, span });
  const table = await openExport({ kind, hasNames, span, view: null }, await commands());
  if (!table.ok) return refusalOutcome(table);
  const progress = newProgress({ what: "rows", isRequested: options.progress });
  const count = await writeCsv(out, table.value, (done) => {
    if (total !== null) progress.at(Math.min(done, total), total);
  });
  const note = hasNames ? " The file holds personal data. Delete it when you no longer need it." : "";
  const words = `${count} ${count === 1 ? "row is" : "rows are"} in ${out}.${note}`;
  return { isDone: true, words, data: { ok: true, file: out, rows: count, hasPersonalData: hasNames } };
}

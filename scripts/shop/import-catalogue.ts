import { resolve } from "node:path";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";
import { newProgress } from "./progress.ts";
import { takeIn } from "./after-import.ts";
import { bringZipIn } from "./catalogue-zip.ts";

const HELP = `Usage: npm run shop -- import-catalogue <folder> [--imagery <folder>] [--measure-images]
                                          [--overwrite-edits] [--progress] [--json]
       npm run shop -- import-catalogue <file.zip> [--overwrite-edits] [--progress] [--json]

Brings the catalogue in <folder> (store.json, brands.json, categories.json, products.json, reviews.json,
coupons.json, compatibility.json, synonyms.json, search-rules.json) into the shop: all of it, or, when anything is wrong, nothing.
Every problem is named by file, row and field. The database is the one the shop itself uses (DATABASE_URL or
DATA_DIR). Importing again updates what differs; stock, orders and dates of the first import stay. A product that was
edited at the desk or by "products edit" since the last import, and differs, is named and stays as it is. So are
settings that were changed at the desk or by "settings set".

A ZIP of the folder is brought in as at the desk: its images are those that the shop has already or that are in IMAGE_DIR,
and "import-file undo <number>" undoes it for 30 days.

  --imagery <folder>   where the images are; default "imagery" beside <folder>
  --measure-images     measure all images again, because some were replaced under the same name
  --overwrite-edits    take the catalogue's version of such products; a sale that runs meanwhile ends
  --progress           show progress even without a terminal
  --json               print the result as JSON
  --help               this text

Exit codes: 0 imported, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{
  folder: string;
  imagery: string | undefined;
  measureAgain: boolean;
  overwritesEdits: boolean;
  isWatched: boolean;
  isJson: boolean;
}>;

export const importCatalogueCommand: Command = newCommand<CommandOptions>({
  name: "import-catalogue",
  summary: "import a catalogue folder, or a ZIP of it",
  help: HELP,
  read: readArguments,
  work,
  tables: "create",
});

async function work(options: CommandOptions): Promise<Outcome> {
  return isZip(options.folder) ? bringZipIn({ ...options, file: options.folder }) : bringFolderIn(options);
}

function isZip(path: string): boolean {
  return path.toLowerCase().endsWith(".zip");
}

async function bringFolderIn({
  folder,
  imagery,
  measureAgain,
  overwritesEdits,
  isWatched,
}: CommandOptions): Promise<Outcome> {
  const { importCatalogue } = await import("#app/db/seed/import-catalogue.server.ts");
  const { variantsShown } = await import("#app/models/catalogue/inventory/events.server.ts");
  const { problemText } = await import("#app/db/seed/validation-issue.ts");
  const progress = newProgress({ what: "images measured", isRequested: isWatched });
  const result = await importCatalogue(folder, new Date(), {
    ...(imagery === undefined ? {} : { imagery }),
    ...{ measureAgain, overwritesEdits },
    onMeasured: (done, total) => progress.at(done, total),
    onWritten: () => variantsShown.publish({ productId: null }),
  });
  if (!result.ok) {
    const problems = result.problems.map(problemText);
    const words = `${problems.join("\n")}\nNothing was imported: ${countOf(problems.length, "problem")}.`;
    return { isDone: false, words, data: { ok: false, problems: result.problems } };
  }
  const { products, variants, images, rowsWritten, edited, editedSettings } = result.value;
  await takeIn(isWatched);
  const changes = rowsWritten === 0 ? "no changes" : `${countOf(rowsWritten, "row")} written`;
  const words = `Imported ${countOf(products, "product")}, ${countOf(variants, "variant")}, ${countOf(images, "image")}: ${changes}.`;
  const lines = [
    words,
    ...editedLines(
      countOf(edited.length, "product"),
      edited.map(({ slug, differs }) => `${slug}: ${differs.join(", ")}`),
      overwritesEdits,
    ),
    ...editedLines(countOf(editedSettings.length, "other row"), editedSettings, overwritesEdits),
  ];
  return { isDone: true, words: lines.join("\n"), data: { ok: true, ...result.value, overwritesEdits } };
}

function editedLines(
  count: string,
  edited: ReadonlyArray<string>,
  isOverwritten: boolean,
): ReadonlyArray<string> {
  if (edited.length === 0) return [];
  const what = `${count} edited by hand since the last import`;
  return [
    isOverwritten
      ? `${what}: overwritten.`
      : `${what}: left alone. --overwrite-edits takes the catalogue's version.`,
    ...edited.map((line) => `  ${line}`),
  ];
}

const OPTIONS = {
  imagery: { type: "string" },
  "measure-images": { type: "boolean" },
  "overwrite-edits": { type: "boolean" },
  progress: { type: "boolean" },
  json: { type: "boolean" },
} as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  const [folder, ...more] = words?.positionals ?? [];
  if (!words || !folder || more.length > 0) return null;
  const { values } = words;
  if (isZip(folder) && (values.imagery !== undefined || values["measure-images"])) return null;
  return {
    folder: resolve(folder),
    imagery: values.imagery ? resolve(values.imagery) : undefined,
    measureAgain: values["measure-images"] === true,
    overwritesEdits: values["overwrite-edits"] === true,
    isWatched: values.progress === true,
    isJson: values.json === true,
  };
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

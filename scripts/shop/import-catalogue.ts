import { resolve } from "node:path";

import { takeIn } from "./after-import.ts";
import { bringZipIn } from "./catalogue-zip.ts";
import { type Command, type Outcome } from "./command.ts";
import { newProgress } from "./progress.ts";
import { flagSchema, filledSchema, progressSchema, type ValuesOf, verb, verbsCommand } from "./verbs.ts";

const FOLDER = { folder: filledSchema().describe("of the catalogue, or a file.zip of it") };

const OPTIONS = {
  imagery: filledSchema().optional().describe('where the images are; default "imagery" beside <folder>'),
  measureImages: flagSchema("measure all images again, because some were replaced under the same name"),
  overwriteEdits: flagSchema(
    "take the catalogue's version of such products; a sale that runs meanwhile ends",
  ),
  progress: progressSchema(),
};

export const importCatalogueCommand: Command = verbsCommand({
  name: "import-catalogue",
  summary: "import a catalogue folder, or a ZIP of it",
  tables: "create",
  verbs: {
    "": verb({
      about:
        "Brings the catalogue in <folder> (store.json, brands.json, categories.json, products.json, reviews.json, " +
        "coupons.json, compatibility.json, synonyms.json, search-rules.json) into the shop: all of it, or, when anything " +
        "is wrong, nothing. Every problem is named by file, row and field. The database is the one the shop itself uses " +
        "(DATABASE_URL or DATA_DIR). Importing again updates what differs; stock, orders and dates of the first import " +
        'stay. A product that was edited at the desk or by "products edit" since the last import, and differs, is named ' +
        'and stays as it is. So are settings that were changed at the desk or by "settings set".\n\n' +
        "A ZIP of the folder is brought in as at the desk: its images are those that the shop has already or that are in " +
        'IMAGE_DIR, and "import-file undo <number>" undoes it for 30 days.',
      words: FOLDER,
      options: OPTIONS,
      check: ({ folder, imagery, measureImages }) =>
        isZip(folder) && (imagery !== undefined || measureImages)
          ? "Use --imagery and --measure-images with a folder."
          : null,
      run: bringIn,
    }),
  },
});

type ImportOptions = ValuesOf<typeof FOLDER & typeof OPTIONS>;

function isZip(path: string): boolean {
  return path.toLowerCase().endsWith(".zip");
}

async function bringIn(options: ImportOptions): Promise<Outcome> {
  const { overwriteEdits: overwritesEdits, progress: isWatched } = options;
  const folder = resolve(options.folder);
  return isZip(folder)
    ? bringZipIn({ file: folder, overwritesEdits, isWatched })
    : bringFolderIn({ ...options, folder });
}

async function bringFolderIn({
  folder,
  imagery,
  measureImages,
  ...options
}: ImportOptions): Promise<Outcome> {
  const { overwriteEdits: overwritesEdits, progress: isWatched } = options;
  const { importCatalogue } = await import("#app/db/seed/import-catalogue.server.ts");
  const { variantsShown } = await import("#app/models/catalogue/inventory/events.server.ts");
  const { problemText } = await import("#app/db/seed/validation-issue.ts");
  const progress = newProgress({ what: "images measured", isRequested: isWatched });
  const result = await importCatalogue(folder, new Date(), {
    ...(imagery === undefined ? {} : { imagery: resolve(imagery) }),
    ...{ measureAgain: measureImages, overwritesEdits },
    onMeasured: (done, total) => progress.at(done, total),
    onWritten: () => variantsShown.publish({ productId: null }),
  });
  if (!result.ok) {
    const problems = result.problems.map(problemText);
    const words = `${problems.join("\n")}\nNothing was imported: ${countOf(problems.length, "problem")}.`;
    return { isDone: false, words, data: { ok: false, problems: result.problems } };
  }
  const { catalogueClaimWarning } = await import("#app/db/seed/catalogue-claims.server.ts");
  const { products, variants, images, rowsWritten, edited, editedSettings, claims } = result.value;
  const warning = catalogueClaimWarning(claims);
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
    ...(warning === null ? [] : [`Texts of the catalogue: ${warning}`]),
  ];
  const named = claims.map(({ name }) => name);
  const data = { ok: true, ...result.value, claims: named, overwritesEdits };
  return { isDone: true, words: lines.join("\n"), data };
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

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

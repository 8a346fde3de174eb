/** `import-catalogue <folder>`: brings a catalogue folder into the shop. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import type { Command } from "./command.ts";

const HELP = `Usage: npm run shop -- import-catalogue <folder> [--imagery <folder>] [--measure-pictures]

Brings the catalogue in <folder> (store.json, brands.json, categories.json, products.json, reviews.json,
coupons.json, compatibility.json, synonyms.json) into the shop: all of it, or, when anything is wrong, nothing.
Every problem is named by file, row and field. The database is the one the shop itself uses (DATABASE_URL or
DATA_DIR). Importing again updates what differs; stock, orders and dates of the first import stay.

  --imagery <folder>   where the pictures are; "imagery" beside <folder> when not given
  --measure-pictures   measure all pictures again, because some were replaced under the same name
  --help               this text

Exit codes: 0 imported, 1 refused or failed, 2 called wrongly.`;

export const importCatalogueCommand: Command = {
  name: "import-catalogue",
  summary: "bring a catalogue folder into the shop",
  help: HELP,
  run,
};

async function run(args: ReadonlyArray<string>): Promise<number> {
  const asked = readArguments(args);
  if (!asked) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  // Loaded late, so that --help works without a configuration and a database.
  const { closeDatabase } = await import("#app/db/db.server.ts");
  const { migrate } = await import("#app/db/migrate.server.ts");
  const { importCatalogue } = await import("#app/db/seed/import-catalogue.server.ts");
  const { problemText } = await import("#app/db/seed/problem.ts");
  try {
    await migrate();
    const result = await importCatalogue(asked.folder, new Date(), asked.options);
    if (!result.ok) {
      process.stderr.write(`${result.problems.map(problemText).join("\n")}\n`);
      process.stderr.write(`Nothing was imported: ${countOf(result.problems.length, "problem")}.\n`);
      return 1;
    }
    const { products, variants, pictures, rowsWritten } = result.value;
    const changes = rowsWritten === 0 ? "nothing had changed" : `${countOf(rowsWritten, "row")} written`;
    process.stdout.write(
      `Imported ${countOf(products, "product")}, ${countOf(variants, "variant")}, ${countOf(pictures, "picture")}: ${changes}.\n`,
    );
    return 0;
  } finally {
    await closeDatabase();
  }
}

function readArguments(args: ReadonlyArray<string>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { imagery: { type: "string" }, "measure-pictures": { type: "boolean" } },
    });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) return null;
    const imagery = values.imagery ? { imagery: resolve(values.imagery) } : {};
    return {
      folder: resolve(folder),
      options: { ...imagery, measureAgain: values["measure-pictures"] ?? false },
    };
  } catch {
    return null;
  }
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The demo's catalogue as a ZIP. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { zipFile } from "./zip-file.ts";

const FOLDER = "content/catalogue";

/** In which the products with these slugs have other names. */
export function packedCatalogue(names: Readonly<Record<string, string>>): Buffer {
  return zipFile(
    readdirSync(FOLDER).map((file) => {
      const content = readFileSync(join(FOLDER, file), "utf8");
      if (file !== "products.json") return { name: file, content };
      const rows = JSON.parse(content) as ReadonlyArray<Readonly<Record<string, unknown>>>;
      const renamed = rows.map((row) => ({ ...row, name: names[String(row["slug"])] ?? row["name"] }));
      return { name: file, content: JSON.stringify(renamed) };
    }),
  );
}

/** The demo's catalogue as a ZIP. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { zipFile } from "./zip-file.ts";

const FOLDER = "content/catalogue";

type Row = Readonly<Record<string, unknown>>;

/** In which the products with these slugs have other names, with so many products more. */
export function packedCatalogue(names: Readonly<Record<string, string>>, more = 0): Buffer {
  return zipFile(
    readdirSync(FOLDER).map((file) => {
      const content = readFileSync(join(FOLDER, file), "utf8");
      if (file !== "products.json") return { name: file, content };
      const rows = JSON.parse(content) as ReadonlyArray<Row>;
      const renamed = rows.map((row) => ({ ...row, name: names[String(row["slug"])] ?? row["name"] }));
      return { name: file, content: JSON.stringify([...renamed, ...newProducts(rows, more)]) };
    }),
  );
}

/** The stacking rings once more, each with an address and an article number of its own. */
function newProducts(rows: ReadonlyArray<Row>, count: number): ReadonlyArray<Row> {
  const model = rows.find(({ slug }) => slug === "stacking-rings") ?? {};
  const [variant] = model["variants"] as ReadonlyArray<Row>;
  return Array.from({ length: count }, (_, place) => {
    const id = 20_000 + place;
    const sku = `MANY-${id}`;
    const variants = [{ ...variant, id: id * 100, sku, gtin: "0200000350079" }];
    return { ...model, id, slug: `many-${id}`, sku, name: `One of many ${id}`, related: [], variants };
  });
}

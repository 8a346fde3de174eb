import { db } from "#app/db/db.server.ts";

import type { ProductRow } from "./product-schema.ts";
import { type Cell, differencesOf, narrowed, type SyncRow, type TablePlan } from "./sync-table.server.ts";

export type EditConflict = Readonly<{
  id: number;
  slug: string;
  differs: ReadonlyArray<string>;
}>;

/** Reviews of the catalogue and of shoppers make these, by hand nobody does. */
const NOT_EDITED = ["rating_count", "rating_average_hundredths", "rating_distribution"];

const OWNER_COLUMNS: Readonly<Partial<Record<TablePlan["table"], string>>> = {
  products: "id",
  product_options: "product_id",
  product_option_values: "option_id",
  variants: "product_id",
  product_images: "product_id",
  product_metafields: "product_id",
};

export async function findEditConflicts(
  products: ReadonlyArray<ProductRow>,
  plans: ReadonlyArray<TablePlan>,
): Promise<ReadonlyMap<number, EditConflict>> {
  const edited = await editedIds();
  const known = new Map(products.filter(({ id }) => edited.has(id)).map(({ id, slug }) => [id, slug]));
  const differs = new Map<number, Set<string>>();
  const options = new Map(
    products.flatMap((row) => row.options.map((option) => [option.id, row.id] as const)),
  );
  if (known.size > 0) for (const plan of plans) await noteDifferences(plan, { known, options }, differs);
  return new Map(
    [...differs].map(([id, names]) => [id, { id, slug: known.get(id) ?? "", differs: [...names] }]),
  );
}

type Known = Readonly<{
  known: ReadonlyMap<number, string>;
  options: ReadonlyMap<number, number>;
}>;

async function noteDifferences(
  plan: TablePlan,
  { known, options }: Known,
  differs: Map<number, Set<string>>,
): Promise<void> {
  const column = OWNER_COLUMNS[plan.table];
  if (column === undefined) return;
  const ownerOf = (row: SyncRow) => {
    const id = Number(row[column] satisfies Cell | undefined);
    return plan.table === "product_option_values" ? (options.get(id) ?? 0) : id;
  };
  const isKnown = (row: SyncRow) => known.has(ownerOf(row));
  for (const { row, columns } of await differencesOf(narrowed(plan, isKnown))) {
    const names = columns.filter((name) => !NOT_EDITED.includes(name));
    if (columns.length > 0 && names.length === 0) continue;
    const shown = plan.table === "products" ? names : [plan.table];
    differs.set(ownerOf(row), new Set([...(differs.get(ownerOf(row)) ?? []), ...shown]));
  }
}

/** Edited by hand, or with a sale that has days: no import knows of these. */
async function editedIds(): Promise<ReadonlySet<number>> {
  const [edited, planned] = await Promise.all([
    db().selectFrom("products").select("id").where("edited_at", "is not", null).execute(),
    db().selectFrom("product_sales").select("product_id as id").execute(),
  ]);
  return new Set([...edited, ...planned].map(({ id }) => id));
}

export async function forgetEdits(ids: ReadonlyArray<number>): Promise<void> {
  if (ids.length === 0) return;
  await db().deleteFrom("product_sales").where("product_id", "in", ids).execute();
  await db().updateTable("products").set({ edited_at: null }).where("id", "in", ids).execute();
}

/** Notes when products, categories and brands last changed: search engines are told so in the sitemap. */
import { db } from "#app/db/db.server.ts";

import type { Cell, TablePlan } from "./sync-table.server.ts";

const DATED = ["products", "categories", "brands"] as const;
type Dated = (typeof DATED)[number];

/** Column that says whose page a row belongs to, by table. Of other tables no page speaks directly. */
const OWNERS: Readonly<Partial<Record<TablePlan["table"], Readonly<{ of: Dated; column: string }>>>> = {
  products: { of: "products", column: "id" },
  product_options: { of: "products", column: "product_id" },
  product_images: { of: "products", column: "product_id" },
  product_metafields: { of: "products", column: "product_id" },
  variants: { of: "products", column: "product_id" },
  categories: { of: "categories", column: "id" },
  brands: { of: "brands", column: "id" },
};
/** Ids in one statement. */
const IDS_PER_STATEMENT = 500;

/** What one import changes. */
export class ChangedPages {
  readonly #ids: Readonly<Record<Dated, Set<Cell>>> = {
    products: new Set(),
    categories: new Set(),
    brands: new Set(),
  };

  /** `plan`, whose written rows are noted from here on. */
  readonly watched = (plan: TablePlan): TablePlan => {
    const owner = OWNERS[plan.table];
    if (!owner) return plan;
    return { ...plan, onWritten: (row) => this.#ids[owner.of].add(row[owner.column] ?? null) };
  };

  /** Dates everything that was noted. */
  async date(now: Date): Promise<void> {
    for (const table of DATED) {
      const ids = [...this.#ids[table]].map(Number);
      for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
        await db()
          .updateTable(table)
          .set({ changed_at: now.toISOString() })
          .where("id", "in", ids.slice(start, start + IDS_PER_STATEMENT))
          .execute();
      }
    }
  }
}

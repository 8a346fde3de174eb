import { db } from "#app/db/db.server.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import { redirectOldPath } from "#app/models/catalogue/redirects/redirect.server.ts";

import type { ProductFields } from "./product-fields.ts";

type Address = Pick<ProductFields, "slug" | "category">;
type Renaming = Readonly<{ before: Address; after: Address; now: Date }>;

/** The old address leads to the new one, as after an import that renames. */
export async function redirectOldAddress({ before, after, now }: Renaming): Promise<void> {
  const [from, to] = [await pathOf(before), await pathOf(after)];
  if (from !== null && to !== null) await redirectOldPath(from, to, now);
}

async function pathOf({ slug, category }: Address): Promise<string | null> {
  const row = await db()
    .selectFrom("categories")
    .select("path")
    .where("id", "=", Number(category))
    .executeTakeFirst();
  return row ? productPath(row.path, slug) : null;
}

export async function isSlugTaken(slug: string, id: number | null): Promise<boolean> {
  const other = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .$if(id !== null, (query) => query.where("id", "!=", id ?? 0))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

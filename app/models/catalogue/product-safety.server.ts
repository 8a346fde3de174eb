import { currentDb } from "#app/db/db.server.ts";

import { contactsOf, productDetailsSchema } from "./product-attributes.ts";
import { missingContacts } from "./product-safety.ts";

export type UnsafeProduct = ReturnType<typeof unsafeIn>[number];

const BATCH = 500;

export async function listWithoutContacts(ids: ReadonlyArray<number>): Promise<ReadonlyArray<UnsafeProduct>> {
  if (ids.length === 0) return [];
  return unsafeIn(await select().where("id", "in", ids).execute());
}

export async function listVisibleWithoutContacts(limit: number): Promise<ReadonlyArray<UnsafeProduct>> {
  const found: Array<UnsafeProduct> = [];
  for (let after = -1; found.length < limit;) {
    const rows = await select().where("is_visible", "=", 1).where("id", ">", after).limit(BATCH).execute();
    found.push(...unsafeIn(rows));
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  return found.slice(0, limit);
}

/** In the order of `ids`, also of hidden products: what was sold keeps its warnings and its producer's guarantee. */
export async function findWarnings(ids: ReadonlyArray<number>) {
  if (ids.length === 0) return [];
  const rows = await select().where("id", "in", ids).execute();
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [];
    const { warnings, durability } = productDetailsSchema.parse(JSON.parse(row.details));
    return [{ name: row.name, warnings: warnings.map(({ text }) => text), durability }];
  });
}

function select() {
  return currentDb().selectFrom("products").select(["id", "name", "sku", "details"]).orderBy("id");
}

function unsafeIn(rows: Awaited<ReturnType<ReturnType<typeof select>["execute"]>>) {
  return rows.flatMap(({ id, name, sku, details }) => {
    const missing = missingContacts(contactsOf(productDetailsSchema.parse(JSON.parse(details))));
    return missing.length > 0 ? [{ id, name, sku, missing }] : [];
  });
}

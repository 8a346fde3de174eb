import { type Selectable, sql } from "kysely";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import type { Currency } from "#app/models/shared/currency.ts";

import { cartChanged } from "./events.server.ts";

export type CartRow = Selectable<Database["carts"]>;

type Named = Readonly<{ id: CartId }>;

const cartRows = compiledQuery((database, { id }: Named) =>
  database.selectFrom("carts").selectAll().where("id", "=", id),
);

export async function findCartRow(id: CartId): Promise<CartRow | null> {
  const [row = null] = await cartRows({ id });
  return row;
}

type Touched = Readonly<{ id: CartId; at: string }>;

const touchedRows = compiledQuery((database, { id, at }: Touched) =>
  database
    .updateTable("carts")
    .set({ version: sql<number>`version + 1`, updated_at: at })
    .where("id", "=", id)
    .returningAll(),
);

/** Raises the version and locks the row until the transaction ends. */
export async function lockCart(id: CartId, now: Date): Promise<CartRow | null> {
  const [row = null] = await touchedRows({ id, at: now.toISOString() });
  if (row) await cartChanged.publish({ cartId: id, now });
  return row;
}

export async function setCurrency(id: CartId, currency: Currency): Promise<void> {
  await db().updateTable("carts").set({ currency }).where("id", "=", id).execute();
}

export async function bumpCartVersion(id: CartId, now: Date): Promise<boolean> {
  return (await lockCart(id, now)) !== null;
}

const createdRows = compiledQuery(
  (database, { id, at, currency }: Touched & Readonly<{ currency: Currency }>) =>
    database.insertInto("carts").values({ id, currency, created_at: at, updated_at: at }).returningAll(),
);

export async function createCart(currency: Currency, now: Date): Promise<CartRow> {
  const id = newId("cart");
  const [row] = await createdRows({ id, at: now.toISOString(), currency });
  if (!row) throw new Error(`The cart ${id} was not made`);
  return row;
}

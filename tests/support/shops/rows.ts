/** Rows of any table, by the values of their columns: what tests look at, write and change by hand. */
import type { Insertable, Selectable, Updateable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

type Table = keyof Database;
type Row<Name extends Table> = Selectable<Database[Name]>;
type Values<Name extends Table> = Readonly<Partial<Row<Name>>>;

/** All rows with these values, in any order. */
export async function rowsOf<Name extends Table>(
  table: Name,
  values?: Values<Name>,
): Promise<ReadonlyArray<Row<Name>>> {
  const name: Table = table;
  const rows = await db()
    .selectFrom(name)
    .selectAll()
    .where((row) => row.and((values ?? {}) as never))
    .execute();
  return rows as unknown as ReadonlyArray<Row<Name>>;
}

/** The only row with these values. */
export async function rowOf<Name extends Table>(table: Name, values?: Values<Name>): Promise<Row<Name>> {
  const [row, ...others] = await rowsOf(table, values);
  if (!row || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} rows in ${table}`);
  return row;
}

export async function insertRows<Name extends Table>(
  table: Name,
  ...rows: ReadonlyArray<Insertable<Database[Name]>>
): Promise<void> {
  const name: Table = table;
  await db().insertInto(name).values(rows).execute();
}

/** Changes all rows with these values. */
export async function changeRows<Name extends Table>(
  table: Name,
  values: Values<Name>,
  changes: Updateable<Database[Name]>,
): Promise<void> {
  const name: Table = table;
  await db()
    .updateTable(name)
    .set(changes as never)
    .where((row) => row.and(values as never))
    .execute();
}

/** What the jobs of a kind that were queued so far are told. */
export async function payloadsOf<Payload>(kind: string): Promise<ReadonlyArray<Payload>> {
  return (await rowsOf("jobs", { kind })).map(({ payload }) => JSON.parse(payload) as Payload);
}

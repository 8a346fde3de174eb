/** The desk's days off (requirement shipping-4); part of the store, so that every change moves its version. */
import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok, type Result } from "#app/models/shared/result.ts";

import { checkClosure, type Closure } from "./closure.ts";

export type StoredClosure = Closure & Readonly<{ id: number }>;

/** By first day; those that are over too, because promises of earlier orders counted them. */
export async function listClosures(): Promise<ReadonlyArray<StoredClosure>> {
  const rows = await db().selectFrom("closures").selectAll().orderBy("first_day").orderBy("id").execute();
  return rows.map(({ id, first_day, last_day, name }) => ({
    ...{ id, firstDay: first_day, lastDay: last_day, name },
  }));
}

export async function lockClosure(id: number): Promise<void> {
  await db()
    .updateTable("closures")
    .set((own) => ({ name: own.ref("name") }))
    .where("id", "=", id)
    .execute();
}

const columnsOf = ({ firstDay, lastDay, name }: Closure) => ({
  ...{ first_day: firstDay, last_day: lastDay, name },
});

type Changing<Value> = Promise<Result<Value, "closure-reversed" | "closure-too-long">>;

/** `id` is null for one that is no row of before. What is sent twice with one `request` adds one. */
export async function addClosure(
  closure: Closure & Readonly<{ id: number | null }>,
  request: string,
): Changing<Readonly<{ key: string; isNew: boolean }>> {
  const checked = checkClosure(closure);
  if (!checked.ok) return checked;
  const { id } = closure;
  const columns = columnsOf(closure);
  const row = await db()
    .insertInto("closures")
    .values({ ...columns, request_key: request, ...(id === null ? {} : { id }) })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) {
    await bumpCatalogueVersion();
    return ok({ key: String(row.id), isNew: true });
  }
  const sent = await db()
    .selectFrom("closures")
    .selectAll()
    .where("request_key", "=", request)
    .executeTakeFirstOrThrow();
  const isSame = Object.entries(columns).every(([name, text]) => sent[name as keyof typeof columns] === text);
  return isSame ? ok({ key: String(sent.id), isNew: false }) : addClosure(closure, newId("request"));
}

export async function changeClosure(id: number, closure: Closure): Changing<string> {
  const checked = checkClosure(closure);
  if (!checked.ok) return checked;
  await db().updateTable("closures").set(columnsOf(closure)).where("id", "=", id).execute();
  await bumpCatalogueVersion();
  return ok(String(id));
}

export async function removeClosure(id: number): Promise<Result<null, never>> {
  await db().deleteFrom("closures").where("id", "=", id).execute();
  await bumpCatalogueVersion();
  return ok(null);
}

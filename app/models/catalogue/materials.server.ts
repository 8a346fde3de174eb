/** What products are made of, and how to care for it. */
import { db } from "#app/db/db.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

type TypedMaterial = Readonly<{ name: string; care: string }>;
export type Material = TypedMaterial & Readonly<{ id: number }>;

export async function listMaterials(): Promise<ReadonlyArray<Material>> {
  return db().selectFrom("materials").select(["id", "name", "care"]).orderBy("name").orderBy("id").execute();
}

/** Until the transaction ends nobody else changes it. */
export async function lockMaterial(id: number): Promise<void> {
  await db()
    .updateTable("materials")
    .set((own) => ({ name: own.ref("name") }))
    .where("id", "=", id)
    .execute();
}

/** `id` is null for one that is no row of before. What is sent twice with one `request` adds one. */
export async function addMaterial(
  material: TypedMaterial & Readonly<{ id: number | null }>,
  request: string,
): Promise<Readonly<{ key: string; isNew: boolean }>> {
  const { id, name, care } = material;
  const row = await db()
    .insertInto("materials")
    .values({ request_key: request, name, care, ...(id === null ? {} : { id }) })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) return { key: String(row.id), isNew: true };
  const sent = await db()
    .selectFrom("materials")
    .selectAll()
    .where("request_key", "=", request)
    .executeTakeFirstOrThrow();
  if (sent.name === name && sent.care === care) return { key: String(sent.id), isNew: false };
  return addMaterial(material, newId("request"));
}

export async function changeMaterial(id: number, { name, care }: TypedMaterial): Promise<void> {
  await db().updateTable("materials").set({ name, care }).where("id", "=", id).execute();
}

export async function removeMaterial(id: number): Promise<void> {
  await db().deleteFrom("materials").where("id", "=", id).execute();
}

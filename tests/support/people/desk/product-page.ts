import { db } from "#app/db/db.server.ts";
import { type DraftState, findDraftState } from "#app/models/desk/products/product-steps.server.ts";

export async function productIdOf(slug: string): Promise<number> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function draftStateOf(id: number): Promise<DraftState> {
  const state = await findDraftState(id);
  if (!state) throw new Error("no such product");
  return state;
}

/** Products of the demo as the desk edits them. */
import { db } from "#app/db/db.server.ts";
import type { ProductChanges } from "#app/models/catalogue/editing/product-fields.ts";
import type { UploadedImage } from "#app/models/catalogue/editing/product-images.server.ts";
import {
  type DraftState,
  findDraftState,
  type ProductEdit,
} from "#app/models/desk/products/product-steps.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";

export async function productId(slug: string): Promise<number> {
  const query = db().selectFrom("products").select("id").where("slug", "=", slug);
  return (await query.executeTakeFirstOrThrow()).id;
}

export async function draftState(id: number): Promise<DraftState> {
  const state = await findDraftState(id);
  if (!state) throw new Error("no such product");
  return state;
}

/** The form as the page of `state` has it, with some fields typed anew. */
export function productForm(
  state: DraftState,
  typed: ProductChanges = {},
  uploads: ReadonlyArray<UploadedImage> = [],
): ProductEdit {
  return {
    ...{ id: state.id, version: state.version, marks: textMarks(state.fields), uploads },
    typed: { ...state.fields, ...typed },
  };
}

/** The form of the product as it is now, with some fields typed anew. */
export async function formNow(id: number, typed: ProductChanges = {}): Promise<ProductEdit> {
  return productForm(await draftState(id), typed);
}

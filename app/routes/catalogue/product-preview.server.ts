import { pathSegments } from "#app/http/request/path-params.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { isDeskPath } from "#app/http/server/desk-host.server.ts";
import { viewedCookie } from "#app/http/session/viewed-cookie.server.ts";
import { previewProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { imagesOf } from "#app/models/catalogue/editing/product-images.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { type DraftState, findDraftState } from "#app/models/desk/products/product-steps.server.ts";
import { refused } from "#app/models/shared/result.ts";

/** Null for an address of the shop. Throws for who may not see it, and for a product that does not exist. */
export async function findPreview(request: Request, now: Date): Promise<Product | null> {
  if (!isPreview(request)) return null;
  await requireStaff(request, "see-products");
  const [id = ""] = pathSegments(request).slice(2);
  const state = /^[1-9]\d{0,8}$/.test(id) ? await findDraftState(Number(id)) : null;
  if (state && !hasImage(state)) throw deskRefusal(refused("images-none"));
  const product = state && (await previewProduct(state.id, state.fields, now));
  if (!product) throw deskRefusal(refused("NOT_FOUND"));
  return product;
}

/** The page of a product is not drawn without one. */
function hasImage({ published, fields }: DraftState): boolean {
  return [published, fields].some(({ images }) => imagesOf(images).length > 0);
}

export async function productOrPreview(
  id: number,
  preview: Product | null,
  now: Date,
): Promise<Product | null> {
  return preview ?? findProduct(id, now);
}

export function previewMark(preview: Product | null): Readonly<{ isPreview?: true }> {
  return preview ? { isPreview: true } : {};
}

/** The cookie of the products that this browser has seen; null in a preview. */
export async function noteViewed(request: Request, id: number): Promise<string | null> {
  return isPreview(request) ? null : viewedCookie(request, id);
}

export async function refuseInPreview(request: Request): Promise<void> {
  if (!isPreview(request)) return;
  await requireStaff(request, "see-products");
  throw deskRefusal(refused("no-form"));
}

function isPreview(request: Request): boolean {
  return isDeskPath(new URL(request.url).pathname);
}

import { readSavedListId, clearSavedListCookie } from "#app/http/session/saved-list-cookie.server.ts";
import { joinSavedItems } from "#app/models/cart/saved-for-later.server.ts";
import type { SavedOwner } from "#app/models/cart/saved-for-later.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

import { findVisitor } from "./require-customer.server.ts";

export async function currentSavedOwner(request: Request): Promise<SavedOwner | null> {
  const [customer, listId] = await Promise.all([findVisitor(request), readSavedListId(request)]);
  if (customer) return { customerId: customer.id };
  return listId && { listId };
}

export async function takeOverSavedItems(
  request: Request,
  customerId: CustomerId,
): Promise<Readonly<{ cookie: string; isCut: boolean }> | null> {
  const listId = await readSavedListId(request);
  if (!listId) return null;
  const isCut = await joinSavedItems(customerId, listId);
  return { cookie: await clearSavedListCookie(), isCut };
}

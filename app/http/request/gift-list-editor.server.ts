import { notFound } from "#app/http/response/responses.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { findOwnGiftList, type ListEditor } from "#app/models/gift-list/access.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { isGiftListId } from "#app/models/shared/ids.ts";

import { findVisitor } from "./require-customer.server.ts";

export async function listEditor(request: Request): Promise<ListEditor> {
  const [deviceHash, customer] = await Promise.all([readGiftDeviceHash(request), findVisitor(request)]);
  return { deviceHash, customer };
}

/** For the owner and co-owners. Throws 404 for anybody else. */
export async function requireOwnGiftList(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<EditedList> {
  const list = isGiftListId(listId) ? await findOwnGiftList(listId, await listEditor(request), now) : null;
  if (!list) throw notFound(request);
  return list;
}

/** For the owner alone. Throws 404 for anybody else, co-owners included. */
export async function requireOwnedGiftList(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<EditedList> {
  const list = await requireOwnGiftList(request, listId, now);
  if (list.role !== "owner") throw notFound(request);
  return list;
}

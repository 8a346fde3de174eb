/** Who asks for a gift list. */
import { notFound } from "#app/http/response/responses.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { findOwnGiftList, type ListEditor } from "#app/models/gift-list/access.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { isGiftListId } from "#app/models/shared/ids.ts";

import { findVisitor } from "./require-customer.server.ts";

export async function listEditor(request: Request): Promise<ListEditor> {
  const [deviceHash, customer] = await Promise.all([readGiftDeviceHash(request), findVisitor(request)]);
  return { deviceHash, customer };
}

/** The visitor's own list. Throws 404 for any other. */
export async function requireOwnGiftList(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<GiftList> {
  const list = isGiftListId(listId) ? await findOwnGiftList(listId, await listEditor(request), now) : null;
  if (!list) throw notFound(request);
  return list;
}

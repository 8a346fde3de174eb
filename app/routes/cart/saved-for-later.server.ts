/** All end on the basket by 303, so that a reload repeats nothing. */
import { noteEvents } from "#app/http/request/analytics.server.ts";
import { assignCartToCustomer, linkMarkedGuestCart } from "#app/http/request/current-cart.server.ts";
import { currentSavedOwner } from "#app/http/request/current-saved-list.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { cartIdCookie, clearCartIdCookie } from "#app/http/session/cookies.server.ts";
import { savedListCookie } from "#app/http/session/saved-list-cookie.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { itemsEvent } from "#app/models/analytics/events.ts";
import { moveToCart, removeSavedItem, saveForLater } from "#app/models/cart/saved-for-later.server.ts";
import { SAVED_LIST_FULL, type SavedOwner } from "#app/models/cart/saved-for-later.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, CartLineId, SavedItemId } from "#app/models/shared/ids.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { paths } from "#app/paths.ts";

export const SAVED_PARAMETER = "saved";

type Outcome = Response | Refusal<ShopErrorCode>;

export async function answerSave(
  request: Request,
  line: Readonly<{ cartId: CartId; lineId: CartLineId }>,
): Promise<Outcome> {
  const now = new Date();
  const owner = (await currentSavedOwner(request)) ?? { listId: newId("savedlist") };
  const saved = await saveForLater(owner, line, now);
  if (!saved.ok) return saved;
  const { cart, line: moved, savedId, isCut } = saved.value;
  await noteEvents(request, itemsEvent("remove_from_cart", [moved]));
  const headers = await noteHeaders(request, isCut ? [SAVED_LIST_FULL] : []);
  headers.append("Set-Cookie", await (cart ? cartIdCookie(cart.id) : clearCartIdCookie()));
  await keepList(headers, owner);
  return seeOther(`${paths.cart()}?${SAVED_PARAMETER}=${savedId}`, headers);
}

export async function answerMove(
  request: Request,
  { cartId, savedId }: Readonly<{ cartId: CartId | null; savedId: SavedItemId }>,
): Promise<Outcome> {
  const now = new Date();
  const owner = await currentSavedOwner(request);
  const moved = await moveToCart(owner, { cartId, savedId }, now);
  if (!moved.ok) return moved;
  const { cart, created, lineIds, quantity, isFewer } = moved.value;
  await (created ? assignCartToCustomer : linkMarkedGuestCart)(request, cart.id, now);
  const lines = cart.lines.filter(({ id }) => lineIds.includes(id)).map((line) => ({ ...line, quantity }));
  await noteEvents(request, itemsEvent("add_to_cart", lines));
  const headers = await noteHeaders(request, isFewer ? [`We moved ${quantity}. That is all we have.`] : []);
  headers.append("Set-Cookie", await cartIdCookie(cart.id));
  if (owner) await keepList(headers, owner);
  return seeOther(paths.cart(), headers);
}

export async function answerRemoveSaved(request: Request, savedId: SavedItemId): Promise<Outcome> {
  const owner = await currentSavedOwner(request);
  const name = await removeSavedItem(owner, savedId);
  const headers = await noteHeaders(request, name === null ? [] : [`${name} removed from your saved items.`]);
  if (owner) await keepList(headers, owner);
  return seeOther(paths.cart(), headers);
}

async function noteHeaders(request: Request, notes: ReadonlyArray<string>): Promise<Headers> {
  const headers = new Headers();
  if (notes.length === 0) return headers;
  const session = await readSession(request);
  session.setFlash({ tone: "info", text: notes.join(" ") });
  const cookie = await commitSession(session);
  if (cookie) headers.append("Set-Cookie", cookie);
  return headers;
}

async function keepList(headers: Headers, owner: SavedOwner): Promise<void> {
  if ("listId" in owner) headers.append("Set-Cookie", await savedListCookie(owner.listId));
}

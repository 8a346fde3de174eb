/** The wishlist of the visitor: a customer's in the database, a guest's in their cookie. */
import type { WithHeaders } from "#app/http/session/cookies.server.ts";
import {
  clearGuestFavouritesCookie,
  type GuestFavourites,
  guestFavouritesCookie,
  readGuestFavourites,
} from "#app/http/session/wishlist-cookie.server.ts";
import type { CustomerId, SharedListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import {
  adoptCopy,
  findCustomerShare,
  findGuestShare,
  shareCopy,
  shareOwnList,
  stopSharingCopy,
  stopSharingOwnList,
} from "#app/models/wishlist/shared-wishlist.server.ts";
import type { SharedList } from "#app/models/wishlist/wishlist.ts";
import {
  addFavourites,
  knownFavourites,
  listFavourites,
  removeFavourite,
  restoreFavourite,
  type SavedFavourite,
  saveFavourite,
} from "#app/models/wishlist/wishlist.server.ts";
import {
  type Favourite,
  type Favourites,
  GUEST_FAVOURITES_MAX,
  newFavourites,
  restoredFavourite,
  withFavourite,
  withoutFavourite,
} from "#app/models/wishlist/wishlist.ts";

import { findVisitor } from "./require-customer.server.ts";

export type Keeper =
  | Readonly<{ kind: "customer"; customerId: CustomerId }>
  | Readonly<{ kind: "guest"; guest: GuestFavourites }>;

export async function currentKeeper(request: Request): Promise<Keeper> {
  return keeperFor(request, (await findVisitor(request))?.id ?? null);
}

export async function keeperFor(request: WithHeaders, customerId: CustomerId | null): Promise<Keeper> {
  if (customerId) return { kind: "customer", customerId };
  return { kind: "guest", guest: await readGuestFavourites(request) };
}

/** The list, the newest first. One query for a customer, none for a guest. */
export async function favouritesOf(keeper: Keeper): Promise<ReadonlyArray<SavedFavourite>> {
  if (keeper.kind === "customer") return listFavourites(keeper.customerId);
  return keeper.guest.list.map((favourite) => ({ ...favourite, savedPrice: null }));
}

/** `cookie` is the Set-Cookie text of a guest's changed list, or null. */
export type Done = Readonly<{ cookie: string | null; count: number }>;
type Changed = Result<Done, "product-not-found" | "NOT_FOUND">;

export async function save(keeper: Keeper, favourite: Favourite, now: Date): Promise<Changed> {
  if (keeper.kind === "customer") {
    const saved = await saveFavourite(keeper.customerId, favourite, now);
    return saved.ok ? ok({ cookie: null, count: 1 }) : saved;
  }
  const [known] = await knownFavourites([favourite]);
  if (!known) return refused("product-not-found");
  return keep(keeper.guest, withFavourite(keeper.guest.list, known, GUEST_FAVOURITES_MAX), 1);
}

/** Adds products that are not saved yet, in the given order, before the others. */
export async function saveAll(keeper: Keeper, list: Favourites, now: Date): Promise<Changed> {
  if (keeper.kind === "customer") {
    const added = await addFavourites(keeper.customerId, list, now);
    return added.ok ? ok({ cookie: null, count: added.value }) : added;
  }
  const fresh = newFavourites(keeper.guest.list, list, GUEST_FAVOURITES_MAX);
  const known = await knownFavourites(fresh);
  const all = [...known, ...keeper.guest.list].slice(0, GUEST_FAVOURITES_MAX);
  return keep(keeper.guest, all, known.length);
}

export async function remove(keeper: Keeper, productIds: ReadonlyArray<number>, now: Date): Promise<Done> {
  if (keeper.kind === "customer") {
    for (const id of productIds) await removeFavourite(keeper.customerId, id, now);
    return { cookie: null, count: productIds.length };
  }
  const left = productIds.reduce(withoutFavourite, keeper.guest.list);
  return (await keep(keeper.guest, left, productIds.length)).value;
}

/** Puts `favourite` back at its former place `at`. */
export async function restore(keeper: Keeper, favourite: Favourite, at: number): Promise<Done> {
  if (keeper.kind === "customer") {
    await restoreFavourite(keeper.customerId, favourite.productId);
    return { cookie: null, count: 1 };
  }
  const list = restoredFavourite(keeper.guest.list, favourite, at).slice(0, GUEST_FAVOURITES_MAX);
  return (await keep(keeper.guest, list, 1)).value;
}

async function keep(guest: GuestFavourites, list: Favourites, count: number) {
  return ok({ cookie: await guestFavouritesCookie({ ...guest, list }), count });
}

export async function findShare(keeper: Keeper, now: Date): Promise<SharedList | null> {
  if (keeper.kind === "customer") return findCustomerShare(keeper.customerId, now);
  return keeper.guest.sharedId && findGuestShare(keeper.guest.sharedId, now);
}

export async function share(
  keeper: Keeper,
  now: Date,
): Promise<Result<Done, "favourites-empty" | "shared-list-not-found">> {
  if (keeper.kind === "customer") {
    const shared = await shareOwnList(keeper.customerId, now);
    return shared.ok ? ok({ cookie: null, count: 1 }) : shared;
  }
  const { list, sharedId } = keeper.guest;
  const shared = await shareCopy(list, sharedId, now);
  return shared.ok ? ok(await remembered(list, shared.value)) : shared;
}

export async function stopSharing(keeper: Keeper): Promise<Done> {
  if (keeper.kind === "customer") {
    await stopSharingOwnList(keeper.customerId);
    return { cookie: null, count: 0 };
  }
  if (keeper.guest.sharedId) await stopSharingCopy(keeper.guest.sharedId);
  return remembered(keeper.guest.list, null);
}

async function remembered(list: Favourites, sharedId: SharedListId | null): Promise<Done> {
  return { cookie: await guestFavouritesCookie({ list, sharedId }), count: 1 };
}

/**
 * Merges the guest's list and its link into the customer's at login. Returns the Set-Cookie text that clears the
 * guest's list, or null.
 */
export async function takeOverFavourites(
  request: Request,
  customerId: CustomerId,
  now: Date,
): Promise<string | null> {
  const { list, sharedId } = await readGuestFavourites(request);
  if (list.length === 0 && sharedId === null) return null;
  const added = await addFavourites(customerId, list, now);
  if (!added.ok) return null;
  if (sharedId) await adoptCopy(customerId, sharedId);
  return clearGuestFavouritesCookie();
}

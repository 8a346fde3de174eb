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

export type ListOwner =
  | Readonly<{ kind: "customer"; customerId: CustomerId }>
  | Readonly<{ kind: "guest"; guest: GuestFavourites }>;

export async function currentListOwner(request: Request): Promise<ListOwner> {
  return ownerFor(request, (await findVisitor(request))?.id ?? null);
}

export async function ownerFor(request: WithHeaders, customerId: CustomerId | null): Promise<ListOwner> {
  if (customerId) return { kind: "customer", customerId };
  return { kind: "guest", guest: await readGuestFavourites(request) };
}

/** The newest first. One query for a customer, none for a guest. */
export async function favouritesOf(owner: ListOwner): Promise<ReadonlyArray<SavedFavourite>> {
  if (owner.kind === "customer") return listFavourites(owner.customerId);
  return owner.guest.list.map((favourite) => ({ ...favourite, savedPrice: null }));
}

/** `cookie` is the Set-Cookie text of a guest's changed list, or null. */
export type ListChange = Readonly<{ cookie: string | null; count: number }>;
type Changed = Result<ListChange, "product-not-found" | "NOT_FOUND">;

export async function save(owner: ListOwner, favourite: Favourite, now: Date): Promise<Changed> {
  if (owner.kind === "customer") {
    const saved = await saveFavourite(owner.customerId, favourite, now);
    return saved.ok ? ok({ cookie: null, count: 1 }) : saved;
  }
  const [known] = await knownFavourites([favourite]);
  if (!known) return refused("product-not-found");
  return keep(owner.guest, withFavourite(owner.guest.list, known, GUEST_FAVOURITES_MAX), 1);
}

/** Adds products that are not saved yet, in the given order, before the others. */
export async function saveAll(owner: ListOwner, list: Favourites, now: Date): Promise<Changed> {
  if (owner.kind === "customer") {
    const added = await addFavourites(owner.customerId, list, now);
    return added.ok ? ok({ cookie: null, count: added.value }) : added;
  }
  const fresh = newFavourites(owner.guest.list, list, GUEST_FAVOURITES_MAX);
  const known = await knownFavourites(fresh);
  const all = [...known, ...owner.guest.list].slice(0, GUEST_FAVOURITES_MAX);
  return keep(owner.guest, all, known.length);
}

export async function remove(
  owner: ListOwner,
  productIds: ReadonlyArray<number>,
  now: Date,
): Promise<ListChange> {
  if (owner.kind === "customer") {
    for (const id of productIds) await removeFavourite(owner.customerId, id, now);
    return { cookie: null, count: productIds.length };
  }
  const left = productIds.reduce(withoutFavourite, owner.guest.list);
  return (await keep(owner.guest, left, productIds.length)).value;
}

export async function restore(owner: ListOwner, favourite: Favourite, at: number): Promise<ListChange> {
  if (owner.kind === "customer") {
    await restoreFavourite(owner.customerId, favourite.productId);
    return { cookie: null, count: 1 };
  }
  const list = restoredFavourite(owner.guest.list, favourite, at).slice(0, GUEST_FAVOURITES_MAX);
  return (await keep(owner.guest, list, 1)).value;
}

async function keep(guest: GuestFavourites, list: Favourites, count: number) {
  return ok({ cookie: await guestFavouritesCookie({ ...guest, list }), count });
}

export async function findShare(owner: ListOwner, now: Date): Promise<SharedList | null> {
  if (owner.kind === "customer") return findCustomerShare(owner.customerId, now);
  return owner.guest.sharedId && findGuestShare(owner.guest.sharedId, now);
}

export async function share(
  owner: ListOwner,
  now: Date,
): Promise<Result<ListChange, "favourites-empty" | "shared-list-not-found">> {
  if (owner.kind === "customer") {
    const shared = await shareOwnList(owner.customerId, now);
    return shared.ok ? ok({ cookie: null, count: 1 }) : shared;
  }
  const { list, sharedId } = owner.guest;
  const shared = await shareCopy(list, sharedId, now);
  return shared.ok ? ok(await remembered(list, shared.value)) : shared;
}

export async function stopSharing(owner: ListOwner): Promise<ListChange> {
  if (owner.kind === "customer") {
    await stopSharingOwnList(owner.customerId);
    return { cookie: null, count: 0 };
  }
  if (owner.guest.sharedId) await stopSharingCopy(owner.guest.sharedId);
  return remembered(owner.guest.list, null);
}

async function remembered(list: Favourites, sharedId: SharedListId | null): Promise<ListChange> {
  return { cookie: await guestFavouritesCookie({ list, sharedId }), count: 1 };
}

/** Returns the Set-Cookie text that clears the guest's list, or null. */
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

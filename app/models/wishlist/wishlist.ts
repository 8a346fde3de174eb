/** Favourites: the products somebody means to come back to, the newest first. */
import type { ProductCard } from "#app/models/catalogue/product.ts";
import type { Money } from "#app/models/shared/money.ts";

/** Most products a browser keeps in its cookie. The oldest make way. */
export const GUEST_FAVOURITES_MAX = 50;
/** Most products an account keeps. The oldest make way. */
export const CUSTOMER_FAVOURITES_MAX = 100;

/** A product, and the variant that was chosen when it was saved, if any. A product is in a list once. */
export type Favourite = Readonly<{ productId: number; variantId: number | null }>;
export type Favourites = ReadonlyArray<Favourite>;

/** A favourite as its page shows it. */
export type FavouriteCard = Readonly<{
  /** In the chosen variant. */
  product: ProductCard;
  variantId: number | null;
  /** "Sunset", or null. */
  variantLabel: string | null;
  /** How much less it costs than when it was saved, or null. */
  saving: Money | null;
}>;

/** `list` with `favourite` first; what was saved before keeps one place, and takes the newly chosen variant. */
export function withFavourite(list: Favourites, favourite: Favourite, max: number): Favourites {
  return [favourite, ...withoutFavourite(list, favourite.productId)].slice(0, max);
}

export function withoutFavourite(list: Favourites, productId: number): Favourites {
  return list.filter((one) => one.productId !== productId);
}

/** `list` with `favourite` back at the place `at` (from 0) where it was. */
export function restoredFavourite(list: Favourites, favourite: Favourite, at: number): Favourites {
  const others = withoutFavourite(list, favourite.productId);
  return [...others.slice(0, at), favourite, ...others.slice(at)];
}

/** Of the list `added`, in its order, the newest that are not in `list` yet: at most `max` in all. */
export function newFavourites(list: Favourites, added: Favourites, max: number): Favourites {
  const known = new Set(list.map(({ productId }) => productId));
  const fresh = added.filter(({ productId }, index) => {
    const isFirst = added.findIndex((one) => one.productId === productId) === index;
    return isFirst && !known.has(productId);
  });
  return fresh.slice(0, max);
}

/** "101", or "101-1003" with a variant: what a button sends. */
export function favouriteText({ productId, variantId }: Favourite): string {
  return variantId === null ? String(productId) : `${productId}-${variantId}`;
}

const FAVOURITE_TEXT = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/;

/** The favourite that `text` names, or null. */
export function readFavourite(text: string): Favourite | null {
  const found = FAVOURITE_TEXT.exec(text);
  if (!found) return null;
  return { productId: Number(found[1]), variantId: found[2] === undefined ? null : Number(found[2]) };
}

/** A list as short text: "101-1003.102". */
export function favouritesText(list: Favourites): string {
  return list.map(favouriteText).join(".");
}

/** The list that `text` holds, at most `max`; whatever is no favourite, or there twice, is left out. */
export function readFavourites(text: string, max: number): Favourites {
  const found = text.split(".").flatMap((part) => readFavourite(part) ?? []);
  const first = new Map<number, Favourite>();
  for (const one of found) if (!first.has(one.productId)) first.set(one.productId, one);
  return [...first.values()].slice(0, max);
}

/** What it costs less now than when it was saved, or null when it does not. */
export function savingSince(saved: Money | null, now: Money): Money | null {
  if (!saved || saved.currency !== now.currency || saved.minor <= now.minor) return null;
  return { minor: saved.minor - now.minor, currency: now.currency };
}

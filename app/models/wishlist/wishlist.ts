import type { ProductSummary } from "#app/models/catalogue/product.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { SharedListId } from "#app/models/shared/ids.ts";

/** The oldest are dropped. */
export const GUEST_FAVOURITES_MAX = 50;
export const CUSTOMER_FAVOURITES_MAX = 100;

/** A product is in a list once. */
export type Favourite = Readonly<{ productId: number; variantId: number | null }>;
export type Favourites = ReadonlyArray<Favourite>;

export type FavouriteCard = Readonly<{
  product: ProductSummary;
  variantId: number | null;
  variantLabel: string | null;
  /** Than when it was saved. */
  saving: Money | null;
}>;

export function withFavourite(list: Favourites, favourite: Favourite, max: number): Favourites {
  return [favourite, ...withoutFavourite(list, favourite.productId)].slice(0, max);
}

export function withoutFavourite(list: Favourites, productId: number): Favourites {
  return list.filter((one) => one.productId !== productId);
}

export function restoredFavourite(list: Favourites, favourite: Favourite, at: number): Favourites {
  const others = withoutFavourite(list, favourite.productId);
  return [...others.slice(0, at), favourite, ...others.slice(at)];
}

export function newFavourites(list: Favourites, added: Favourites, max: number): Favourites {
  const known = new Set(list.map(({ productId }) => productId));
  const fresh = added.filter(({ productId }, index) => {
    const isFirst = added.findIndex((one) => one.productId === productId) === index;
    return isFirst && !known.has(productId);
  });
  return fresh.slice(0, max);
}

export function favouriteText({ productId, variantId }: Favourite): string {
  return variantId === null ? String(productId) : `${productId}-${variantId}`;
}

const FAVOURITE_TEXT = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/;

export function readFavourite(text: string): Favourite | null {
  const found = FAVOURITE_TEXT.exec(text);
  if (!found) return null;
  return { productId: Number(found[1]), variantId: found[2] === undefined ? null : Number(found[2]) };
}

export function favouritesText(list: Favourites): string {
  return list.map(favouriteText).join(".");
}

export function readFavourites(text: string, max: number): Favourites {
  const found = text.split(".").flatMap((part) => readFavourite(part) ?? []);
  const first = new Map<number, Favourite>();
  for (const one of found) if (!first.has(one.productId)) first.set(one.productId, one);
  return [...first.values()].slice(0, max);
}

export function savingSince(saved: Money | null, now: Money): Money | null {
  if (!saved || saved.currency !== now.currency || saved.minor <= now.minor) return null;
  return { minor: saved.minor - now.minor, currency: now.currency };
}

const SHARED_COPY_DAYS = 90;

export type SharedList = Readonly<{
  id: SharedListId;
  /** "live" follows a customer's list; "copy" does not change. */
  kind: "live" | "copy";
  /** ISO 8601; null if it has no end. */
  endsAt: string | null;
}>;

/** ISO 8601. */
export function copyEndsAt(now: Date): string {
  return new Date(now.getTime() + SHARED_COPY_DAYS * 86_400_000).toISOString();
}

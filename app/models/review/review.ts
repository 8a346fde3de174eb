/** What customers say about a product. */
import type { Rating } from "#app/models/catalogue/rating.ts";

export type Review = Readonly<{
  id: number;
  /** 1 to 5. */
  rating: number;
  title: string;
  body: string;
  author: string;
  isVerified: boolean;
  helpfulCount: number;
  shopReply: string | null;
  /** ISO 8601. */
  createdAt: string;
}>;

/** Most stars that a review can give. */
export const RATING_MAX = 5;
/** Marks that a review can give. */
export const STARS = [5, 4, 3, 2, 1] as const;

/**
 * What is known of who wrote a review: "customer" was logged in, "order" came by a link from an e-mail about an order
 * of theirs, "guest" only typed an address. Null: it came with the catalogue.
 */
export type ReviewAuthorKind = "customer" | "order" | "guest";

/** True when what is known of the author of `later` is enough to put their review in the place of `earlier`. */
export function mayReplace(later: ReviewAuthorKind | null, earlier: ReviewAuthorKind | null): boolean {
  return later !== "guest" || earlier === "guest";
}

/** What `ratings` (each 1 to 5) come to, or null when there are none. */
export function ratingOf(ratings: ReadonlyArray<number>): Rating | null {
  if (ratings.length === 0) return null;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return {
    average: Math.round((sum * 100) / ratings.length) / 100,
    count: ratings.length,
    distribution: STARS.map((stars) => ({
      stars,
      count: ratings.filter((rating) => rating === stars).length,
    })),
  };
}

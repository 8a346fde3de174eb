import type { Rating } from "#app/models/catalogue/rating.ts";

export type Review = Readonly<{
  id: number;
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

export const RATING_MAX = 5;
export const STARS = [5, 4, 3, 2, 1] as const;

export const REVIEW_TITLE_MAX = 100;
export const REVIEW_BODY_MAX = 3_000;
export const REVIEW_AUTHOR_MAX = 60;

/**
 * "customer" was logged in and had confirmed the address, "order" came by a link of an email about their order, "guest"
 * typed an address; null: from the catalogue.
 */
export type ReviewAuthorKind = "customer" | "order" | "guest";

export function mayReplace(later: ReviewAuthorKind | null, earlier: ReviewAuthorKind | null): boolean {
  return later !== "guest" || earlier === "guest";
}

/** `ratings` are 1 to 5; null without any. */
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

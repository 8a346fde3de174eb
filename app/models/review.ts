/** What customers say about a product. */

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

export type Rating = Readonly<{
  /** 1 to 5, two decimals. */
  average: number;
  count: number;
  /** How many reviews gave each number of stars, five stars first. */
  distribution: ReadonlyArray<Readonly<{ stars: number; count: number }>>;
}>;

/** Marks that a review can give. */
export const STARS = [5, 4, 3, 2, 1] as const;

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

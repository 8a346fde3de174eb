export type Rating = Readonly<{
  /** 1 to 5, two decimals. */
  average: number;
  count: number;
  distribution: ReadonlyArray<Readonly<{ stars: number; count: number }>>;
}>;

type StoredRating = Readonly<{
  rating_count: number;
  rating_average_hundredths: number;
  rating_distribution: string;
}>;

export function storedRating(row: StoredRating): Rating | null {
  if (row.rating_count === 0) return null;
  return {
    average: row.rating_average_hundredths / 100,
    count: row.rating_count,
    distribution: JSON.parse(row.rating_distribution) as Rating["distribution"],
  };
}

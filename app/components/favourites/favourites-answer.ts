/** What the forms on the page of favourites are answered, as its components read it. */

export type RemovedFavourite = Readonly<{
  name: string;
  /** What the Undo button sends: the favourite as text, and the place where it was. */
  undo: string;
  at: number;
}>;

export type FavouritesAnswer =
  Readonly<{ ok: true; removed?: RemovedFavourite | null }> | Readonly<{ ok: false; message: string }>;

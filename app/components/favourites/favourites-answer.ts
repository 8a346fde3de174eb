export type RemovedFavourite = Readonly<{
  name: string;
  /** The item as text, and its position. */
  undo: string;
  at: number;
}>;

export type FavouritesAnswer =
  Readonly<{ ok: true; removed?: RemovedFavourite | null }> | Readonly<{ ok: false; message: string }>;

export const PHOTOS_MAX = 4;
export const PHOTO_MAX_BYTES = 8_000_000;
/** All photographs, the text, and one that is too large, so that it can be named. */
export const PHOTO_FORM_MAX_BYTES = 40_000_000;

export const PHOTO_SIZES = ["whole", "small"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** WebP without any metadata. */
export type StoredPhoto = Readonly<{
  /** Hex; part of its address. */
  hash: string;
  width: number;
  height: number;
}>;

export type NumberedPhoto = StoredPhoto &
  Readonly<{
    /** From 1 within the review; it stays when another one is removed. */
    number: number;
  }>;

/** Photographs that come with a review. */

export const PHOTOS_MAX = 4;
/** Bytes of one file as it is sent. */
export const PHOTO_MAX_BYTES = 8_000_000;
/** Bytes of a whole form: all its photographs, its text, and one that is too large, so that it can be named. */
export const PHOTO_FORM_MAX_BYTES = 40_000_000;

export const PHOTO_SIZES = ["whole", "small"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** As the shop keeps it: WebP without any metadata. */
export type StoredPhoto = Readonly<{
  /** Of the picture, in hex. Part of its address. */
  hash: string;
  /** Pixels of the picture. */
  width: number;
  height: number;
}>;

export type NumberedPhoto = StoredPhoto &
  Readonly<{
    /** From 1, within the review. It stays when another one is removed. */
    number: number;
  }>;

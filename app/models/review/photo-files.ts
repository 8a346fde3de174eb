/** Files are checked here before anybody looks into them. */
import { type Refusal, refused } from "#app/models/shared/result.ts";

import { PHOTO_MAX_BYTES, PHOTOS_MAX } from "./photo.ts";

const MEGABYTE = 1_000_000;

export type SentPhoto = Readonly<{
  name: string;
  content: Uint8Array;
}>;

export function photosRefusal(
  files: ReadonlyArray<SentPhoto>,
): Refusal<"photos-too-many" | "photo-too-large"> | null {
  if (files.length > PHOTOS_MAX)
    return refused("photos-too-many", { maximum: PHOTOS_MAX, count: files.length });
  const large = files.find(({ content }) => content.byteLength > PHOTO_MAX_BYTES);
  return large
    ? refused("photo-too-large", { photo: large.name, maximum: PHOTO_MAX_BYTES / MEGABYTE })
    : null;
}

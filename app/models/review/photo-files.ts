/** What is checked of files before anybody looks into them: photographs of reviews, and images of products. */
import { type Refusal, refused } from "#app/models/shared/result.ts";

import { PHOTO_MAX_BYTES, PHOTOS_MAX } from "./photo.ts";

const MEGABYTE = 1_000_000;

export type SentPhoto = Readonly<{
  /** As its sender calls it. */
  name: string;
  content: Uint8Array;
}>;

/** Why the files are not even looked at, or null. */
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

/** How uploaded images are called: like files of the image folder, in a folder of their own. */

const UPLOADS = /^uploads\/([0-9a-f]{32})\.webp$/;

/** Each uploaded image that a text names. */
export const UPLOADS_IN_TEXT = /uploads\/([0-9a-f]{32})\.webp/g;

/** "uploads/{hash}.webp". */
export function uploadName(hash: string): string {
  return `uploads/${hash}.webp`;
}

/** The hash in the name of an uploaded image; null for any other file. */
export function uploadHash(file: string): string | null {
  return UPLOADS.exec(file)?.[1] ?? null;
}

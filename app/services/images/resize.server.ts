import sharp, { type Sharp, type SharpOptions } from "sharp";

import { UnreadableImage } from "./image-errors.ts";
import type { ImageRequest } from "./images-port.ts";

/** An image of more pixels than this is not opened: 30 kB of PNG can unfold to gigabytes. */
const PIXELS_MAX = 50_000_000;
/** Part of every name in the cache: raise it when the settings below change. */
export const ENCODER_VERSION = 2;

/** AVIF's scale differs: its 50 looks like a JPEG's 75. docs/performance.md has the efforts as measured. */
const AVIF_QUALITY = { 50: 35, 75: 50 } as const;
const AVIF_EFFORT = 1;
const WEBP_EFFORT = 4;

export const SHARP_OPTIONS: SharpOptions = {
  limitInputPixels: PIXELS_MAX,
  failOn: "error",
  sequentialRead: true,
  animated: false,
};

sharp.concurrency(1);
sharp.cache(false);

/** Throws UnreadableImage. */
export async function resizeImage(original: Uint8Array, request: ImageRequest): Promise<Uint8Array> {
  try {
    const image = sharp(original, SHARP_OPTIONS)
      .autoOrient()
      .resize({ width: request.width, withoutEnlargement: true });
    // Metadata (places, cameras, names) is dropped: sharp copies none by default.
    return await (await encode(image, request)).toBuffer();
  } catch (error) {
    throw new UnreadableImage(`Cannot read ${request.file}`, { cause: error });
  }
}

async function encode(image: Sharp, { format, quality, isFixedFormat }: ImageRequest): Promise<Sharp> {
  switch (format) {
    case "avif":
      return image.avif({ quality: AVIF_QUALITY[quality], effort: AVIF_EFFORT });
    case "webp":
      return image.webp({ quality, effort: WEBP_EFFORT });
    case "jpeg":
      // An image that can be seen through stays so where the address leaves the format to us.
      if (!isFixedFormat && (await image.metadata()).hasAlpha) return image.png({ palette: true, quality });
      return image.flatten({ background: "#ffffff" }).jpeg({ quality, progressive: true });
  }
}

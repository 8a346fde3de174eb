import sharp from "sharp";

import { type ImageMetadata, NO_METADATA } from "./images-port.ts";
import { SHARP_OPTIONS } from "./resize.server.ts";

export async function measureImage(original: Uint8Array): Promise<ImageMetadata> {
  try {
    const { width, height } = (await sharp(original, SHARP_OPTIONS).metadata()).autoOrient;
    return { width, height, ratio: width / height };
  } catch {
    return NO_METADATA;
  }
}

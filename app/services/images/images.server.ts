import { join } from "node:path";

import { config } from "#app/config.server.ts";

import { cloudinaryImages } from "./images-cloudinary.server.ts";
import { embeddedImages } from "./images-embedded.server.ts";
import type { ImagesPort } from "./images-port.ts";
import type { TransformationService } from "./transformation-address.ts";
import { findUploadedImage } from "./uploads-embedded.server.ts";

const { transformation, remoteOrigins } = config.images;

/** Works whatever the provider is: a transformation service fetches its originals from it. */
export const ownImages = embeddedImages({
  sourceDir: config.imageDir,
  cacheDir: join(config.dataDir, "images"),
  remote: { origins: remoteOrigins },
  findUploaded: findUploadedImage,
});

export const images: ImagesPort = transformation
  ? cloudinaryImages({ ...transformation, origins: remoteOrigins, own: ownImages })
  : ownImages;

/** Null: browsers ask the shop. A secret stays on the server, so a shop that signs sends browsers on itself. */
export function imageService(): TransformationService | null {
  return transformation && !transformation.signing ? transformation.service : null;
}

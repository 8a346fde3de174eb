/** Uploads are encoded anew without their metadata, and measured as at an import. */
import { findSinkPercent } from "#app/db/seed/measure-images.server.ts";
import type { UploadedImage } from "#app/models/catalogue/editing/product-images.server.ts";
import { photosRefusal, type SentPhoto } from "#app/models/review/photo-files.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { QueueFull } from "#app/services/images/image-errors.ts";
import {
  developPhotograph,
  OF_PRODUCTS,
  type PhotographProblem,
} from "#app/services/images/photograph.server.ts";

type UploadRefusal = "photos-too-many" | "photo-too-large" | "images-busy" | PhotographProblem;

/** Stores nothing. Answers with what is wrong with the first file that is not taken. */
export async function developUploads(
  files: ReadonlyArray<SentPhoto>,
): Promise<Result<ReadonlyArray<UploadedImage>, UploadRefusal>> {
  const tooMuch = photosRefusal(files);
  if (tooMuch) return tooMuch;
  const images = new Map<string, UploadedImage>();
  try {
    for (const { name, content } of files) {
      const photo = await developPhotograph(content, OF_PRODUCTS);
      if (typeof photo === "string") return refused(photo, { photo: name });
      const { hash, width, height, whole } = photo;
      images.set(hash, { hash, width, height, whole, sinkPercent: await findSinkPercent(whole) });
    }
  } catch (error) {
    if (error instanceof QueueFull) return refused("images-busy");
    throw error;
  }
  return ok([...images.values()]);
}

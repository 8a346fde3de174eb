import type { UploadedFile } from "#app/http/request/upload-form.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { hasRoomForPhotos } from "#app/models/review/photos.server.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { QueueFull } from "#app/services/images/image-errors.ts";
import { developPhotograph, type Photograph } from "#app/services/images/photograph.server.ts";

/** Each different file once. `network` is the sender's. */
export async function developed(
  files: ReadonlyArray<UploadedFile>,
  { isGuest, network }: Readonly<{ isGuest: boolean; network: string }>,
): Promise<Result<ReadonlyArray<Photograph>, ShopErrorCode>> {
  if (files.length === 0) return ok([]);
  if (!(await hasRoomForPhotos(isGuest))) return refused("photos-full");
  if (!(await limit("review-photos", network)).ok) return refused("photos-full");
  const photos = new Map<string, Photograph>();
  try {
    for (const { name, content } of files) {
      const photo = await developPhotograph(content);
      if (typeof photo === "string") return refused(photo, { photo: name });
      photos.set(photo.hash, photo);
    }
  } catch (error) {
    return failed(error);
  }
  return ok([...photos.values()]);
}

/** For what goes wrong in the shop, not in a file. */
export function failed(error: unknown): Refusal<"photos-busy" | "photos-failed"> {
  if (error instanceof QueueFull) return refused("photos-busy");
  logger.error({ err: error }, "photographs of a review could not be stored");
  return refused("photos-failed");
}

import { logger } from "#app/http/server/log.server.ts";
import { QueueFull, SourceRefused, UnreadableImage } from "#app/services/images/image-errors.ts";

const BUSY_SECONDS = 5;

/** Rethrows unexpected errors. */
export function imageRefusal(file: string, error: unknown): Response {
  if (error instanceof QueueFull)
    return noImage("Too many images at once", 503, { "Retry-After": String(BUSY_SECONDS) });
  if (error instanceof SourceRefused) return noImage("The shop takes no images from there", 400);
  if (!(error instanceof UnreadableImage)) throw error;
  logger.warn({ file, err: error }, "unreadable image");
  return noImage("This file cannot be shown as an image", 415);
}

export function noImage(text: string, status: number, headers: Record<string, string> = {}): Response {
  const kind = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(text, { status, headers: { ...kind, ...headers } });
}

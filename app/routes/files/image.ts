/** /image/{file}?w=…: a picture in one of the six widths, in the best format that the browser takes. */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { matchesTag, takes } from "#app/http/accept.server.ts";
import { logger } from "#app/http/log.server.ts";
import { UnreadablePicture } from "#app/services/images/images-embedded.server.ts";
import {
  IMAGE_FORMATS,
  IMAGE_QUALITIES,
  IMAGE_WIDTHS,
  type ImageRequest,
  type RenderedImage,
} from "#app/services/images/images-port.ts";
import { images } from "#app/services/images/images.server.ts";
import { QueueFull } from "#app/services/images/job-queue.server.ts";

const DEFAULT_QUALITY = 75;
const PARAMETERS = ["w", "q", "f", "v"];
/** The content of an address with a version never changes; others are asked for again after a day. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400";
const BUSY_SECONDS = 5;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const size = readQuery(query);
  if (!size) return plain("Pictures come in listed widths, qualities and formats only", 400);
  const accept = request.headers.get("Accept") ?? "";
  const answer = await render({
    ...size,
    file: params["*"] ?? "",
    format: size.format ?? bestFormat(accept),
  });
  if (answer instanceof Response) return answer;

  const headers = new Headers({
    "Content-Type": answer.contentType,
    "Cache-Control": query.has("v") ? FOR_EVER : FOR_A_DAY,
    // E-mails show these pictures too.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: `"${answer.etag}"`,
  });
  if (!size.format) headers.set("Vary", "Accept");
  if (matchesTag(request.headers.get("If-None-Match"), (tag) => tag === answer.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Length", String(answer.body.byteLength));
  return new Response(new Uint8Array(answer.body), { headers });
}

type Size = Pick<ImageRequest, "width" | "quality"> & Readonly<{ format: ImageRequest["format"] | null }>;

function readQuery(query: URLSearchParams): Size | null {
  if ([...query.keys()].some((name, index, all) => !PARAMETERS.includes(name) || all.indexOf(name) !== index))
    return null;
  const width = IMAGE_WIDTHS.find((known) => String(known) === query.get("w"));
  const quality = IMAGE_QUALITIES.find(
    (known) => String(known) === (query.get("q") ?? String(DEFAULT_QUALITY)),
  );
  const format = IMAGE_FORMATS.find((known) => known === query.get("f")) ?? null;
  if (!width || !quality || (query.has("f") && !format)) return null;
  return { width, quality, format };
}

function bestFormat(accept: string): ImageRequest["format"] {
  if (takes(accept, "image/avif")) return "avif";
  return takes(accept, "image/webp") ? "webp" : "jpeg";
}

async function render(request: ImageRequest): Promise<RenderedImage | Response> {
  try {
    return (await images.render(request)) ?? plain("There is no such picture", 404);
  } catch (error) {
    if (error instanceof QueueFull)
      return plain("Too many pictures at once", 503, { "Retry-After": String(BUSY_SECONDS) });
    if (!(error instanceof UnreadablePicture)) throw error;
    logger.warn({ file: request.file, err: error }, "unreadable picture");
    return plain("This file cannot be shown as a picture", 415);
  }
}

function plain(text: string, status: number, headers: Record<string, string> = {}): Response {
  const kind = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(text, { status, headers: { ...kind, ...headers } });
}

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

import { matchesTag, takes } from "#app/http/server/content-negotiation.server.ts";
import { IMAGE_WIDTHS } from "#app/services/images/image-widths.ts";
import {
  IMAGE_FORMATS,
  IMAGE_QUALITIES,
  type ImageRequest,
  type MovedImage,
  type RenderedImage,
} from "#app/services/images/images-port.ts";
import { images } from "#app/services/images/images.server.ts";

import { noImage, imageRefusal } from "./image-error.server.ts";
import { FOR_EVER, IMAGE_POLICY } from "./image-answer.ts";

const DEFAULT_QUALITY = 75;
const PARAMETERS = ["w", "q", "f", "v", "src"];
/** Path of an image on another host, named by `src`. */
const REMOTE = "remote";
const VERSION = /^[\w-]{1,64}$/;
/** A versioned address never changes; others are cached for a day. */
const FOR_A_DAY = "public, max-age=86400, stale-while-revalidate=604800";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const target = readRequest(params["*"] ?? "", query, request.headers.get("Accept") ?? "");
  if (!target) return noImage("Images come in listed widths, qualities and formats only", 400);
  const answer = await render(target);
  if (answer instanceof Response) return answer;

  const headers = new Headers({
    "Cache-Control": query.has("v") ? FOR_EVER : FOR_A_DAY,
    // Emails show these images too.
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
  // The image service chooses the format itself.
  if ("location" in answer) return redirect(answer.location, { headers });
  if (!target.isFixedFormat) headers.set("Vary", "Accept");
  headers.set("Content-Security-Policy", IMAGE_POLICY);
  headers.set("Content-Disposition", "inline");
  headers.set("Content-Type", answer.contentType);
  headers.set("ETag", `"${answer.etag}"`);
  if (matchesTag(request.headers.get("If-None-Match"), (tag) => tag === answer.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Length", String(answer.body.byteLength));
  return new Response(new Uint8Array(answer.body), { headers });
}

function readRequest(path: string, query: URLSearchParams, accept: string): ImageRequest | null {
  if ([...query.keys()].some((name, index, all) => !PARAMETERS.includes(name) || all.indexOf(name) !== index))
    return null;
  const width = IMAGE_WIDTHS.find((known) => String(known) === query.get("w"));
  const quality = IMAGE_QUALITIES.find(
    (known) => String(known) === (query.get("q") ?? String(DEFAULT_QUALITY)),
  );
  const format = readFormat(query.get("f"), accept);
  const file = readFile(path, query.get("src"));
  if (!width || !quality || !format || !file || !VERSION.test(query.get("v") ?? "none")) return null;
  return { file, width, quality, format, isFixedFormat: query.has("f") };
}

function readFile(path: string, source: string | null): string | null {
  if (path !== REMOTE) return source === null ? path : null;
  return source?.includes(":") ? source : null;
}

function readFormat(requested: string | null, accept: string): ImageRequest["format"] | null {
  if (requested !== null) return IMAGE_FORMATS.find((known) => known === requested) ?? null;
  if (takes(accept, "image/avif")) return "avif";
  return takes(accept, "image/webp") ? "webp" : "jpeg";
}

async function render(request: ImageRequest): Promise<RenderedImage | MovedImage | Response> {
  try {
    return (await images.render(request)) ?? noImage("There is no such image", 404);
  } catch (error) {
    return imageRefusal(request.file, error);
  }
}

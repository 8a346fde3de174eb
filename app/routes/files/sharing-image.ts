import type { LoaderFunctionArgs } from "@remix-run/node";

import { matchesTag } from "#app/http/server/content-negotiation.server.ts";
import { paths } from "#app/paths.ts";
import { ownImages } from "#app/services/images/images.server.ts";

import { noImage, imageRefusal } from "./image-error.server.ts";

const FOR_A_DAY = "public, max-age=86400, stale-while-revalidate=604800";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const file = params["*"] ?? "";
  try {
    const image = await ownImages.card(paths.sharingImage(null).endsWith(`/${file}`) ? null : file);
    if (!image) return noImage("There is no such image", 404);
    const headers = new Headers({
      "Cache-Control": FOR_A_DAY,
      "Content-Type": image.contentType,
      // Other sites embed it.
      "Cross-Origin-Resource-Policy": "cross-origin",
      ETag: `"${image.etag}"`,
    });
    if (matchesTag(request.headers.get("If-None-Match"), (tag) => tag === image.etag)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set("Content-Length", String(image.body.byteLength));
    return new Response(new Uint8Array(image.body), { headers });
  } catch (error) {
    return imageRefusal(file, error);
  }
}

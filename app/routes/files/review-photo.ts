import type { LoaderFunctionArgs } from "@remix-run/node";

import { addSurrogateKeys } from "#app/http/cache/surrogate-keys.ts";
import { matchesTag } from "#app/http/server/content-negotiation.server.ts";
import { productKey } from "#app/models/catalogue/surrogate-key.ts";
import { findPublishedPhoto } from "#app/models/review/photos.server.ts";

import { noImage } from "./image-error.server.ts";
import { FOR_EVER, IMAGE_POLICY } from "./image-answer.ts";

const FILE = /^([0-9a-f]{32})(-small)?\.webp$/;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [name, hash, small] = FILE.exec(params["file"] ?? "") ?? [];
  const photo = hash && (await findPublishedPhoto(hash, small ? "small" : "whole"));
  if (!name || !photo) return noImage("There is no such photograph", 404);
  const headers = new Headers({
    "Cache-Control": FOR_EVER,
    "Content-Disposition": "inline",
    "Content-Security-Policy": IMAGE_POLICY,
    "Content-Type": "image/webp",
    ETag: `"${name}"`,
  });
  // A shared cache drops it with the pages of its product, when the review goes.
  addSurrogateKeys(headers, [productKey(photo.productId)]);
  if (matchesTag(request.headers.get("If-None-Match"), (tag) => tag === name))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String(photo.body.byteLength));
  return new Response(new Uint8Array(photo.body), { headers });
}

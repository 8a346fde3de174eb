import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { findModeratedPhoto } from "#app/models/review/photos.server.ts";
import { IMAGE_POLICY } from "#app/routes/files/image-answer.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "see-reviews");
  const { reviewId = "", number = "" } = params;
  const isSmall = new URL(request.url).searchParams.get("size") === "small";
  const isPossible = /^\d{1,10}$/.test(reviewId) && /^\d$/.test(number);
  const photo = isPossible
    ? await findModeratedPhoto(Math.min(Number(reviewId), MAX_ID), {
        number: Number(number),
        size: isSmall ? "small" : "whole",
      })
    : null;
  if (!photo) throw notFound(request);
  return new Response(new Uint8Array(photo), {
    headers: {
      "Cache-Control": "private, no-store",
      "Content-Length": String(photo.byteLength),
      "Content-Security-Policy": IMAGE_POLICY,
      "Content-Type": "image/webp",
    },
  });
}

/** There is no form here; who is not at the desk learns nothing. */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request, "see-reviews");
  throw new Response("This takes no form", { status: 405, headers: { Allow: "GET, HEAD" } });
}

/** The largest integer of PostgreSQL. */
const MAX_ID = 2_147_483_647;

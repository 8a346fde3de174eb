import type { LoaderFunctionArgs } from "@remix-run/node";

import { lastPathSegment } from "#app/http/request/path-params.ts";
import { movedPermanently, notFound } from "#app/http/response/responses.server.ts";
import { findProductPath } from "#app/models/catalogue/product.server.ts";

/** /products/{id}, used in feeds, emails and cart lines: redirects to the canonical address (requirement routes-2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const id = lastPathSegment(request);
  const path = /^[1-9]\d{0,8}$/.test(id) ? await findProductPath(Number(id)) : null;
  if (!path) throw notFound(request);
  return movedPermanently(path + new URL(request.url).search);
}

/** A route without a component would answer a 404 with plain text. */
export default function ProductById() {
  return null;
}

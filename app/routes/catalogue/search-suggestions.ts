import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { suggest } from "#app/models/search/suggestions.server.ts";

/** Prices may be a minute old here; every page reads them again. */
const HEADERS = {
  "Cache-Control": "private, max-age=60",
  "X-Robots-Tag": "noindex",
  // Prices are in the currency of the shopper's choice.
  Vary: "Cookie",
};

export async function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  return json(await suggest(typed, new Date()), { headers: HEADERS });
}

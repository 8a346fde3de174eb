/** /search-suggestions?q=: what the search field offers while somebody types. Read by the field's script only. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { suggest } from "#app/models/search/suggestions.server.ts";

/** A browser may show the same answer again for a minute: prices are read anew on every page. */
const HEADERS = { "Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex" };

export async function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  return json(await suggest(typed, new Date()), { headers: HEADERS });
}

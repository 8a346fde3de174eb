import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { NO_STORE } from "#app/http/cache/policy.server.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return json({ hasCookie: request.headers.has("Cookie") }, { headers: { "Cache-Control": NO_STORE } });
}

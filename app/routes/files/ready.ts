/** /ready: 200 when visitors may be sent here, 503 before everything is up and from the signal to end on. */
import { json } from "@remix-run/node";

import { readiness } from "#app/http/server/readiness.server.ts";
import { isDatabaseThere } from "#app/models/platform/catalogue-version.server.ts";

export async function loader() {
  const status = readiness();
  const isReady = status === "ready" && (await isDatabaseThere());
  return json(
    { status: status === "ready" && !isReady ? "database unreachable" : status },
    { status: isReady ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}

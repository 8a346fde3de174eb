/** /ready: 503 during start-up and after the signal to stop. */
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

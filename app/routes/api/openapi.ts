import { answer, refuse } from "#app/http/api/api.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

let made: Promise<unknown> | null = null;

/** Built on first request, because loading its library takes time. */
export async function loader() {
  try {
    made ??= make();
    return answer(await made);
  } catch (error) {
    made = null;
    logger.error({ err: error }, "the document of the API could not be made");
    return refuse(refused("unexpected-error"));
  }
}

async function make(): Promise<unknown> {
  const [{ openApiDocument }, store] = await Promise.all([
    import("#app/http/api/openapi.server.ts"),
    findStore(),
  ]);
  return openApiDocument({ origin: shopOrigin(), name: store.name });
}

export function action() {
  return refuse(refused("method-not-allowed", { allow: "GET, HEAD" }));
}

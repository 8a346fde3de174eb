/** Fastly's purge API (fastly.com/documentation/reference/api/purging): up to 256 keys in one call. */
import type { HostedCacheSettings } from "#app/config.server.ts";

import { callPurge } from "./purge-call.server.ts";
import type { SharedCachePort } from "./shared-cache-port.ts";

const KEYS_MAX = 256;

export function fastly({ apiBase, id, token }: HostedCacheSettings): SharedCachePort {
  const headers = { "Fastly-Key": token, Accept: "application/json" };
  return {
    name: "fastly",
    purge: async (purge) => {
      if (purge === "everything" || purge.length > KEYS_MAX) {
        await callPurge(new URL(`${apiBase}/service/${id}/purge_all`), { headers });
        return;
      }
      await callPurge(new URL(`${apiBase}/service/${id}/purge`), {
        headers: { ...headers, "Surrogate-Key": purge.join(" ") },
      });
    },
  };
}

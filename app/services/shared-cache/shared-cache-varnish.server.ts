/** Varnish, with the rules of deploy/varnish.vcl: a PURGE with the keys as one pattern (varnish-cache.org/docs, "Purging"). */
import { callPurge } from "./purge-call.server.ts";
import type { Purge, SharedCachePort } from "./shared-cache-port.ts";

const EVERYTHING = ".+";

export function varnish(addresses: ReadonlyArray<string>): SharedCachePort {
  return {
    name: "varnish",
    purge: async (purge) => {
      const headers = { "X-Purge-Keys": patternOf(purge) };
      await Promise.all(
        addresses.map((address) => callPurge(new URL("/", address), { method: "PURGE", headers })),
      );
    },
  };
}

function patternOf(purge: Purge): string {
  return purge === "everything" ? EVERYTHING : `(${purge.join("|")})`;
}

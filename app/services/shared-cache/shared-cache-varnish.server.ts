/** Varnish, with the rules of deploy/varnish.vcl: a PURGE with the keys as one pattern (varnish-cache.org/docs, "Purging"). */
import { callPurge } from "./purge-call.server.ts";
import type { Purge, SharedCachePort } from "./shared-cache-port.ts";

const EVERYTHING = ".+";
/** In bytes. Varnish takes headers of 8 kB (http_req_hdr_len) and closes the connection on longer ones. */
const PATTERN_MAX_BYTES = 4_096;

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
  if (purge === "everything") return EVERYTHING;
  const pattern = `(${purge.join("|")})`;
  return Buffer.byteLength(pattern) > PATTERN_MAX_BYTES ? EVERYTHING : pattern;
}
